/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a program's own allocator gave out, by the code that asked for it.
 *
 *	p->heap				NULL: nothing was told of the process
 *	heap_site(p->heap, id)		one of its sites, or NULL
 *
 * A site is one place in the code, with those that called it.  What is told of
 * it are whole figures, so each telling takes the place of the one before.  All
 * of it comes from the program and is kept within bounds: sites beyond
 * HEAP_SITES of all processes are counted and left out, and of the blocks only
 * those of the site that was asked for last are kept.
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

/* A library or a symbol, kept once; hostile.  id: its identity, from 1 on. */
struct heap_name {
	unsigned id;
	char *text;
};

struct heap_site {
	uint64_t id;
	uint64_t caller;
	const struct heap_name *library, *symbol;	/* "" where not known */
	uint64_t live, blocks;
	uint64_t resident;		/* bytes of those; EV_UNKNOWN */
	uint64_t allocs, frees;		/* blocks, ever */
	uint64_t reallocs, bytes;	/* ever, too */
	uint64_t peak;			/* the most bytes at a time */
	uint64_t at_peak;		/* bytes at the process' peak */
	uint64_t ages[HEAP_AGES];	/* live bytes, by how long they live */
	uint64_t classes[HEAP_CLASSES];	/* live blocks, by size */
	uint64_t *stack;		/* who called the caller, innermost
					 * first */
	/* "" where not known */
	struct heap_called { const struct heap_name *library, *symbol; } *names;
	size_t depth;
	struct rate live_rate, alloc_rate;
	bool leaked;			/* it had something at the end */
};

struct heap {
	uint64_t number;		/* of no other, from 1 on */
	VEC(struct heap_site *) sites;	/* by id */
	VEC(struct heap_name *) names;	/* by text */
	uint64_t dropped;		/* sites that there was no room for */
	bool last;			/* private: this is what it left */
	bool rests;			/* private: no rate moves */
	size_t *sites_of_all;		/* private */
	/* Of the whole process; what of it is bytes is not kept. */
	bool total_known;
	struct ev_heap total;
	/* What its allocator says of itself, as mallinfo2(3) has it, and when it
	 * did, 0: never; or why it does not. */
	bool info_known;
	enum heap_info_why info_why;
	uint64_t info[HEAP_INFOS], info_ns;
	struct {
		uint64_t site;		/* whose; valid where told is */
		bool told;
		uint64_t time_ns;
		uint64_t count;		/* how many there are */
		VEC(struct heap_block) v;	/* as told: the largest first */
	} blocks;
	/* Where the blocks lie of what was asked for last. */
	struct {
		bool told;
		uint64_t start, end, page_size, bin_pages;
		VEC(struct heap_bin) v;	/* none: that is not known */
		struct heap_bin sum;
	} pages;
};

/* Counts the pages of [start, end).  False where that is not known: it was not
 * told, or is a part of a bin. */
bool heap_pages(const struct heap *h, uint64_t start, uint64_t end,
		struct heap_bin *sum);
struct heap_site *heap_site(const struct heap *h, uint64_t id);

#endif
