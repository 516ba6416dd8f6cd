/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records of libmmtop-heap.so (preload/heap_wire.h), from memory that the
 * program may have scribbled over.  What is given here is a copy: nothing of it
 * is read twice from where it can change.
 *
 *	heapring_owner(copy, &owner)		the chunk's first slot
 *	while (at < used)
 *		at += heapring_record(...)	then each record, or slot of
 *						calls like that of the one before
 */
#ifndef PARSE_HEAP_RING_H
#define PARSE_HEAP_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/heap_record.h"
#include "preload/heap_wire.h"

struct heapring_record {
	unsigned op;			/* enum heap_op, not HEAP_NONE */
	uint64_t time;			/* ticks */
	uint64_t addr, size, caller;
	bool passed;			/* addr was given back at once */
	uint64_t old, began;		/* heap_has_old(op), else 0 */
	unsigned n_frames;
	uint64_t frames[HEAP_FRAMES_MAX];
};

/* False: no thread's that could be. */
bool heapring_owner(const uint64_t slot[HEAP_WORDS], struct heap_owner *out);
/*
 * The record that begins in slot `slot` of a chunk, of which `left` slots from
 * there on are copied to words.  How many it takes, at least 1; *good: false,
 * it is none.  left is at least 1.
 */
unsigned heapring_record(const uint64_t *words, unsigned left, unsigned slot,
			 const struct heap_owner *owner,
			 struct heapring_record *out, bool *good);

/* Whether a slot has calls like that of the record before. */
static inline bool heapring_is_like(uint64_t first)
{
	return (first & 0xff & ~(uint64_t)HEAP_PASSED) == HEAP_LIKE;
}

/* One of those, at so many bytes behind the chunk's beginning; `got` is what the
 * record got that it is like.  Address, size and passed are filled in.  False: it
 * is none. */
static inline bool heapring_like(uint64_t word, unsigned at,
				 const struct heap_owner *owner, uint64_t got,
				 struct heapring_record *out)
{
	bool passed = word & HEAP_PASSED;
	uint64_t said = passed ? word ^ HEAP_PASS : word;
	uint64_t bare = said & ~HEAP_LIKE_CHECK;

	if (!heapring_is_like(word) ||
	    heap_like_check(bare, heap_like_key(owner->serial), at) !=
	    (said & HEAP_LIKE_CHECK) >> 24)
		return false;
	out->addr = heap_like_addr(got, bare);
	out->size = heap_like_size(bare);
	out->passed = passed;
	return true;
}

/* The commonest, of one slot: false, it is not such a one, or none. */
static inline bool heapring_brief(const uint64_t w[HEAP_WORDS], unsigned slot,
				  const struct heap_owner *owner,
				  struct heapring_record *out)
{
	unsigned op = w[0] & 0xff & ~HEAP_PASSED;
	bool passed = w[0] & HEAP_PASSED;

	if (w[0] >> 8 & 0xff || op == HEAP_NONE || op >= HEAP_LIKE ||
	    (passed && !heap_may_pass(op)) || heap_has_old(op) ||
	    heap_check(w, HEAP_WORDS, owner->serial, slot) !=
	    (w[0] & HEAP_CHECK) >> 16)
		return false;
	out->op = op;
	out->time = owner->base + (w[0] >> 32);
	out->addr = w[1];
	out->size = w[2];
	out->caller = w[3];
	out->passed = passed;
	out->old = out->began = 0;
	out->n_frames = 0;
	return true;
}

#endif
