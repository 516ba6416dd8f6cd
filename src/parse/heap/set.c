/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/heap/set.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* The smallest page size.  The kernel rounds mappings up to whole pages. */
#define PAGE 4096u

static void tell(const struct heapset *set, enum heapset_step step,
		 const struct heaptrace_call *c)
{
	if (set->tell)
		set->tell(set->arg, step, c);
}

/* Copies c.  The entry and its words are one allocation. */
static struct heapset_entry *entry_new(struct heapset *set,
				       const struct heaptrace_call *c)
{
	size_t size = sizeof(struct heapset_entry) + c->name.len +
		      c->library.len + c->symbol.len;
	struct heapset_entry *e = xmalloc(size);
	char *to = (char *)(e + 1);
	struct bytes *const words[] = { &e->call.name, &e->call.library,
					&e->call.symbol };

	e->call = *c;
	e->order = set->order++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (words[i]->len)
			memcpy(to, words[i]->data, words[i]->len);
		words[i]->data = to;
		to += words[i]->len;
	}
	return e;
}

/* ---- blocks ------------------------------------------------------------- */

static size_t home_of(const struct heapset *set, uint64_t addr)
{
	return (size_t)(addr * UINT64_C(0x9e3779b97f4a7c15) >> 20) &
	       (set->room - 1);
}

/* Returns the index of the block or, if the block is not in the table, of the
 * free entry for it. */
static size_t find_block(const struct heapset *set, uint64_t addr)
{
	size_t i = home_of(set, addr);

	while (set->blocks[i] && set->blocks[i]->call.addr != addr)
		i = (i + 1) & (set->room - 1);
	return i;
}

static void grow(struct heapset *set)
{
	struct heapset_entry **old = set->blocks;
	size_t n = set->room;

	set->room = n ? 2 * n : 64;
	set->blocks = xcalloc(set->room, sizeof(struct heapset_entry *));
	for (size_t i = 0; i < n; i++)
		if (old[i])
			set->blocks[find_block(set, old[i]->call.addr)] =
				old[i];
	free(old);
}

/* Removes an entry.  Moves later entries into the gap, which would end a search
 * too soon. */
static void take_out(struct heapset *set, size_t hole)
{
	size_t i = hole;

	set->blocks[hole] = NULL;
	set->n_blocks--;
	for (;;) {
		size_t home;

		i = (i + 1) & (set->room - 1);
		if (!set->blocks[i])
			return;
		home = home_of(set, set->blocks[i]->call.addr);
		if (((i - home) & (set->room - 1)) <
		    ((i - hole) & (set->room - 1)))
			continue;
		set->blocks[hole] = set->blocks[i];
		set->blocks[i] = NULL;
		hole = i;
	}
}

/* Removes the block at index `at`.  The caller owns the returned entry. */
static struct heapset_entry *remove_block(struct heapset *set, size_t at,
					  enum heapset_step step)
{
	struct heapset_entry *e = set->blocks[at];

	tell(set, step, &e->call);
	take_out(set, at);
	return e;
}

static void put_block(struct heapset *set, struct heapset_entry *e)
{
	size_t at;

	if (2 * (set->n_blocks + 1) > set->room)
		grow(set);
	at = find_block(set, e->call.addr);
	if (set->blocks[at]) {
		free(remove_block(set, at, HEAPSET_REPLACED));
		at = find_block(set, e->call.addr);
	}
	set->blocks[at] = e;
	set->n_blocks++;
	tell(set, HEAPSET_ADDED, &e->call);
}

static void free_block(struct heapset *set, const struct heaptrace_call *c)
{
	size_t at = set->room ? find_block(set, c->addr) : 0;
	struct heapset_entry *e, **place;

	if (!set->room || !set->blocks[at]) {
		tell(set, HEAPSET_UNKNOWN, c);
		return;
	}
	e = remove_block(set, at, HEAPSET_REMOVED);
	if (c->kind == HEAPTRACE_MOVE) {
		place = &set->moved[set->next_moved++ % HEAPSET_MOVED];
		free(*place);
		*place = e;
	} else {
		free(e);
	}
}

