/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory that a program's allocator handed out, grouped by allocating code.
 *
 *	p->heap				NULL: no heap event for the process
 *	heap_site(p->heap, id)		the site with this id, or NULL
 *
 * A site is one place in the code, with its callers.  An event has the totals
 * of a site, so it replaces the event before.  All data come from the program
 * and are bounded.  If all processes together have more than HEAP_SITES sites,
 * further sites are counted and dropped.  Blocks are stored only for the site
 * that was requested last.
 */
#ifndef MODEL_MEMORY_HEAP_H
#define MODEL_MEMORY_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"
#include "model/rate.h"

#define HEAP_SITES 65536
#define HEAP_NAMES 65536
#define HEAP_BLOCKS 4096
#define HEAP_BINS 8192
#define HEAP_DEPTH 64

/* Name of a library or symbol, stored once; hostile.  The first id is 1. */
struct heap_name {
	unsigned id;
	char *text;
};

struct heap_site {
	uint64_t id;
	uint64_t caller;
	const struct heap_name *library, *symbol;	/* "": not known */
	uint64_t live, blocks;
	uint64_t resident;		/* bytes of live blocks in physical
					 * memory; EV_UNKNOWN if not known */
	uint64_t allocs, frees;		/* total numbers of blocks */
	uint64_t reallocs, bytes;	/* total numbers of calls and of
					 * bytes */
	uint64_t peak;			/* largest value of `live` so far */
	uint64_t at_peak;		/* value of `live` at the process's
					 * peak */
	uint64_t ages[HEAP_AGES];	/* live bytes by the age of their
					 * block */
	uint64_t classes[HEAP_CLASSES];	/* number of live blocks by size */
	uint64_t *stack;		/* callers of the caller, innermost
					 * first */
	/* "": not known */
	struct heap_called { const struct heap_name *library, *symbol; } *names;
	size_t depth;
	struct rate live_rate, alloc_rate;
	bool leaked;			/* the site had live blocks at exit */
};

struct heap {
	uint64_t number;		/* unique, from 1 */
	VEC(struct heap_site *) sites;	/* sorted by id */
	VEC(struct heap_name *) names;	/* sorted by text */
	uint64_t dropped;		/* number of sites dropped for lack of
					 * room */
	bool last;			/* the process has ended: only its
					 * unfreed blocks remain */
	bool rests;			/* private: no rate changes */
	size_t *sites_of_all;		/* private: points to m->heap_sites */
	/* Totals of the process; the B fields are not set. */
	bool total_known;
	struct ev_heap total;
	/* The values of mallinfo2(3) and the time when they were read (0:
	 * never), or the reason why there are none. */
	bool info_known;
	enum heap_info_why info_why;
	uint64_t info[HEAP_INFOS], info_ns;
	struct {
		uint64_t site;		/* the site of these blocks; valid if
					 * `told` */
		bool told;
		uint64_t time_ns;
		uint64_t count;		/* total number of blocks, even if fewer
					 * are stored */
		VEC(struct heap_block) v;	/* largest first */
	} blocks;
	/* The resident pages of blocks in the address range that was requested
	 * last. */
	struct {
		bool told;
		uint64_t start, end, page_size, bin_pages;
		VEC(struct heap_bin) v;	/* empty: the pages are not known */
		struct heap_bin sum;
	} pages;
};

/* Counts the pages of [start, end).  False if the range was not reported, or if
 * it covers only a part of a bin. */
bool heap_pages(const struct heap *h, uint64_t start, uint64_t end,
		struct heap_bin *sum);
struct heap_site *heap_site(const struct heap *h, uint64_t id);

#endif
