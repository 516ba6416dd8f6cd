/* SPDX-License-Identifier: 0BSD */
/* The format of a record (heap_wire.h): its size, short form and check. */
#ifndef PRELOAD_HEAP_RECORD_H
#define PRELOAD_HEAP_RECORD_H

#include "preload/heap_wire.h"

static inline int heap_has_old(unsigned op)
{
	return op == HEAP_REALLOC || op == HEAP_REALLOCARRAY;
}

/* True if HEAP_PASSED may be set in a record with this op. */
static inline int heap_may_pass(unsigned op)
{
	return op >= HEAP_MALLOC && op <= HEAP_PVALLOC && !heap_has_old(op);
}

/*
 * A word of a HEAP_LIKE slot:
 *
 *	0-7	HEAP_LIKE, HEAP_PASSED
 *	8-23	size in bytes
 *	24-39	check
 *	40-63	address, minus that of the last full record, in units of
 *		16 bytes, signed
 */
static inline int heap_is_like(uint64_t lead, uint64_t addr, uint64_t size)
{
	uint64_t far = addr - lead + (UINT64_C(1) << 27);

	return ((far & 15) | far >> 28 | size >> 16) == 0;
}

static inline uint64_t heap_like_word(uint64_t lead, uint64_t addr,
				      uint64_t size)
{
	return HEAP_LIKE | size << 8 | (addr - lead) << 36;
}

static inline uint64_t heap_like_size(uint64_t word)
{
	return word >> 8 & 0xffff;
}

static inline uint64_t heap_like_addr(uint64_t lead, uint64_t word)
{
	uint64_t behind = word >> 40 << 4;

	return lead + (behind ^ UINT64_C(1) << 27) - (UINT64_C(1) << 27);
}

static inline uint64_t heap_like_key(uint64_t serial)
{
	return serial * UINT64_C(0x9e3779b97f4a7c15);
}

/* The check of a word in which the check and HEAP_PASSED are still 0.  `key` is
 * the heap_like_key() of the chunk's owner; `at` is the byte offset of the word
 * in the chunk. */
static inline uint64_t heap_like_check(uint64_t word, uint64_t key, uint32_t at)
{
	return ((word ^ (key + at)) * UINT64_C(0xff51afd7ed558ccd)) >> 48;
}

/* Number of slots of a record with this number of stack frames. */
static inline unsigned heap_slots(unsigned op, unsigned frames)
{
	unsigned words = HEAP_WORDS + (heap_has_old(op) ? 2 : 0) + frames;

	return (words + HEAP_WORDS - 1) / HEAP_WORDS;
}

/* The 16-bit check of n words, a multiple of HEAP_WORDS.  Leaves out the bits
 * of the first word that contain the check.  The multiplications do not depend
 * on each other, so the processor can overlap them. */
static inline uint64_t heap_check(const uint64_t *w, unsigned n,
				  uint64_t serial, uint32_t slot)
{
	uint64_t sum = (serial << 10 | slot) * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t first = w[0] & ~HEAP_CHECK & ~(uint64_t)HEAP_PASSED;

	for (unsigned i = 0; i < n; i += HEAP_WORDS) {
		sum = (sum << 31 | sum >> 33) +
		      (first ^ (w[i + 1] << 20 | w[i + 1] >> 44)) *
		      UINT64_C(0xff51afd7ed558ccd) +
		      (w[i + 2] ^ (w[i + 3] << 20 | w[i + 3] >> 44)) *
		      UINT64_C(0xc4ceb9fe1a85ec53);
		if (i + HEAP_WORDS < n)
			first = w[i + HEAP_WORDS];
	}
	sum = ((sum ^ sum >> 32) * UINT64_C(0xff51afd7ed558ccd)) >> 48;
	return w[0] & HEAP_PASSED ? sum ^ HEAP_PASS >> 16 : sum;
}

#endif