static void stay(struct heapset *set, const struct heaptrace_call *c)
{
	for (unsigned i = 1; i <= HEAPSET_MOVED; i++) {
		struct heapset_entry **place =
			&set->moved[(set->next_moved - i) % HEAPSET_MOVED];
		struct heapset_entry *e = *place;

		if (!e || e->call.addr != c->addr)
			continue;
		*place = NULL;
		put_block(set, e);
		return;
	}
	tell(set, HEAPSET_UNKNOWN, c);
}

/* ---- mappings ----------------------------------------------------------- */

static uint64_t end_of(const struct heapset_entry *e)
{
	return e->call.addr + e->call.size;
}

static void drop_map(struct heapset *set, size_t i, enum heapset_step step)
{
	tell(set, step, &set->maps.v[i]->call);
	free(set->maps.v[i]);
	vec_remove(&set->maps, i);
}

/* Removes [start, end) from the mapping at index i, which overlaps the range.
 * Returns the index of the next mapping that may overlap the range. */
static size_t cut(struct heapset *set, size_t i, uint64_t start, uint64_t end,
		  enum heapset_step whole)
{
	struct heapset_entry *e = set->maps.v[i], *behind;
	struct heaptrace_call rest = e->call;

	if (start <= e->call.addr && end >= end_of(e)) {
		drop_map(set, i, whole);
		return i;
	}
	if (start > e->call.addr && end < end_of(e)) {
		rest.size = end_of(e) - end;
		rest.addr = end;
		e->call.size = start - e->call.addr;
		tell(set, HEAPSET_RESIZED, &e->call);
		behind = entry_new(set, &rest);
		behind->order = e->order;
		*vec_insert(&set->maps, i + 1) = behind;
		tell(set, HEAPSET_SPLIT, &behind->call);
		return i + 2;
	}
	if (start <= e->call.addr) {
		e->call.size = end_of(e) - end;
		e->call.addr = end;
	} else {
		e->call.size = start - e->call.addr;
	}
	tell(set, HEAPSET_RESIZED, &e->call);
	return i + 1;
}

/* Removes all mappings, or parts of mappings, in the range.  True if it removed
 * any. */
static bool take_away(struct heapset *set, const struct heaptrace_call *c,
		      enum heapset_step whole)
{
	uint64_t size = c->size > UINT64_MAX - c->addr - PAGE ? c->size :
			(c->size + PAGE - 1) / PAGE * PAGE;
	uint64_t end = c->addr + size;
	size_t i = vec_lower(&set->maps, e, end_of(*e) <= c->addr);
	bool any = false;

	while (i < set->maps.n && set->maps.v[i]->call.addr < end) {
		any = true;
		i = cut(set, i, c->addr, end, whole);
	}
	return any;
}

static void add_map(struct heapset *set, const struct heaptrace_call *c)
{
	size_t i;

	/* Mappings may remain in the range: the call used MAP_FIXED, or the
	 * trace lacks the unmapping. */
	(void)take_away(set, c, HEAPSET_REPLACED);
	i = vec_lower(&set->maps, e, (*e)->call.addr < c->addr);
	*vec_insert(&set->maps, i) = entry_new(set, c);
	tell(set, HEAPSET_ADDED, c);
}

/* ------------------------------------------------------------------------- */

void heapset_call(struct heapset *set, const struct heaptrace_call *c)
{
	switch (c->kind) {
	case HEAPTRACE_BLOCK:
		put_block(set, entry_new(set, c));
		break;
	case HEAPTRACE_FREE:
	case HEAPTRACE_MOVE:
		free_block(set, c);
		break;
	case HEAPTRACE_STAY:
		stay(set, c);
		break;
	case HEAPTRACE_MAP:
		if (c->size)
			add_map(set, c);
		break;
	case HEAPTRACE_UNMAP:
		if (!take_away(set, c, HEAPSET_REMOVED))
			tell(set, HEAPSET_UNKNOWN, c);
		break;
	}
}

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_bytes(struct bytes a, struct bytes b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int r = n ? memcmp(a.data, b.data, n) : 0;

	return r ? r : compare(a.len, b.len);
}

