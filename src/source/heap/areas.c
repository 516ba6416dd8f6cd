/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/areas.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "parse/heap/glibc.h"
#include "parse/proc/maps.h"
#include "sys/loop.h"

#define WINDOW 512u		/* pages whose pagemap entries are read with one
				 * system call */
#define PRESENT (UINT64_C(1) << 63)
/* A scan of more pages than this would exceed its time limit. */
#define PAGES_MAX (4u << 20)
/* Number of check_time() calls between two readings of the clock. */
#define STEPS 1024u

static void check_time(struct heap_areas *a)
{
	if (++a->steps % STEPS == 0 && clock_ns() > a->until)
		a->late = true;
}

/* --- regions -------------------------------------------------------------- */

void heap_areas_maps(struct heap_areas *a, const struct str *maps)
{
	static const char heap[] = "[heap]";
	struct scan at = scan_of(maps->data, maps->len);
	struct maps_entry e;

	while (maps_next(&at, &e, NULL))
		if (!e.inode)
			*vec_push(&a->list) = (struct heap_area){
				.start = e.start, .end = e.end,
				.whole = maps_name_is(&e, heap,
						      sizeof heap - 1),
			};
}

void heap_areas_one(struct heap_areas *a, uint64_t start, uint64_t end)
{
	*vec_push(&a->list) = (struct heap_area){ .start = start, .end = end,
						  .has = true };
}

/* Index of the first area that ends after addr.  Tries the last result first,
 * since blocks of one site are often close together. */
static size_t place(struct heap_areas *a, uint64_t addr)
{
	size_t i = a->near;

	if (i < a->list.n && addr < a->list.v[i].end &&
	    (addr >= a->list.v[i].start || !i ||
	     addr >= a->list.v[i - 1].end))
		return i;
	return a->near = vec_lower(&a->list, k, k->end <= addr);
}

struct heap_area *heap_areas_find(struct heap_areas *a, uint64_t addr)
{
	size_t i = place(a, addr);

	return i < a->list.n && addr >= a->list.v[i].start ? &a->list.v[i]
							   : NULL;
}

/* Marks an area as having a block.  An area that is aligned like an arena of
 * glibc is taken for one.  But if the block lies right at its start, the area
 * is the mapping of a single large block. */
static void mark(struct heap_area *k, uint64_t addr)
{
	k->has = true;
	if (k->start % GLIBC_HEAP_MAX(true) == 0 && addr > k->start + 16)
		k->whole = true;
}

void heap_areas_mark(struct heap_areas *a, uint64_t addr, uint64_t end)
{
	for (size_t i = place(a, addr);
	     i < a->list.n && a->list.v[i].start < end; i++)
		mark(&a->list.v[i], addr);
	check_time(a);
}

/* --- pages ---------------------------------------------------------------- */

/* Reads the pagemap entries from address `at` up to `end`.  Returns their
 * number; 0 if the deadline has passed or they cannot be read. */
static size_t read_window(const struct heap_areas *a, uint64_t at, uint64_t end,
			  uint64_t map[WINDOW])
{
	uint64_t n = (end - at - 1) / a->page + 1;
	ssize_t got;

	n = n < WINDOW ? n : WINDOW;
	got = pread(a->fd, map, n * sizeof *map,
		    (off_t)(at / a->page * sizeof *map));
	if (got < (ssize_t)sizeof *map || clock_ns() > a->until)
		return 0;
	return (size_t)got / sizeof *map;
}

static bool read_area(struct heap_areas *a, const struct heap_area *k)
{
	uint64_t map[WINDOW], at = k->start;
	bool *there = a->there + k->first;

	while (at < k->end) {
		size_t n = read_window(a, at, k->end, map);

		if (!n)
			return false;
		for (size_t i = 0; i < n; i++)
			*there++ = map[i] & PRESENT;
		at += n * a->page;
	}
	return true;
}

void heap_areas_read(struct heap_areas *a)
{
	for (size_t i = 0; i < a->list.n; i++) {
		struct heap_area *k = &a->list.v[i];
		uint64_t n = (k->end - k->start) / a->page;

		if (!k->has && !k->whole)
			continue;
		k->first = a->pages;
		if (n > PAGES_MAX - a->pages) {
			a->late = true;
			return;
		}
		a->pages += n;
	}
	a->used = xcalloc(a->pages + 1, sizeof *a->used);
	a->there = xcalloc(a->pages + 1, sizeof *a->there);
	for (size_t i = 0; i < a->list.n && !a->late; i++)
		if (a->list.v[i].has || a->list.v[i].whole)
			a->late = !read_area(a, &a->list.v[i]);
}

/* Adds the part of a block that lies in one area.  Returns how many of its
 * bytes are in memory. */
static uint64_t add_part(struct heap_areas *a, const struct heap_area *k,
			 uint64_t from, uint64_t to)
{
	uint64_t sum = 0, next;

	for (; from < to && !a->late; from = next) {
		size_t i = k->first + (size_t)((from - k->start) / a->page);
		uint64_t n;

		next = from - from % a->page + a->page;
		next = next < to ? next : to;
		check_time(a);
		if (!a->there[i])
			continue;
		n = next - from;
		sum += n;
		a->used[i] += (uint32_t)(n < a->page - a->used[i] ? n :
					 a->page - a->used[i]);
	}
	return sum;
}

uint64_t heap_areas_add(struct heap_areas *a, uint64_t from, uint64_t to)
{
	uint64_t sum = 0;

	check_time(a);
	for (size_t i = place(a, from); i < a->list.n && !a->late; i++) {
		const struct heap_area *k = &a->list.v[i];

		if (k->start >= to)
			break;
		if (k->has || k->whole)
			sum += add_part(a, k, from > k->start ? from : k->start,
					to < k->end ? to : k->end);
	}
	return sum;
}

bool heap_areas_there(struct heap_areas *a, uint64_t from, uint64_t to,
		      uint64_t *bytes)
{
	uint64_t map[WINDOW], sum = 0, at = from - from % a->page;

	while (at < to) {
		size_t n = read_window(a, at, to, map);

		if (!n)
			return false;
		for (size_t i = 0; i < n; i++, at += a->page) {
			uint64_t end = at + a->page;

			if (map[i] & PRESENT)
				sum += (end < to ? end : to) -
				       (at > from ? at : from);
		}
	}
	*bytes = sum;
	return true;
}

void heap_areas_release(struct heap_areas *a)
{
	vec_release(&a->list);
	free(a->used);
	free(a->there);
}
