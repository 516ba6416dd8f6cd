/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store: frames of captured memory, appended to a file (parse/capture.h,
 * doc/FORMAT).
 *
 *	store_open(&s, &options, &end)	the folder and a new file in it, or why not
 *	store_event(s, ev)		START, PROCESS, REGION, FRAME; others pass by
 *	store_has_room(s)		else what frames hold now is left out
 *	store_flush(s)			by a timer: what came is on its way
 *	store_end(s)			whether it still captures, else why not
 *	store_close(s)			nothing more comes; store_pending() until then
 *	store_free(s)
 *
 * Bytes that are the same are stored once.  A thread packs and writes
 * (sink/writer.h): nobody waits for a disk.  What it cannot keep up with is left
 * out, and the frames say so.  The first failed write, the limit or the floor
 * ends the capture, and nothing else.
 *
 * How bytes are known again is bounded: of the pieces of memory that were
 * stored or met last, at least STORE_KNOWN / 2 are known, and at most
 * STORE_KNOWN (32 bytes each); one that was forgotten is stored once more.
 *
 * The folder is made, 0700, or is one that belongs to the user and to which
 * nobody else may write.  The file is 0600, new, and named by mmtop alone.
 */
#ifndef SINK_STORE_H
#define SINK_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"

#define STORE_FOLDER "mmtop-capture"	/* where none is named */
#define STORE_KNOWN (1u << 20)
/* What a capture may grow to, and what stays free, where nobody says. */
#define STORE_LIMIT_DEFAULT (4ull << 30)
#define STORE_FLOOR_DEFAULT (1ull << 30)
#define STORE_FLOOR_PART_DEFAULT 20

struct store;

enum store_why {
	STORE_ON,
	STORE_ERROR,		/* error: a positive errno */
	STORE_NO_LIBRARY,		/* libzstd is missing */
	STORE_LINK,		/* the folder is a symbolic link */
	STORE_NO_FOLDER,	/* it is something else */
	STORE_FOREIGN,		/* it belongs to somebody else */
	STORE_OPEN,		/* others may write to it */
	STORE_PARENT,		/* anybody may rename it */
	STORE_LIMIT,		/* the file is as large as it may become */
	STORE_FLOOR,		/* the disk is as full as it may become */
	STORE_WHYS
};

struct store_end {
	enum store_why why;
	int error;
};

struct store_options {
	const char *folder;	/* NULL: STORE_FOLDER */
	uint64_t limit;		/* bytes of the file, 0: none */
	uint64_t floor;		/* bytes that stay free on its disk... */
	uint64_t floor_part;	/* ...or one part in so many of a small disk;
				 * 0: however small it is */
	uint64_t page_size;
	uint64_t began_ns;	/* CLOCK_REALTIME at the events' time 0 */
};

struct store_sums {
	uint64_t frames;
	uint64_t pieces, bytes;	/* that came */
	uint64_t stored, stored_bytes;	/* of them, before they were packed */
	uint64_t left_out;	/* pieces that the disk could not take in time */
};

/* 0; or -errno, with why in end. */
MUST_CHECK int store_open(struct store **out, const struct store_options *o,
			  struct store_end *end);
void store_event(struct store *s, const struct event *ev);
/* A FRAME of whose pages the struct page_sum are known: by whoever calls this,
 * always of the same seed, which nobody else knows. */
void store_frame(struct store *s, const struct event *ev, struct bytes sums);
/* Room for n bytes, the data of the next frame that is stored; what comes before
 * that takes it away.  NULL: none. */
void *store_place(struct store *s, size_t n);
bool store_has_room(struct store *s);
void store_flush(struct store *s);
struct store_end store_end(struct store *s);
void store_close(struct store *s);
/* As sink_pending() and sink_fd(). */
bool store_pending(struct store *s);
int store_fd(const struct store *s);
/* What is pending then is not written. */
void store_free(struct store *s);
/* FOLDER/NAME of the file. */
const char *store_name(const struct store *s);
struct store_sums store_sums(const struct store *s);
/* The bytes that stay free. */
uint64_t store_floor(const struct store *s);

#endif