static int by_address(const void *a, const void *b)
{
	const struct heapset_entry *x = *(struct heapset_entry *const *)a,
				   *y = *(struct heapset_entry *const *)b;
	int r = compare(x->call.addr, y->call.addr);

	/* A mapping comes before a block at its start. */
	return r ? r : compare(y->call.size, x->call.size);
}

static int by_size(const void *a, const void *b)
{
	const struct heapset_entry *x = *(struct heapset_entry *const *)a,
				   *y = *(struct heapset_entry *const *)b;
	int r = compare(y->call.size, x->call.size);

	return r ? r : by_address(a, b);
}

static int by_age(const void *a, const void *b)
{
	const struct heapset_entry *x = *(struct heapset_entry *const *)a,
				   *y = *(struct heapset_entry *const *)b;
	int r = compare(x->order, y->order);

	return r ? r : by_address(a, b);
}

static int by_site(const void *a, const void *b)
{
	const struct heapset_entry *x = *(struct heapset_entry *const *)a,
				   *y = *(struct heapset_entry *const *)b;
	int r = compare_bytes(x->call.library, y->call.library);

	if (!r)
		r = compare_bytes(x->call.symbol, y->call.symbol);
	if (!r)
		r = compare(x->call.caller, y->call.caller);
	return r ? r : by_address(a, b);
}

struct heapset_entry **heapset_list(const struct heapset *set,
				    enum heapset_sort sort, size_t *n)
{
	static int (*const order[])(const void *, const void *) = {
		[HEAPSET_BY_ADDRESS] = by_address,
		[HEAPSET_BY_SIZE] = by_size,
		[HEAPSET_BY_AGE] = by_age,
		[HEAPSET_BY_SITE] = by_site,
	};
	struct heapset_entry **all =
		xcalloc(set->maps.n + set->n_blocks + 1, sizeof *all);
	size_t count = 0;

	for (size_t i = 0; i < set->maps.n; i++)
		all[count++] = set->maps.v[i];
	for (size_t i = 0; i < set->room; i++)
		if (set->blocks[i])
			all[count++] = set->blocks[i];
	qsort(all, count, sizeof *all, order[sort]);
	*n = count;
	return all;
}

void heapset_cover(struct heapset_cover *out,
		   struct heapset_entry *const *entries, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t start = entries[i]->call.addr;
		uint64_t end = end_of(entries[i]);
		struct heapset_span *last = out->spans.n ?
			&out->spans.v[out->spans.n - 1] : NULL;

		if (start == end)
			continue;
		if (!last || start > last->end)
			*vec_push(&out->spans) =
				(struct heapset_span){ start, end };
		else if (end > last->end)
			last->end = end;
	}
}

void heapset_uncovered(const struct heapset_cover *cover,
		       const struct heaptrace_call *map,
		       void (*part)(void *arg, uint64_t addr, uint64_t size),
		       void *arg)
{
	uint64_t at = map->addr, end = map->addr + map->size;
	size_t i = vec_lower(&cover->spans, e, e->end <= at);

	for (; i < cover->spans.n && at < end; i++) {
		const struct heapset_span *s = &cover->spans.v[i];

		if (s->start >= end)
			break;
		if (s->start > at)
			part(arg, at, s->start - at);
		at = s->end;
	}
	if (at < end)
		part(arg, at, end - at);
}

void heapset_release(struct heapset *set)
{
	while (set->maps.n)
		free(set->maps.v[--set->maps.n]);
	vec_release(&set->maps);
	for (size_t i = 0; i < set->room; i++)
		free(set->blocks[i]);
	for (size_t i = 0; i < HEAPSET_MOVED; i++) {
		free(set->moved[i]);
		set->moved[i] = NULL;
	}
	free(set->blocks);
	set->blocks = NULL;
	set->room = set->n_blocks = 0;
}
