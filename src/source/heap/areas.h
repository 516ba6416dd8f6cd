/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory around the live blocks, page by page: which pages are in memory,
 * and how many bytes of each page belong to blocks.  The blocks are not sorted:
 * they are processed in the order of their hash table, and most have few pages.
 *
 *	heap_areas_maps(&a, text)	finds the regions that may have blocks
 *	heap_areas_mark(&a, block)	for each block: marks its regions
 *	heap_areas_read(&a)		reads which pages of the marked regions
 *					are in memory
 *	heap_areas_add(&a, from, to)	adds a block's bytes to its pages;
 *					returns how many are in memory
 *	heap_areas_release(&a)
 *
 * `until` is the deadline.  When it has passed, `late` is set and all results
 * are invalid.  The blocks are hostile input: if they overlap, their bytes are
 * counted twice, but at most the page size for each page.
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
	bool has;			/* a live block lies in it */
	bool whole;			/* the whole area belongs to the
					 * allocator: it is [heap] or an
					 * arena */
	size_t first;			/* index of its first page in `used` and
					 * `there` */
};
struct heap_areas {
	int fd;				/* the pagemap file of the process;
					 * owned by the caller */
	uint64_t page, until;
	bool late;
	VEC(struct heap_area) list;	/* sorted by address */
	size_t near;			/* private: index of the area that was
					 * found last */
	size_t pages, steps;
	uint32_t *used;			/* bytes of each page that belong to
					 * blocks */
	bool *there;
};

void heap_areas_maps(struct heap_areas *a, const struct str *maps);
/* Adds [start, end) as the only area, marked as having blocks. */
void heap_areas_one(struct heap_areas *a, uint64_t start, uint64_t end);
struct heap_area *heap_areas_find(struct heap_areas *a, uint64_t addr);
void heap_areas_mark(struct heap_areas *a, uint64_t addr, uint64_t end);
void heap_areas_read(struct heap_areas *a);
uint64_t heap_areas_add(struct heap_areas *a, uint64_t from, uint64_t to);
/* Counts the bytes of [from, to) that are in memory; the functions above need
 * not be called first.  Returns false if the pages could not be read. */
bool heap_areas_there(struct heap_areas *a, uint64_t from, uint64_t to,
		      uint64_t *bytes);
void heap_areas_release(struct heap_areas *a);

#endif
