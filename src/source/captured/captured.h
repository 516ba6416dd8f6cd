/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads captures.  A capture is one or more files of the store (sink/store.h).
 * They have processes, objects and the objects' frames; the bytes of any frame
 * can be read.
 *
 *	c = captured_new();
 *	captured_add(c, "mmtop-capture", &why)		a folder or a file
 *	o = &c->objects.v[0]; f = captured_frame(o, 3);
 *	captured_read(c, o, f, 0, buf, 4096, &holes)
 *	captured_update(c)				reads new records
 *	captured_free(c);
 *
 * An object is a private region during its life, or memory that processes
 * share.  Its number is unique in its file.  A frame is the state of an object
 * at one time.  It has only the pieces that changed since the frame before;
 * other bytes are those of the newest earlier frame that has them.
 *
 * Damaged records are skipped and counted.  If a frame may be missing, bytes
 * from before that gap are unknown.  If only data are missing, only these bytes
 * are unknown.  A file that ends in the middle of a record is read up to that
 * record.
 *
 * Files are hostile.  Pointers to objects and frames are valid until the next
 * captured_add() or captured_update().
 */
#ifndef SOURCE_CAPTURED_H
#define SOURCE_CAPTURED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "event/event.h"
#include "parse/capture.h"

enum captured_why {
	CAPTURED_GOOD,
	CAPTURED_ERROR,		/* cannot be read; `error` is the errno */
	CAPTURED_NONE,		/* the folder has no capture */
	CAPTURED_OTHER,		/* the file is not a capture */
	CAPTURED_NEWER,		/* written by a later version of mmtop */
	CAPTURED_BROKEN,	/* the file's head is damaged or incomplete */
};

struct captured_file {
	char *name;
	int fd;
	struct capture_head head;
	uint64_t at;		/* end of the last complete record */
	uint64_t size;
	uint64_t torn;		/* bytes of an incomplete last record */
	bool closed;
	uint64_t close_why;	/* enum capture_close */
	uint64_t damaged;	/* number of damaged places */
	uint64_t missing;	/* minimum number of missing records */
	uint64_t first_damage;	/* offset of the first damaged place */
	bool given_up;		/* too much damage: the rest of the file is not
				 * read */
	/* Private to source/captured. */
	uint64_t next_number, next_piece;
	uint32_t next_facts, epoch;
	uint64_t budget;
	struct str start;	/* the encoded START event; empty: none was
				 * read */
};

struct captured_frame {
	struct event ev;	/* the FRAME event; its bytes are owned */
	char *bytes;
	uint64_t base;		/* position in the object of the region's first
				 * byte */
	uint32_t epoch;		/* between two frames of the same epoch, no
				 * frame is missing */
	VEC(struct capture_run) runs;
};

/* A process while it runs one program: after an exec, there is a new entry. */
struct captured_process {
	size_t file;
	pid_t pid, parent;	/* 0: unknown */
	uint64_t start;		/* as in EV_PROCESS */
	uint64_t time_ns;	/* when it started to run this program */
	uint64_t ended_ns;	/* 0: the file has no record of its end */
	int64_t status, signal;	/* exit status or signal, as in EV_PROCESS */
	struct str exe, argv;	/* as in EV_PROCESS */
};

/* A region event: the region maps an object, or was removed. */
struct captured_view {
	size_t file;
	struct event ev;	/* the REGION event; its bytes are owned */
	char *bytes;
};

struct captured_object {
	size_t file;
	uint64_t number;
	bool shared;
	VEC(struct captured_frame) frames;	/* sorted by number */
	/* Private: the number of a frame whose records are not complete yet. */
	uint64_t coming;
	uint32_t coming_epoch;
	VEC(struct capture_run) runs;
};

struct captured_block {
	size_t file;
	uint64_t first, at;
	uint32_t n, size;
};

struct captured {
	VEC(struct captured_file) files;
	VEC(struct captured_process) processes;
	VEC(struct captured_object) objects;	/* sorted by file, then by
						 * number */
	VEC(struct captured_view) views;	/* in the order of the files */
	VEC(struct captured_block) blocks;	/* sorted by file, then by
						 * `first` */
	struct str bad;			/* name of the file that captured_add()
					 * refused last */
	/* Private. */
	struct captured_cache *cache;
	void *newest;			/* root of the tree of newest.c: the
					 * newest processes, objects and
					 * regions, by key */
	bool unordered;			/* true while objects are unsorted */
};

/* The ranges that a read could not fill.  `why` is CONTENTS_ABSENT or
 * CONTENTS_NOT_KEPT.  The error of CONTENTS_NOT_KEPT is 0 outside the captured
 * window, -ENOBUFS if the disk was too slow, and -EBADMSG if that part of the
 * file is damaged. */
struct captured_holes {
	VEC(struct contents_hole) v;
};

struct captured *captured_new(void);
void captured_free(struct captured *c);
/* Adds a file, or all files of a folder.  Returns 0, or -errno if a file was
 * refused; the other files are added in any case.  *why, *error and c->bad
 * describe the first refused file. */
MUST_CHECK int captured_add(struct captured *c, const char *path,
			    enum captured_why *why, int *error);
/* Reads the records that were added to the files.  Returns true if there were
 * any. */
bool captured_update(struct captured *c);

/* Returns frame `number` of the object, or if it does not exist, the last frame
 * before it; NULL: there is none. */
const struct captured_frame *captured_frame(const struct captured_object *o,
					    uint64_t number);
/* Returns the offset of the frame's region in the shared memory. */
uint64_t captured_begin(const struct captured_frame *f);
/* Reads n bytes at `offset` of the region, as they were at frame f.  Unknown
 * bytes are 0 and are listed in `holes`, in order of address. */
void captured_read(struct captured *c, const struct captured_object *o,
		   const struct captured_frame *f, uint64_t offset, void *buf,
		   size_t n, struct captured_holes *holes);
/* Returns the process entry for the program that pid ran at time_ns; NULL:
 * unknown. */
const struct captured_process *captured_process(const struct captured *c,
						size_t file, pid_t pid,
						uint64_t time_ns);

#endif
