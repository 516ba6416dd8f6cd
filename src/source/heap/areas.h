/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory that live blocks lie in, page by page: which pages are there, and
 * how many bytes of each blocks have.  Nothing is sorted: blocks come as they
 * lie in their table, each is a few pages.
 *
 *	heap_areas_maps(&a, text)	the regions that may have blocks
 *	heap_areas_mark(&a, block)	of each block: which of them do
 *	heap_areas_read(&a)		which of their pages are there
 *	heap_areas_add(&a, from, to)	bytes of that which are there; they are
 *					those of a block
 *	heap_areas_release(&a)
 *
 * All of it has to be done by `until`: else `late`, and nothing is to be
 * believed.  What blocks say is hostile: what they overlap is counted twice, and
 * a page has never more than all of it.
 */
#ifndef SOURCE_HEAP_AREAS_H
#define SOURCE_HEAP_AREAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"

struct heap_area {
	uint64_t start, end;
	bool has;			/* blocks */
	bool whole;			/* nothing else is in it: the main heap,
					 * an arena */
	size_t first;			/* its pages, in used and there */
};
struct heap_areas {
	int fd;				/* its pagemap; the caller's */
	uint64_t page, until;
	bool late;
	VEC(struct heap_area) list;	/* by address */
	size_t near;			/* private: where the last one was */
	size_t pages, steps;
	uint32_t *used;			/* bytes of blocks */
	bool *there;
};

void heap_areas_maps(struct heap_areas *a, const struct str *maps);
/* [start, end) alone, which has blocks. */
void heap_areas_one(struct heap_areas *a, uint64_t start, uint64_t end);
struct heap_area *heap_areas_find(struct heap_areas *a, uint64_t addr);
void heap_areas_mark(struct heap_areas *a, uint64_t addr, uint64_t end);
void heap_areas_read(struct heap_areas *a);
uint64_t heap_areas_add(struct heap_areas *a, uint64_t from, uint64_t to);
/* Which of [from, to) is in memory, in bytes: without the rest of this. */
bool heap_areas_there(struct heap_areas *a, uint64_t from, uint64_t to,
		      uint64_t *bytes);
void heap_areas_release(struct heap_areas *a);

#endif
