/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses records of libmmtop-heap.so (preload/heap_wire.h).  The caller passes
 * a copy of the memory, since the program may change the original at any time.
 *
 *	heapring_owner(copy, &owner)		the chunk's first slot
 *	while (at < used)
 *		at += heapring_record(...)	then each record, or slot of
 *						short forms (HEAP_LIKE)
 */
#ifndef PARSE_HEAP_RING_H
#define PARSE_HEAP_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/heap_record.h"
#include "preload/heap_wire.h"

struct heapring_record {
	unsigned op;			/* enum heap_op except HEAP_NONE */
	uint64_t time;			/* ticks */
	uint64_t addr, size, caller;
	bool passed;			/* the block was freed right after its
					 * allocation */
	uint64_t old, began;		/* 0 unless heap_has_old(op) */
	unsigned n_frames;
	uint64_t frames[HEAP_FRAMES_MAX];
};

/* Parses the head of a chunk.  Returns false if no thread can have written
 * it. */
bool heapring_owner(const uint64_t slot[HEAP_WORDS], struct heap_owner *out);
/*
 * Parses the record at slot `slot` of a chunk.  `words` is a copy of the `left`
 * slots from there to the end, at least 1.  Returns the number of slots of the
 * record, at least 1.  Sets *good to false if the record is invalid.
 */
unsigned heapring_record(const uint64_t *words, unsigned left, unsigned slot,
			 const struct heap_owner *owner,
			 struct heapring_record *out, bool *good);

/* True if a slot contains short forms: calls similar to the last full
 * record. */
static inline bool heapring_is_like(uint64_t first)
{
	return (first & 0xff & ~(uint64_t)HEAP_PASSED) == HEAP_LIKE;
}

/* Parses one word of a slot of short forms.  `at` is its byte offset in the
 * chunk; `got` is the address in the last full record.  Sets addr, size and
 * passed.  Returns false if the word is invalid. */
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

/* Parses a record of one slot, the most frequent kind.  Returns false if the
 * record is longer, or is invalid. */
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
