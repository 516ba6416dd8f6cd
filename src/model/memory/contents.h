/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contents: bytes of memory that were asked for, and the frames that a capture
 * has taken.
 *
 *	contents_block(&m->contents, pid, frame, addr)	what was told of the
 *		CONTENTS_BLOCK bytes that hold addr, newest answer; NULL: nothing
 *	contents_object(&m->contents, p, r)	what is captured of a region
 *	contents_frame(o, number)		one of its frames, or NULL
 *
 * Blocks lie at multiples of their size.  Those of live memory remember of each
 * byte when it was another than in the answer before; those of a frame are what
 * they are.  The newest CONTENTS_BLOCKS are kept, of each object the newest
 * CONTENTS_FRAMES frames: how many went is counted.  Of a capture, which has an
 * end, model_keep_frames() has all of them kept.
 */
#ifndef MODEL_MEMORY_CONTENTS_H
#define MODEL_MEMORY_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"
#include "event/event.h"

#define CONTENTS_BLOCK 4096
#define CONTENTS_BLOCKS 64
#define CONTENTS_OBJECTS 4096
#define CONTENTS_FRAMES 1024

/* Of a byte, beside enum contents_why + CONTENTS_NOT. */
enum { CONTENTS_UNTOLD, CONTENTS_KNOWN, CONTENTS_NOT };

struct contents_block {
	pid_t pid;
	uint64_t object, number;	/* of a frame; 0 both: live */
	uint64_t addr;
	uint64_t time_ns;		/* of the newest answer */
	uint64_t used;			/* private: the order of use */
	int error;			/* of what is unreadable */
	uint8_t data[CONTENTS_BLOCK];	/* 0 where it is not known */
	uint8_t state[CONTENTS_BLOCK];
	uint64_t changed_ns[CONTENTS_BLOCK];	/* 0: not since it is known */
};

/* A frame without its bytes, as EV_FRAME has it; the strings are the target's,
 * hostile. */
struct contents_frame {
	uint64_t number, time_ns;
	pid_t pid;
	uint64_t start, end, offset, length;
	enum frame_cause cause;
	char call[24];
	uint64_t pages, absent, unread, missed, page_size;
	int error;
};

struct contents_object {
	uint64_t object;
	bool shared;
	char *name;
	VEC(struct contents_frame) frames;	/* by number */
	uint64_t dropped;		/* frames that are not kept any more */
};

struct contents {
	VEC(struct contents_block *) blocks;
	VEC(struct contents_object *) objects;	/* by object */
	uint64_t dropped;		/* frames of objects beyond the limit */
	bool all;			/* there is no limit */
	uint64_t used;			/* private */
	uint64_t told;			/* one up with each answer */
};

/* Which of a region's contents: as it is now (0, 0), or a frame of them. */
struct contents_of {
	uint64_t object, number;
};

struct process;
struct region;

const struct contents_block *contents_block(const struct contents *c,
					    pid_t pid, struct contents_of of,
					    uint64_t addr);
/* The state of the byte there, and where it is CONTENTS_KNOWN the byte. */
unsigned contents_byte(const struct contents *c, pid_t pid,
		       struct contents_of of, uint64_t addr, uint8_t *byte);
/* So many bytes from there on; false unless all of them are known. */
bool contents_bytes(const struct contents *c, pid_t pid,
		    struct contents_of of, uint64_t addr, void *to, size_t n);

/* NULL: no frame of it was taken. */
const struct contents_object *contents_object(const struct contents *c,
					      const struct process *p,
					      const struct region *r);
const struct contents_frame *contents_frame(const struct contents_object *o,
					    uint64_t number);
/* The kept one at or beside a number: step 0 the nearest before or at it, 1 the
 * next, -1 the one before.  NULL: there is none. */
const struct contents_frame *contents_frame_by(const struct contents_object *o,
					       uint64_t number, int step);

#endif
