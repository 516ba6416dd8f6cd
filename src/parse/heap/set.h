/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is active after a trace of calls: blocks by address, and mappings, which
 * may be given back in part.
 *
 *	struct heapset set = { .tell = say };
 *	heapset_call(&set, &call)		as often as there are calls
 *	VEC(...) sorted = heapset_list(...)
 *	heapset_release(&set);
 *
 * Each step is told, as memory_tracker's active_allocations does.
 *
 * Invariant: no two blocks have the same address, no two mappings overlap;
 * mappings are sorted.  The set owns the words of its entries.
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
	HEAPSET_RESIZED,	/* one end of it was given back */
	HEAPSET_SPLIT,		/* ... or its middle: this is the part behind */
	HEAPSET_REPLACED,	/* it was still there, and something else was got
				 * in its place: its end is not in the trace */
	HEAPSET_UNKNOWN,	/* what was given back was not there */
	HEAPSET_STEPS
};

typedef void heapset_tell_fn(void *arg, enum heapset_step step,
			     const struct heaptrace_call *entry);

#define HEAPSET_MOVED 64

struct heapset_entry {
	struct heaptrace_call call;
	uint64_t order;			/* by when it was got */
};

struct heapset {
	heapset_tell_fn *tell;		/* NULL: nobody wants to know */
	void *arg;
	VEC(struct heapset_entry *) maps;
	/* Blocks, a hash table of open addressing; room: a power of two. */
	struct heapset_entry **blocks;
	size_t room, n_blocks;
	/* Gone by a realloc that may still fail: the last of them, as many as
	 * threads may be in one. */
	struct heapset_entry *moved[HEAPSET_MOVED];
	unsigned next_moved;
	uint64_t order;
};

enum heapset_sort {
	HEAPSET_BY_ADDRESS, HEAPSET_BY_SIZE,	/* largest first */
	HEAPSET_BY_AGE,				/* oldest first */
	HEAPSET_BY_SITE				/* library, symbol, caller */
};

void heapset_call(struct heapset *set, const struct heaptrace_call *call);
/* All of it, sorted; *n entries, in an array for the caller to free(). */
struct heapset_entry **heapset_list(const struct heapset *set,
				    enum heapset_sort sort, size_t *n);

/* What entries cover, sorted and apart from each other. */
struct heapset_span {
	uint64_t start, end;
};
struct heapset_cover {
	VEC(struct heapset_span) spans;
};
void heapset_cover(struct heapset_cover *out,
		   struct heapset_entry *const *by_address, size_t n);
/* Every part of the mapping that is not covered. */
void heapset_uncovered(const struct heapset_cover *cover,
		       const struct heaptrace_call *map,
		       void (*part)(void *arg, uint64_t addr, uint64_t size),
		       void *arg);
void heapset_release(struct heapset *set);

#endif
