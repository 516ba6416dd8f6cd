/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads records of libmmtop-heap.so from a chunk (preload/heap_wire.h) while
 * its thread continues to write records to it.  No record is reported twice.
 *
 * The chunk has no data after the slot `used`.  The data before that slot does
 * not change, except the last record or slot, which may be extended.
 */
#ifndef SOURCE_HEAP_CHUNK_H
#define SOURCE_HEAP_CHUNK_H

#include "source/heap/pool.h"

/* The progress of reading a chunk.  { 0 }: nothing was read, or the chunk has a
 * new owner. */
struct chunk_progress {
	uint16_t slots;			/* number of slots read; 0: not even the
					 * chunk's head */
	uint16_t last;			/* number of the slot that may still be
					 * extended; 0: none */
	uint64_t seen[HEAP_WORDS];	/* the words of the slot `last` as
					 * read; of a full record only the
					 * first word */
	uint64_t time;			/* time of the last record */
	/* Address and caller of the last full record, which HEAP_LIKE words
	 * refer to. */
	uint64_t got, caller;
	unsigned op;			/* operation of that record; HEAP_NONE:
					 * no HEAP_LIKE may follow */
	unsigned n_frames;
	uint64_t frames[HEAP_FRAMES_MAX];
};

/* The receiver of the records, and counts. */
struct chunk_reader {
	heappool_fn *tell;
	void *arg;
	uint32_t told, invalid;		/* records reported; slots and words
					 * that were invalid */
};

/* Reports the new records of the chunk at address `at`, up to slot `used`,
 * which is at most HEAP_SLOTS. */
void chunk_read(struct chunk_progress *told, const char *at, unsigned used,
		struct chunk_reader *to);

#endif
