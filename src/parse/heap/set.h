/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory that is active after a trace of calls: blocks by address, and
 * mappings, parts of which may be unmapped.
 *
 *	struct heapset set = { .tell = say };
 *	heapset_call(&set, &call)		for each call
 *	VEC(...) sorted = heapset_list(...)
 *	heapset_release(&set);
 *
 * Each step is reported to tell(), as in memory_tracker's active_allocations.
 *
 * Invariants: no two blocks have the same address; no two mappings overlap;
 * mappings are sorted by address.  The set owns the words (name, library,
 * symbol) of its entries.
 */
#ifndef PARSE_HEAP_SET_H
#define PARSE_HEAP_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "parse/heap/trace.h"

enum heapset_step {
	HEAPSET_ADDED,
	HEAPSET_REMOVED,
	HEAPSET_RESIZED,	/* one end of the mapping was unmapped */
	HEAPSET_SPLIT,		/* the middle of the mapping was unmapped; the
				 * entry is the part after the hole */
	HEAPSET_REPLACED,	/* removed since its address was reused; the
				 * trace has no free for it */
	HEAPSET_UNKNOWN,	/* freed or unmapped without being active */
	HEAPSET_STEPS
};

typedef void heapset_tell_fn(void *arg, enum heapset_step step,
			     const struct heaptrace_call *entry);

#define HEAPSET_MOVED 64

struct heapset_entry {
	struct heaptrace_call call;
	uint64_t order;			/* number in the order of allocation,
					 * from 0 */
};

struct heapset {
	heapset_tell_fn *tell;		/* NULL: no reports */
	void *arg;
	VEC(struct heapset_entry *) maps;
	/* An open-addressing hash table of `room` entries, a power of two. */
	struct heapset_entry **blocks;
	size_t room, n_blocks;
	/* The blocks that realloc removed last: a realloc may still fail, and
	 * its block return.  There is room for one block of each thread. */
	struct heapset_entry *moved[HEAPSET_MOVED];
	unsigned next_moved;
	uint64_t order;
};

enum heapset_sort {
	HEAPSET_BY_ADDRESS, HEAPSET_BY_SIZE,	/* largest first */
	HEAPSET_BY_AGE,				/* oldest first */
	HEAPSET_BY_SITE				/* by library, then symbol, then
						 * caller */
};

void heapset_call(struct heapset *set, const struct heaptrace_call *call);
/* Returns an array of all entries, sorted, and sets *n to their number.  The
 * caller frees the array. */
struct heapset_entry **heapset_list(const struct heapset *set,
				    enum heapset_sort sort, size_t *n);

/* The sorted address ranges that entries cover.  Adjacent ranges are joined. */
struct heapset_span {
	uint64_t start, end;
};
struct heapset_cover {
	VEC(struct heapset_span) spans;
};
void heapset_cover(struct heapset_cover *out,
		   struct heapset_entry *const *by_address, size_t n);
/* Calls part() for each part of the mapping that the ranges do not cover. */
void heapset_uncovered(const struct heapset_cover *cover,
		       const struct heaptrace_call *map,
		       void (*part)(void *arg, uint64_t addr, uint64_t size),
		       void *arg);
void heapset_release(struct heapset *set);

#endif
