/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The map after calls that said where they changed it.
 *
 * One region by its address costs half a microsecond however large the map
 * is, a map of 60,000 regions twenty milliseconds: where a few calls came,
 * what is at their addresses now is asked for, and takes the place of the
 * regions that were there.  What a call has split reaches beyond its range on
 * both sides, as does what it has joined: both are found in whole.
 *
 * Whatever is not plain (no such kernel call, a target that went on changing
 * meanwhile, too many changes) is left to the reading of the whole map, which
 * comes with each period anyway.
 */
#include <config.h>

#include "source/sample/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/sample/claims.h"
#include "source/sample/classify.h"
#include "source/sample/diff.h"
#include "source/sample/identity.h"
#include "sys/loop.h"
#include "sys/procmap.h"

#define NAME_SIZE 4096
#define FRESH_MAX (4 * PATCH_MAX)

/* old[i..j) becomes fresh[at..at + n), in [lo, hi). */
struct edit {
	uint64_t lo, hi;
	size_t i, j, at, n;
};

struct patch {
	struct source *s;
	struct sproc *p;
	int maps;
	VEC(struct edit) edits;
	sregions fresh;
	VEC(int32_t) from;	/* of fresh, into regions; -1 */
	sregions next;
};

static int by_start(const void *a, const void *b)
{
	const struct page_range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* --- what is there now ------------------------------------------------------ */

static void add_fresh(struct patch *t, const struct procmap *m,
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

/* It reaches beyond the edit: so does the edit then, whole old regions. */
static void reach_above(const struct patch *t, struct edit *e, uint64_t end)
{
	const sregions *old = &t->p->regions;

	e->hi = end > e->hi ? end : e->hi;
	while (e->j < old->n && old->v[e->j]->start < e->hi) {
		if (old->v[e->j]->end > e->hi)
			e->hi = old->v[e->j]->end;
		e->j++;
	}
}

static void reach_below(const struct patch *t, struct edit *e, uint64_t start)
{
	const sregions *old = &t->p->regions;

	e->lo = start < e->lo ? start : e->lo;
	while (e->i > 0 && old->v[e->i - 1]->end > e->lo) {
		e->i--;
		if (old->v[e->i]->start < e->lo)
			e->lo = old->v[e->i]->start;
	}
}

static int ask(struct patch *t, struct edit *e)
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
		if (t->fresh.n > FRESH_MAX ||
		    (m.start < at && at > e->lo))
			return -EAGAIN;	/* it has changed meanwhile */
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

static int one_change(struct patch *t, const struct page_range *c)
{
	const sregions *old = &t->p->regions;
	const struct edit *last = t->edits.n ? &t->edits.v[t->edits.n - 1]
					     : NULL;
	struct edit e = { .lo = c->start, .hi = c->end };
	int rc;

	if (last && e.lo < last->hi)
		e.lo = last->hi;
	if (e.lo >= e.hi)
		return 0;
	e.i = e.j = sregions_index(old, e.lo);
	if (e.i < old->n && old->v[e.i]->start < e.lo)
		e.lo = old->v[e.i]->start;
	reach_above(t, &e, e.hi);
	e.at = t->fresh.n;
	rc = ask(t, &e);
	if (rc < 0)
		return rc;
	if (last && e.lo < last->hi)
		return -EAGAIN;
	e.n = t->fresh.n - e.at;
	*vec_push(&t->edits) = e;
	return 0;
}

static int ask_all(struct patch *t)
{
	struct sproc *p = t->p;
	int rc = 0;

	qsort(p->changes.v, p->changes.n, sizeof *p->changes.v, by_start);
	for (size_t i = 0; i < p->changes.n && rc == 0; i++)
		rc = one_change(t, &p->changes.v[i]);
	return rc;
}

/* --- what was which ----------------------------------------------------------- */

/* One that is what it was stays the old region itself. */
static void keep_same(struct patch *t, size_t k)
{
	struct sregion *old = t->p->regions.v[t->from.v[k]];
	struct sregion *r = t->fresh.v[k];

	if (old->start == r->start && old->end == r->end &&
	    old->perm == r->perm && old->offset == r->offset &&
	    diff_same_name(old, r)) {
		sregion_free(r);
		t->fresh.v[k] = old;
	} else {
		sregion_carry_over(old, r);
		sproc_renames(t->p, old, r);
	}
}

static void match_edit(struct patch *t, const struct edit *e)
{
	sregions old = { t->p->regions.v + e->i, e->j - e->i, 0 };
	sregions now = { t->fresh.v + e->at, e->n, 0 };
	bool *kept = xcalloc(old.n + 1, sizeof *kept);

	for (size_t k = 0; k < e->n; k++)
		*vec_push(&t->from) = -1;
	diff_match(&old, &now, t->from.v + e->at, kept);
	for (size_t k = e->at; k < e->at + e->n; k++)
		if (t->from.v[k] >= 0) {
			t->from.v[k] += (int32_t)e->i;
			keep_same(t, k);
		}
	free(kept);
}

static void append(sregions *to, struct sregion **v, size_t n)
{
	if (n)
		memcpy(to->v + to->n, v, n * sizeof *v);
	to->n += n;
}

static void assemble(struct patch *t)
{
	const sregions *old = &t->p->regions;
	size_t done = 0;

	t->next.v = t->s->spare.v;
	t->next.cap = t->s->spare.cap;
	t->s->spare.v = NULL;
	t->s->spare.cap = 0;
	vec_reserve(&t->next, old->n + t->fresh.n + 1);
	for (size_t k = 0; k < t->edits.n; k++) {
		const struct edit *e = &t->edits.v[k];

		append(&t->next, old->v + done, e->i - done);
		append(&t->next, t->fresh.v + e->at, e->n);
		done = e->j;
	}
	append(&t->next, old->v + done, old->n - done);
}

/* --- what it is ----------------------------------------------------------------- */

static bool same_file(const struct sregion *a, const struct sregion *b)
{
	return a->inode && a->dev == b->dev && a->inode == b->inode;
}

/*
 * The neighbours too: a guard, the rest of an arena, the other parts of a
 * library; and theirs, for what they say of them.
 */
static void classify_around(struct patch *t, size_t from, size_t to)
{
	const sregions *v = &t->next;
	struct classify c;
	sregions part;

	from -= from > 0;
	to += to < v->n;
	while (from > 0 && from < v->n &&
	       same_file(v->v[from - 1], v->v[from]))
		from--;
	while (to > 0 && to < v->n && same_file(v->v[to - 1], v->v[to]))
		to++;
	part = (sregions){ v->v + from - (from > 0), 0, 0 };
	part.n = to + (to < v->n) - (from - (from > 0));
	c = classify_of(t->s, t->p, &part);
	c.below = from > 0;
	c.above = to < v->n;
	classify_regions(&c);
	for (size_t i = 0; i < part.n; i++)
		if (part.v[i]->news)
			*vec_push(&t->s->renamed) = part.v[i];
}

static void classify_all(struct patch *t)
{
	ptrdiff_t shift = 0;

	vec_clear(&t->s->renamed);
	for (size_t k = 0; k < t->edits.n; k++) {
		const struct edit *e = &t->edits.v[k];
		size_t at = (size_t)((ptrdiff_t)e->i + shift);

		classify_around(t, at, at + e->n);
		shift += (ptrdiff_t)e->n - (ptrdiff_t)(e->j - e->i);
	}
}

/* --- telling ---------------------------------------------------------------------- */

static void tell_edit(struct patch *t, const struct edit *e)
{
	const sregions *old = &t->p->regions;
	size_t end = e->at + e->n;

	for (size_t i = e->i; i < e->j; i++) {
		bool kept = false;

		for (size_t k = e->at; k < end && !kept; k++)
			kept = t->from.v[k] == (int32_t)i;
		if (!kept)
			region_tell(t->s, t->p, PASS_REMOVE, old->v[i], NULL,
				    0);
	}
	for (enum region_pass pass = PASS_SHRINK; pass < PASSES; pass++)
		for (size_t k = e->at; k < end; k++) {
			int32_t from = t->from.v[k];

			region_tell(t->s, t->p, pass,
				    from < 0 ? NULL : old->v[from],
				    t->fresh.v[k], 0);
			if (from < 0 || pass == PASS_GROW)
				t->fresh.v[k]->news = false;
		}
}

/* Those that only have another name now. */
static void tell_renamed(struct patch *t)
{
	for (size_t i = 0; i < t->s->renamed.n; i++) {
		struct sregion *r = t->s->renamed.v[i];

		if (r->news)
			space_emit(t->s, t->p, REGION_CHANGE, r, r->start, 0);
		r->news = false;
	}
	vec_clear(&t->s->renamed);
}

static void take_over(struct patch *t)
{
	struct sproc *p = t->p;
	bool added = false;

	round_regions(t->s, p, &t->next);
	for (size_t k = 0; k < t->fresh.n; k++)
		added |= t->from.v[k] < 0;
	for (size_t k = 0; k < t->edits.n; k++) {
		const struct edit *e = &t->edits.v[k];

		for (size_t f = e->at; f < e->at + e->n; f++)
			if (t->from.v[f] >= 0 &&
			    p->regions.v[t->from.v[f]] == t->fresh.v[f])
				p->regions.v[t->from.v[f]] = NULL;
		for (size_t i = e->i; i < e->j; i++)
			sregion_free(p->regions.v[i]);
	}
	/* The old array is where the next map is put together. */
	t->s->spare.v = p->regions.v;
	t->s->spare.cap = p->regions.cap;
	p->regions.v = NULL;
	p->regions.n = p->regions.cap = 0;
	space_replace(t->s, p, &t->next, added);
}

bool patch_work(struct source *s, struct sproc *p)
{
	struct patch t = { .s = s, .p = p };
	bool good = false;

	if (!p->synced || p->whole || p->again || !p->changes.n)
		return false;
	t.maps = sproc_open(s, p, "maps");
	if (t.maps < 0)
		return false;
	if (ask_all(&t) == 0) {
		for (size_t k = 0; k < t.edits.n; k++)
			match_edit(&t, &t.edits.v[k]);
		identity_give(s, p, &t.fresh, false);
		assemble(&t);
		classify_all(&t);
		for (size_t k = 0; k < t.edits.n; k++)
			tell_edit(&t, &t.edits.v[k]);
		tell_renamed(&t);
		claims_confirm(s, p, &t.next);
		take_over(&t);
		vec_clear(&p->changes);
		vec_clear(&t.fresh);
		p->map_read_ns = clock_ns();
		good = true;
	}
	close(t.maps);
	sregions_release(&t.fresh);
	vec_release(&t.from);
	vec_release(&t.edits);
	return good;
}
