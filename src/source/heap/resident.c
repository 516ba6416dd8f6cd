/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures how many bytes of the live blocks are in memory, by site and by
 * block.  Also measures the rest of the allocator's memory, which is freed or
 * used by the allocator itself.  If only a part of a page belongs to a block,
 * the bytes of that part are counted.
 *
 * The whole [heap] and whole arenas count as the allocator's memory.  Other
 * regions may also contain mappings of the program itself, so only their pages
 * with a live block count.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "source/heap/areas.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define MAP_MAX (8u << 20)
/* The time limit of a scan: mmtop cannot handle stops of the program until it
 * ends.  Scans take at most 1/SHARE of the total time. */
#define LOOK_NS 12000000ull
#define SHARE 20
/* With more blocks than this a scan would take longer than LOOK_NS. */
#define BLOCKS_MAX (1u << 20)
/* Limits of the scan at the exit of a process, when its last thread is
 * stopped. */
#define LAST_NS 12000000ull
#define LAST_BLOCKS 200000u

struct looking {
	struct heap_areas areas;
	pid_t tid;			/* a thread that still uses the memory
					 * of the process */
	uint64_t *sites;		/* resident bytes of each site */
	uint64_t used;			/* sum of the resident bytes of all
					 * blocks */
};

/* --- regions of the allocator --------------------------------------------- */

static bool is_own(const struct ev_region *r)
{
	return r->op != REGION_REMOVE &&
	       (r->whose == WHOSE_HEAP || r->whose == WHOSE_ARENA);
}

void heap_region(struct heap_source *s, pid_t pid, const struct ev_region *r)
{
	size_t n = 0;

	if (r->op == REGION_SYNC)
		return;
	for (size_t i = 0; i < s->owns.n; i++) {
		struct heap_own *o = &s->owns.v[i];

		if (o->pid != pid || o->end <= r->start || o->start >= r->end)
			s->owns.v[n++] = *o;
	}
	s->owns.n = n;
	if (is_own(r))
		*vec_push(&s->owns) = (struct heap_own){ pid, r->start, r->end };
}

void heap_regions_gone(struct heap_source *s, pid_t pid)
{
	size_t n = 0;

	for (size_t i = 0; i < s->owns.n; i++)
		if (s->owns.v[i].pid != pid)
			s->owns.v[n++] = s->owns.v[i];
	s->owns.n = n;
}

static void take_owns(struct heap_source *s, struct heap_areas *a, pid_t pid)
{
	for (size_t i = 0; i < s->owns.n; i++) {
		const struct heap_own *o = &s->owns.v[i];
		struct heap_area *k = o->pid == pid ?
			heap_areas_find(a, o->start) : NULL;

		if (k)
			k->whole = true;
	}
}

/* --- all blocks ----------------------------------------------------------- */

static bool goes_on(const struct live_block *b)
{
	return b->size && b->addr <= UINT64_MAX - b->size;
}

static void mark(void *arg, const struct live_block *b)
{
	struct looking *l = arg;

	if (!l->areas.late && goes_on(b))
		heap_areas_mark(&l->areas, b->addr, b->addr + b->size);
}

static void add(void *arg, const struct live_block *b)
{
	struct looking *l = arg;
	uint64_t there;

	if (l->areas.late || !goes_on(b))
		return;
	there = heap_areas_add(&l->areas, b->addr, b->addr + b->size);
	l->sites[b->site] += there;
	l->used += there;
}

static void keep(struct looking *l, struct heap_proc *p, bool good)
{
	const struct heap_areas *a = &l->areas;
	uint64_t all = 0, spare = 0;

	for (uint32_t i = 0; i < live_sites(p->live); i++) {
		struct live_site *s = live_get(p->live, i);
		uint64_t is = good ? l->sites[i] : EV_UNKNOWN;

		s->changed |= s->resident != is;
		s->resident = is;
	}
	for (size_t i = 0; good && i < a->list.n; i++) {
		const struct heap_area *k = &a->list.v[i];
		size_t n = (size_t)((k->end - k->start) / a->page);

		for (size_t j = k->first; (k->has || k->whole) &&
					  j < k->first + n; j++) {
			if (a->there[j] && (k->whole || a->used[j]))
				all += a->page;
			if (a->there[j] && k->whole && !a->used[j])
				spare += a->page;
		}
	}
	all -= l->used < all ? l->used : all;
	p->freed = good ? all : EV_UNKNOWN;
	p->spare = good ? spare : EV_UNKNOWN;
}

static int open_pagemap(const struct heap_source *s, pid_t pid, pid_t tid)
{
	return procroot_openf(s->host->proc, O_RDONLY, "%d/task/%d/pagemap",
			      (int)pid, (int)tid);
}

