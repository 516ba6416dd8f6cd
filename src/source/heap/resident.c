/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of the live blocks is in memory, by site, and what else is in the
 * memory that they lie in: freed, or the allocator's own.  Partial pages count
 * by bytes.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "parse/maps.h"
#include "sys/loop.h"
#include "sys/procroot.h"

#define MAP_MAX (8u << 20)
#define WINDOW 512u		/* pages of one read */
#define PRESENT (UINT64_C(1) << 63)
/* A look takes so long at most, and the next one comes when this was a
 * twentieth of the time. */
#define LOOK_NS 30000000ull
#define SHARE 20
/* So many blocks take longer. */
#define SPOTS_MAX 400000u

struct spot {
	uint64_t start, end;
	uint32_t site;
};
struct looking {
	int fd;
	uint64_t page, until;
	VEC(struct spot) spots;		/* by address */
	size_t at;			/* the first that may go on */
	uint64_t *sites;		/* bytes of each */
	uint64_t all, used;		/* bytes of the regions; of blocks */
};

static void add_spot(void *arg, const struct live_block *b)
{
	struct looking *l = arg;

	if (b->size && b->addr <= UINT64_MAX - b->size)
		*vec_push(&l->spots) = (struct spot){
			b->addr, b->addr + b->size, b->site };
}

static int by_start(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* The bytes of blocks in a page that is in memory. */
static void count_page(struct looking *l, uint64_t page)
{
	uint64_t end = page + l->page;

	l->all += l->page;
	for (; l->at < l->spots.n && l->spots.v[l->at].start < end; l->at++) {
		const struct spot *s = &l->spots.v[l->at];
		uint64_t from = s->start > page ? s->start : page;
		uint64_t to = s->end < end ? s->end : end;

		if (to > from) {
			l->sites[s->site] += to - from;
			l->used += to - from;
		}
		/* It goes on in the next one. */
		if (s->end > end)
			break;
	}
}

/* False: there is no more time, or nothing to read. */
static bool count_region(struct looking *l, uint64_t start, uint64_t end)
{
	uint64_t map[WINDOW];

	for (uint64_t at = start; at < end;) {
		uint64_t n = (end - at) / l->page;
		ssize_t got;

		n = n < WINDOW ? n : WINDOW;
		got = pread(l->fd, map, n * sizeof *map,
			    (off_t)(at / l->page * sizeof *map));
		if (got < (ssize_t)sizeof *map || clock_ns() > l->until)
			return false;
		n = (uint64_t)got / sizeof *map;
		for (uint64_t i = 0; i < n; i++, at += l->page) {
			while (l->at < l->spots.n &&
			       l->spots.v[l->at].end <= at)
				l->at++;
			if (map[i] & PRESENT)
				count_page(l, at);
		}
	}
	return true;
}

static bool count_all(struct looking *l, struct str *maps)
{
	struct scan at = scan_of(maps->data, maps->len);
	struct maps_entry e;

	while (maps_next(&at, &e, NULL)) {
		while (l->at < l->spots.n && l->spots.v[l->at].end <= e.start)
			l->at++;
		if (l->at >= l->spots.n)
			break;
		if (l->spots.v[l->at].start < e.end && !e.inode &&
		    !count_region(l, e.start, e.end))
			return false;
	}
	return true;
}

static void keep(struct looking *l, struct heap_proc *p, bool good)
{
	for (uint32_t i = 0; i < live_sites(p->live); i++) {
		struct live_site *s = live_get(p->live, i);
		uint64_t is = good ? l->sites[i] : EV_UNKNOWN;

		s->changed |= s->resident != is;
		s->resident = is;
	}
	p->freed = good ? l->all - (l->used < l->all ? l->used : l->all)
			: EV_UNKNOWN;
}

static bool look(struct source *s, struct looking *l, pid_t pid)
{
	struct str maps = STR_INIT;
	bool good = false;

	l->fd = procroot_openf(s->host->proc, O_RDONLY, "%d/pagemap", (int)pid);
	if (l->fd < 0)
		return false;
	if (procroot_readf(s->host->proc, &maps, MAP_MAX, "%d/maps",
			   (int)pid) == 0)
		good = count_all(l, &maps);
	close(l->fd);
	str_release(&maps);
	return good;
}

void heap_look_resident(struct source *s, struct heap_proc *p)
{
	uint64_t began = clock_ns();
	struct looking l = { .page = (uint64_t)getpagesize(),
			     .until = began + LOOK_NS };
	struct live_site sum;
	bool good = false;

	if (began < p->look_ns)
		return;
	live_total(p->live, &sum);
	l.sites = xcalloc(live_sites(p->live), sizeof *l.sites);
	if (sum.blocks <= SPOTS_MAX) {
		live_each(p->live, add_spot, &l);
		if (l.spots.n)
			qsort(l.spots.v, l.spots.n, sizeof *l.spots.v, by_start);
		good = look(s, &l, p->pid);
	}
	keep(&l, p, good);
	vec_release(&l.spots);
	free(l.sites);
	p->look_ns = clock_ns() + SHARE * (clock_ns() - began);
}
