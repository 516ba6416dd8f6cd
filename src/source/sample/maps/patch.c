/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Updates the map at the addresses that calls have changed.  A query of one
 * region by address takes half a microsecond, whatever the size of the map; a
 * read of a map of 60,000 regions takes 20 ms.  So after a few calls mmtop
 * queries the regions at the changed addresses, and makes an edit (edits.h) of
 * each answer.
 *
 * A call can split or join regions that extend beyond the changed range; they
 * are handled as a whole.  The whole map is read instead if the kernel lacks
 * the query, if the map changes during the queries, or after too many changes.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/sample/maps/edits.h"
#include "source/sample/maps/space.h"
#include "sys/proc/map.h"

#define NAME_SIZE 4096
#define FRESH_MAX (4 * PATCH_MAX)

/* A span of addresses [lo, hi) to query.  The old regions in the span are
 * regions[i..j). */
struct span {
	uint64_t lo, hi;
	size_t i, j;
};

struct map_patch {
	struct sproc *p;
	int maps;
	uint64_t done;		/* end address of the previous span */
	sregions fresh;		/* current regions in this span; give() moves
				 * them to the edits */
};

static int by_start(const void *a, const void *b)
{
	const struct page_range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* --- current regions ----------------------------------------------------- */

static void add_fresh(struct map_patch *t, const struct procmap *m,
		      const char *name)
{
	struct sregion *r = xcalloc(1, sizeof *r);

	*r = (struct sregion){
		.start = m->start, .end = m->end, .offset = m->offset,
		.dev = m->dev, .inode = m->inode, .perm = (uint8_t)m->perm,
		.rss = EV_UNKNOWN, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
		.name_len = strlen(name),
	};
	if (r->name_len)
		r->name = xmemdup(name, r->name_len + 1);
	*vec_push(&t->fresh) = r;
	t->p->wide |= m->end > 1ull << 32;
}

/* Extends the span to `end`, and then to the end of the old region there. */
static void reach_above(const struct map_patch *t, struct span *e, uint64_t end)
{
	const sregions *old = &t->p->regions;

	e->hi = end > e->hi ? end : e->hi;
	while (e->j < old->n && old->v[e->j]->start < e->hi) {
		if (old->v[e->j]->end > e->hi)
			e->hi = old->v[e->j]->end;
		e->j++;
	}
}

static void reach_below(const struct map_patch *t, struct span *e,
			uint64_t start)
{
	const sregions *old = &t->p->regions;

	e->lo = start < e->lo ? start : e->lo;
	while (e->i > 0 && old->v[e->i - 1]->end > e->lo) {
		e->i--;
		if (old->v[e->i]->start < e->lo)
			e->lo = old->v[e->i]->start;
	}
}

static int ask(struct map_patch *t, struct span *e)
{
	char name[NAME_SIZE];
	struct procmap m;
	uint64_t at = e->lo;

	while (at < e->hi) {
		int rc = procmap_query(t->maps, at, true, &m, name,
				       sizeof name);

		if (rc == -ENOENT)
			break;
		if (rc < 0)
			return rc;
		if (m.start >= e->hi)
			break;
		if (t->fresh.n + t->p->map.edits.fresh.n > FRESH_MAX ||
		    (m.start < at && at > e->lo))
			return -EAGAIN;	/* the map changed during the queries */
		if (m.start < e->lo) {
			reach_below(t, e, m.start);
			at = e->lo;
			continue;
		}
		reach_above(t, e, m.end);
		add_fresh(t, &m, name);
		at = m.end;
	}
	return 0;
}

static void give(struct map_patch *t, const struct span *e)
{
	struct edits *to = &t->p->map.edits;

	edits_close(to);
	for (size_t k = 0; k < t->fresh.n; k++)
		edits_add_fresh(to, e->i, t->fresh.v[k]);
	for (size_t i = e->i; i < e->j; i++)
		edits_drop(to, i);
	vec_clear(&t->fresh);
	t->done = e->hi;
}

static int one_change(struct map_patch *t, const struct page_range *c)
{
	const sregions *old = &t->p->regions;
	struct span e = { .lo = c->start, .hi = c->end };
	int rc;

	if (e.lo < t->done)
		e.lo = t->done;
	if (e.lo >= e.hi)
		return 0;
	e.i = e.j = sregions_index(old, e.lo);
	if (e.i < old->n && old->v[e.i]->start < e.lo)
		e.lo = old->v[e.i]->start;
	reach_above(t, &e, e.hi);
	rc = ask(t, &e);
	if (rc == 0 && e.lo < t->done)
		rc = -EAGAIN;
	if (rc == 0)
		give(t, &e);
	return rc;
}

static int ask_all(struct map_patch *t)
{
	struct sproc *p = t->p;
	int rc = 0;

	qsort(p->map.changes.v, p->map.changes.n,
	      sizeof *p->map.changes.v, by_start);
	for (size_t i = 0; i < p->map.changes.n && rc == 0; i++)
		rc = one_change(t, &p->map.changes.v[i]);
	sregions_release(&t->fresh);
	return rc;
}

bool patch_ask(struct sampler *s, struct sproc *p)
{
	struct map_patch t = { .p = p };
	bool good;

	if (!p->synced || p->map.whole || p->map.again || !p->map.changes.n)
		return false;
	t.maps = sproc_open(s, p, "maps");
	if (t.maps < 0)
		return false;
	good = ask_all(&t) == 0;
	close(t.maps);
	if (!good)
		edits_release(p);
	return good;
}