static bool look(struct heap_source *s, struct looking *l, struct heap_proc *p)
{
	struct heap_areas *a = &l->areas;
	struct str maps = STR_INIT;
	bool good = false;

	a->fd = open_pagemap(s, p->pid, l->tid);
	if (a->fd < 0)
		return false;
	if (procroot_readf(s->host->proc, &maps, MAP_MAX, "%d/task/%d/maps",
			   (int)p->pid, (int)l->tid) == 0 && maps.len) {
		heap_areas_maps(a, &maps);
		take_owns(s, a, p->pid);
		live_each(p->live, mark, l);
		if (!a->late)
			heap_areas_read(a);
		if (!a->late)
			live_each(p->live, add, l);
		good = !a->late;
	}
	close(a->fd);
	str_release(&maps);
	return good;
}

static void look_for(struct heap_source *s, struct heap_proc *p, pid_t tid,
		     uint64_t ns, uint64_t most)
{
	struct looking l = { .tid = tid, .areas = {
		.page = (uint64_t)getpagesize(), .until = clock_ns() + ns,
	} };
	struct live_site sum;
	bool good;

	live_total(p->live, &sum);
	l.sites = xcalloc(live_sites(p->live), sizeof *l.sites);
	good = sum.blocks <= most && look(s, &l, p);
	keep(&l, p, good);
	heap_areas_release(&l.areas);
	free(l.sites);
}

void heap_scan_resident(struct heap_source *s, struct heap_proc *p)
{
	uint64_t began = clock_ns();

	if (began < p->look_ns)
		return;
	look_for(s, p, p->pid, LOOK_NS, BLOCKS_MAX);
	p->look_ns = clock_ns() + SHARE * (clock_ns() - began);
}

void heap_scan_last(struct heap_source *s, struct heap_proc *p, pid_t tid,
		    bool known)
{
	look_for(s, p, tid, LAST_NS, known ? LAST_BLOCKS : 0);
}

/* --- pages ---------------------------------------------------------------- */

/* Adds the memory of a block in the layout of glibc: the block starts with its
 * length, and has at least the size of the smallest chunk. */
static void add_chunk(void *arg, const struct live_block *b)
{
	struct heap_areas *a = arg;
	uint64_t from = b->addr - 16, end = b->addr + b->size;
	uint64_t chunk = (b->size + 8 + 15) & ~UINT64_C(15);

	if (a->late || b->addr < 16 || b->size > UINT64_MAX / 2 ||
	    b->addr > UINT64_MAX / 2 - 16)
		return;
	chunk = from + (chunk < HEAP_HOLE ? HEAP_HOLE : chunk);
	heap_areas_add(a, from, end > chunk ? end : chunk);
}

static void add_page(struct heap_bin *bin, const struct heap_areas *a, size_t i)
{
	bin->bytes += a->used[i];
	if (!a->used[i])
		bin->free++;
	else if (a->page - a->used[i] < HEAP_HOLE)
		bin->live++;
	else
		bin->mixed++;
}

bool heap_scan_pages(struct heap_source *s, struct heap_proc *p, uint64_t start,
		     uint64_t end, uint64_t bin_pages, struct heap_bins *out)
{
	uint64_t began = clock_ns(), n;
	struct heap_areas a = {
		.fd = open_pagemap(s, p->pid, p->pid),
		.page = (uint64_t)getpagesize(), .until = began + LOOK_NS,
	};

	start -= start % a.page;
	end -= end % a.page;
	n = end > start ? (end - start) / a.page : 0;
	a.late = a.fd < 0 || !n ||
		 (n - 1) / bin_pages >= REQ_HEAP_PAGES_MAX;
	if (!a.late) {
		heap_areas_one(&a, start, end);
		heap_areas_read(&a);
	}
	if (!a.late)
		live_each(p->live, add_chunk, &a);
	for (size_t i = 0; i < n && !a.late; i++) {
		if (i % bin_pages == 0)
			*vec_push(&out->list) = (struct heap_bin){ .live = 0 };
		if (a.there[i])
			add_page(&out->list.v[out->list.n - 1], &a, i);
	}
	if (a.fd >= 0)
		close(a.fd);
	heap_areas_release(&a);
	p->pages_ns = clock_ns() + SHARE * (clock_ns() - began);
	return !a.late;
}

/* --- listed blocks -------------------------------------------------------- */

uint64_t heap_scan_blocks(struct heap_source *s, const struct heap_proc *p,
			  struct heap_block *list, size_t n)
{
	struct heap_areas a = {
		.fd = open_pagemap(s, p->pid, p->pid),
		.page = (uint64_t)getpagesize(),
		.until = clock_ns() + LOOK_NS,
	};
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		struct heap_block *b = &list[i];

		b->resident = b->size ? EV_UNKNOWN : 0;
		if (a.fd < 0 || b->addr > UINT64_MAX - b->size ||
		    !heap_areas_there(&a, b->addr, b->addr + b->size,
				      &b->resident)) {
			sum = EV_UNKNOWN;
			continue;
		}
		if (sum != EV_UNKNOWN)
			sum += b->resident;
	}
	if (a.fd >= 0)
		close(a.fd);
	return sum;
}
