/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a chunk of libmmtop-heap.so's records says (preload/heap_wire.h), which
 * its thread goes on to write: what was told is not told again.
 *
 * Nothing is behind `used`, and what stands before it does not change, but for
 * the last record or slot: that may come to say more.
 */
#ifndef SOURCE_HEAP_CHUNK_H
#define SOURCE_HEAP_CHUNK_H

#include "source/heap/pool.h"

/* What was told of a chunk; { 0 }: nothing, it is another owner's. */
struct chunk_told {
	uint16_t slots;			/* 0: none, not even its head */
	uint16_t last;			/* of them: may say more, 0: none */
	uint64_t seen[HEAP_WORDS];	/* what that said; of a record its first */
	uint64_t time;			/* of the last record */
	/* What that got, and for whom: HEAP_LIKE is said of it. */
	uint64_t got, caller;
	unsigned op;			/* HEAP_NONE: of none */
	unsigned n_frames;
	uint64_t frames[HEAP_FRAMES_MAX];
};

/* Whom it is told, and how much was. */
struct chunk_teller {
	heappool_fn *tell;
	void *arg;
	uint32_t told, invalid;		/* records; slots and words that are none */
};

/* What the chunk at `at` says more, up to `used` slots, at most HEAP_SLOTS. */
void chunk_tell(struct chunk_told *told, const char *at, unsigned used,
		struct chunk_teller *to);

#endif
