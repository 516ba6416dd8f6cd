/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was captured: one or several files of the store (sink/store.h), as
 * processes, objects and their frames, and the bytes of any frame.
 *
 *	c = captured_new();
 *	captured_add(c, "mmtop-capture", &why)		a folder or a file
 *	o = &c->objects.v[0]; f = captured_frame(o, 3);
 *	captured_read(c, o, f, 0, buf, 4096, &holes)
 *	captured_update(c)				what was added since
 *	captured_free(c);
 *
 * An object is what is captured under one number in one file: a private region
 * for its life, or shared memory, whichever process it was seen in.  A frame
 * has the pieces that changed since the one before; the bytes of a place at a
 * frame are those of the newest frame up to it that has them.
 *
 * What is damaged is left out and counted: where a frame may be missing, what
 * was before it is not known any more; where bytes are, they are not.  The end
 * of a file that was cut off in the middle of a record counts as not written.
 *
 * Files are hostile.  Pointers to objects and frames live until the next
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
	CAPTURED_ERROR,		/* error: a positive errno */
	CAPTURED_NONE,		/* a folder without a capture */
	CAPTURED_OTHER,		/* a file that is none */
	CAPTURED_NEWER,		/* of a later mmtop */
	CAPTURED_BROKEN,	/* its head is damaged or not all there */
};

struct captured_file {
	char *name;
	int fd;
	struct capture_head head;
	uint64_t at;		/* whole records end here */
	uint64_t size;
	uint64_t torn;		/* bytes behind that: of a record cut off */
	bool closed;
	uint64_t close_why;	/* enum capture_close */
	uint64_t damaged;	/* places */
	uint64_t missing;	/* records, at least */
	uint64_t first_damage;	/* offset */
	bool given_up;		/* the rest of it is not looked at */
	/* Private. */
	uint64_t next_number, next_piece;
	uint32_t next_facts, epoch;
	uint64_t budget;
	struct str start;	/* the event START, encoded; empty: none */
};

struct captured_frame {
	struct event ev;	/* FRAME; its bytes are owned */
	char *bytes;
	uint64_t base;		/* of `start`, in the object's own counting */
	uint32_t epoch;		/* no frame is missing between two of one */
	VEC(struct capture_run) runs;
};

/* A process that was there; one that ran another program (exec) is another. */
struct captured_process {
	size_t file;
	pid_t pid, parent;	/* 0: not known */
	uint64_t start;		/* as EV_PROCESS has it */
	uint64_t time_ns;	/* from then on */
	uint64_t ended_ns;	/* 0: its end was not seen */
	int64_t status, signal;	/* of its end; as in EV_PROCESS */
	struct str exe, argv;	/* as EV_PROCESS has them */
};

/* A region that an object was seen in, or that went. */
struct captured_view {
	size_t file;
	struct event ev;	/* REGION; its bytes are owned */
	char *bytes;
};

struct captured_object {
	size_t file;
	uint64_t number;	/* in the file */
	bool shared;
	VEC(struct captured_frame) frames;	/* by number */
	/* Private: of a frame that is not whole yet. */
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
	VEC(struct captured_object) objects;	/* by file and number */
	VEC(struct captured_view) views;	/* of all files, in order */
	VEC(struct captured_block) blocks;	/* by file and first */
	struct str bad;			/* what captured_add() refused last */
	/* Private. */
	struct captured_cache *cache;
	void *newest;			/* newest.c */
	bool unordered;			/* objects, for now */
};

/* Holes of what was read: contents_hole, why of which is CONTENTS_ABSENT,
 * CONTENTS_NOT_KEPT: error 0 outside of the window, -ENOBUFS the disk was too
 * slow for it, -EBADMSG that part of the file is damaged. */
struct captured_holes {
	VEC(struct contents_hole) v;
};

struct captured *captured_new(void);
void captured_free(struct captured *c);
/* 0; or -errno, and why not the first file that is none (c->bad); the others are
 * there. */
MUST_CHECK int captured_add(struct captured *c, const char *path,
			    enum captured_why *why, int *error);
/* Whether there is something new. */
bool captured_update(struct captured *c);

/* Frame `number` of it, or the last at or before it; NULL: there is none. */
const struct captured_frame *captured_frame(const struct captured_object *o,
					    uint64_t number);
/* Of shared memory: where in it the region begins that the frame is of. */
uint64_t captured_begin(const struct captured_frame *f);
/* n bytes from `offset` of the region on, as it is in that frame; what is not
 * known is 0, and told in holes, by address, in order. */
void captured_read(struct captured *c, const struct captured_object *o,
		   const struct captured_frame *f, uint64_t offset, void *buf,
		   size_t n, struct captured_holes *holes);
/* The process, with the program that it ran at that time; NULL: nothing is known
 * of it. */
const struct captured_process *captured_process(const struct captured *c,
						size_t file, pid_t pid,
						uint64_t time_ns);

#endif
