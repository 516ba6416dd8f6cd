/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends frames of captured memory to a file (parse/capture.h, doc/FORMAT).
 *
 *	store_open(&s, &options, &end)	creates the folder and a new file
 *	store_event(s, ev)		START, PROCESS, REGION or FRAME
 *	store_has_room(s)		if false, a frame now would be left out
 *	store_flush(s)			call by a timer: queues the data
 *	store_end(s)			whether it still captures, or why not
 *	store_close(s)			the end; then wait for !store_pending()
 *	store_free(s)
 *
 * Equal pieces of memory are stored once.  A thread packs the data and writes
 * it (sink/writer.h), so that no other thread waits for a disk.  Data that the
 * thread cannot write in time is left out, and the frames record that it is
 * missing.  The first failed write, the maximum size of the file or the minimum
 * of free disk space (the floor) ends the capture, but nothing else.
 *
 * The table that finds equal pieces is bounded.  It holds the pieces that were
 * stored or found last: at least STORE_KNOWN / 2 and at most STORE_KNOWN
 * pieces, of 32 bytes each.  A piece that was dropped from the table is stored
 * again.
 *
 * The folder is created with mode 0700.  If it exists, it must belong to the
 * user, and no other user may write to it.  The file is new, has mode 0600, and
 * a name that mmtop chooses.
 */
#ifndef SINK_STORE_H
#define SINK_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"

#define STORE_FOLDER "mmtop-capture"	/* default folder */
#define STORE_KNOWN (1u << 20)
/* Defaults: the maximum size of a capture, and the disk space that stays
 * free. */
#define STORE_LIMIT_DEFAULT (4ull << 30)
#define STORE_FLOOR_DEFAULT (1ull << 30)
#define STORE_FLOOR_PART_DEFAULT 20

struct store;

enum store_why {
	STORE_ON,
	STORE_ERROR,		/* `error` is a positive errno */
	STORE_NO_LIBRARY,		/* libzstd is missing */
	STORE_LINK,		/* the folder is a symbolic link */
	STORE_NO_FOLDER,	/* the folder is not a directory */
	STORE_FOREIGN,		/* the folder belongs to another user */
	STORE_OPEN,		/* other users may write to the folder */
	STORE_PARENT,		/* any user may rename the folder */
	STORE_LIMIT,		/* the file has reached its limit */
	STORE_FLOOR,		/* free disk space has fallen to the floor */
	STORE_WHYS
};

struct store_end {
	enum store_why why;
	int error;
};

struct store_options {
	const char *folder;	/* NULL: STORE_FOLDER */
	uint64_t limit;		/* maximum size of the file in bytes; 0:
				 * unlimited */
	uint64_t floor;		/* bytes that stay free on the disk */
	uint64_t floor_part;	/* on a small disk, only 1/floor_part of the
				 * disk stays free; 0: `floor` applies to every
				 * disk */
	uint64_t page_size;
	uint64_t began_ns;	/* CLOCK_REALTIME at the events' time 0 */
};

struct store_sums {
	uint64_t frames;
	uint64_t pieces, bytes;	/* pieces and bytes received */
	uint64_t stored, stored_bytes;	/* pieces stored, and their bytes before
					 * packing */
	uint64_t left_out;	/* pieces that the disk could not take in
				 * time */
};

/* Returns 0, or -errno with the reason in *end. */
MUST_CHECK int store_open(struct store **out, const struct store_options *o,
			  struct store_end *end);
void store_event(struct store *s, const struct event *ev);
/* Like store_event() for a FRAME, with the checksums of its pages.  All
 * checksums must use the same secret seed. */
void store_frame(struct store *s, const struct event *ev, struct bytes sums);
/* Returns room for n bytes, or NULL if there is none.  If the caller puts the
 * data of the next frame there, storing the frame needs no copy.  Any other
 * event invalidates the room. */
void *store_reserve(struct store *s, size_t n);
bool store_has_room(struct store *s);
void store_flush(struct store *s);
struct store_end store_end(struct store *s);
void store_close(struct store *s);
/* Like sink_pending() and sink_fd(), for the store. */
bool store_pending(struct store *s);
int store_fd(const struct store *s);
/* Does not write pending data. */
void store_free(struct store *s);
/* Returns FOLDER/NAME of the file. */
const char *store_name(const struct store *s);
struct store_sums store_sums(const struct store *s);
/* Returns the bytes that stay free on the disk. */
uint64_t store_floor(const struct store *s);

#endif
