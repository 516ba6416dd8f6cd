/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contents: bytes of memory that the screen requested, and the frames of a
 * capture.  A frame is the contents of a memory object at one time.
 *
 *	contents_block(&m->contents, pid, frame, addr)
 *		the newest answer for the CONTENTS_BLOCK bytes around addr;
 *		NULL: no answer
 *	contents_object(&m->contents, p, r)
 *		the captured object of a region
 *	contents_frame(o, number)
 *		frame `number` of object o; NULL: no such frame
 *
 * Block addresses are multiples of the block size.  A block of live memory has,
 * for each byte, the time of its last change between two answers.  The model
 * stores the newest CONTENTS_BLOCKS blocks and, for each object, the newest
 * CONTENTS_FRAMES frames.  It counts the frames that it drops.  After
 * model_keep_frames(), used for capture files, no frame is dropped.
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

/* State of a byte: CONTENTS_UNTOLD, CONTENTS_KNOWN, or CONTENTS_NOT plus the
 * reason (enum contents_why). */
enum { CONTENTS_UNTOLD, CONTENTS_KNOWN, CONTENTS_NOT };

struct contents_block {
	pid_t pid;
	uint64_t object, number;	/* both identify a frame; both are 0:
					 * live memory */
	uint64_t addr;
	uint64_t time_ns;		/* of the newest answer */
	uint64_t used;			/* private: order of use */
	int error;			/* errno of the bytes that could not be
					 * read */
	uint8_t data[CONTENTS_BLOCK];	/* a byte that is not known is 0 */
	uint8_t state[CONTENTS_BLOCK];
	uint64_t changed_ns[CONTENTS_BLOCK];	/* 0: no change seen */
};

/* The header of an EV_FRAME, without its bytes; the strings are hostile. */
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
	VEC(struct contents_frame) frames;	/* sorted by number */
	uint64_t dropped;		/* frames dropped */
};

struct contents {
	VEC(struct contents_block *) blocks;
	VEC(struct contents_object *) objects;	/* sorted by the field object */
	uint64_t dropped;		/* frames of objects beyond the limit */
	bool all;			/* no limit: no frame is dropped */
	uint64_t used;			/* private: counter of uses */
	uint64_t told;			/* number of answers so far */
};

/* A version of the contents: a frame, or live memory (both are 0). */
struct contents_of {
	uint64_t object, number;
};

struct process;
struct region;

const struct contents_block *contents_block(const struct contents *c,
					    pid_t pid, struct contents_of of,
					    uint64_t addr);
/* Returns the state of the byte at addr; *byte is set if the state is
 * CONTENTS_KNOWN. */
unsigned contents_byte(const struct contents *c, pid_t pid,
		       struct contents_of of, uint64_t addr, uint8_t *byte);
/* Copies n bytes from addr.  False if any of these bytes is not known. */
bool contents_bytes(const struct contents *c, pid_t pid,
		    struct contents_of of, uint64_t addr, void *to, size_t n);

/* Returns NULL if the region has no frame. */
const struct contents_object *contents_object(const struct contents *c,
					      const struct process *p,
					      const struct region *r);
const struct contents_frame *contents_frame(const struct contents_object *o,
					    uint64_t number);
/* Finds a stored frame near `number`.  Step 0: the frame with this number,
 * otherwise the nearest lower number; 1: the next frame; -1: the previous
 * frame.  NULL: there is none. */
const struct contents_frame *contents_frame_by(const struct contents_object *o,
					       uint64_t number, int step);

#endif
