/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/edits.h"

#include <stdlib.h>
#include <string.h>

#include "source/sample/maps/classify.h"
#include "source/sample/maps/diff.h"
#include "source/sample/maps/identity.h"
#include "source/sample/maps/space.h"
#include "source/sample/pages/pages.h"
#include "sys/loop.h"

/* Number of regions emitted between two checks of the clock. */
#define EMIT_STRIDE 64

/* --- collecting ---------------------------------------------------------- */

static struct edit *edit_at(struct edits *e, size_t at)
{
	if (!e->open)
		*vec_push(&e->list) = (struct edit){ at, at, e->fresh.n, 0 };
	e->open = true;
	return &e->list.v[e->list.n - 1];
}

void edits_add_fresh(struct edits *e, size_t at, struct sregion *r)
{
	edit_at(e, at)->n++;
	*vec_push(&e->fresh) = r;
}

void edits_drop(struct edits *e, size_t at)
{
	edit_at(e, at)->j = at + 1;
}

void edits_close(struct edits *e)
{
	e->open = false;
}

void edits_touch(struct sproc *p, size_t at)
{
	struct edits *e = &p->map.edits;
	size_t k = vec_lower(&e->list, x, x->j <= at);

	if (k < e->list.n && e->list.v[k].i <= at)
		return;
	*vec_insert(&e->list, k) = (struct edit){ at, at + 1, e->fresh.n, 1 };
	*vec_push(&e->fresh) = p->regions.v[at];
}

/* --- stacks of threads --------------------------------------------------- */

static int by_tid(const void *a, const void *b)
{
	const struct stack_seen *x = a, *y = b;

	return (x->tid > y->tid) - (x->tid < y->tid);
}

static void touch_address(struct sproc *p, uint64_t addr)
{
	size_t i = sregions_index(&p->regions, addr);

	if (addr && i < p->regions.n && p->regions.v[i]->start <= addr)
		edits_touch(p, i);
}

/* Touches the stacks of threads whose stack differs between the lists, or which
 * are in one list only. */
static void touch_differing(struct sproc *p, const struct stack_seen *was,
			    size_t n_was, const struct stack_seen *now,
			    size_t n_now)
{
	size_t i = 0, k = 0;

	while (i < n_was || k < n_now) {
		bool old = k == n_now || (i < n_was && was[i].tid <= now[k].tid);
		bool new = i == n_was || (k < n_now && now[k].tid <= was[i].tid);

		if (!old || !new || was[i].stack != now[k].stack) {
			touch_address(p, old ? was[i].stack : 0);
			touch_address(p, new ? now[k].stack : 0);
		}
		i += old;
		k += new;
	}
}

void edits_touch_stacks(struct sproc *p)
{
	VEC(struct stack_seen) now = VEC_INIT;

	if (p->wide != p->map.named_by.wide)
		for (size_t i = 0; i < p->regions.n; i++)
			edits_touch(p, i);
	for (size_t i = 0; i < p->tasks.n; i++)
		*vec_push(&now) = (struct stack_seen){
			p->tasks.v[i].tid, p->tasks.v[i].stack,
		};
	if (now.n)
		qsort(now.v, now.n, sizeof *now.v, by_tid);
	touch_differing(p, p->map.named_by.stacks.v, p->map.named_by.stacks.n,
			now.v, now.n);
	free(p->map.named_by.stacks.v);
	p->map.named_by.stacks.v = now.v;
	p->map.named_by.stacks.n = now.n;
	p->map.named_by.stacks.cap = now.cap;
	p->map.named_by.wide = p->wide;
	p->map.named_by.tasks = tasks_hash(p);
}

/* --- matching ------------------------------------------------------------ */

static void keep_same(struct sproc *p, size_t k)
{
	struct edits *e = &p->map.edits;
	struct sregion *old = p->regions.v[e->from.v[k]];
	struct sregion *r = e->fresh.v[k];

	if (old == r)
		return;
	if (old->start == r->start && old->end == r->end &&
	    old->perm == r->perm && old->offset == r->offset &&
	    diff_same_name(old, r)) {
		sregion_free(r);
		e->fresh.v[k] = old;
	} else {
		sregion_carry_over(old, r);
		sproc_renames(p, old, r);
	}
}

static void match_edit(struct sproc *p, const struct edit *d)
{
	struct edits *e = &p->map.edits;
	sregions old = { p->regions.v + d->i, d->j - d->i, 0 };
	sregions now = { e->fresh.v + d->at, d->n, 0 };

	diff_match(&old, &now, e->from.v + d->at, e->kept.v + d->i);
	for (size_t k = d->at; k < d->at + d->n; k++)
		if (e->from.v[k] >= 0) {
			e->from.v[k] += (int32_t)d->i;
			keep_same(p, k);
		}
}

static void match_all(struct sproc *p)
{
	struct edits *e = &p->map.edits;

	vec_reserve(&e->kept, p->regions.n + 1);
	memset(e->kept.v, 0, (p->regions.n + 1) * sizeof *e->kept.v);
	vec_clear(&e->from);
	for (size_t k = 0; k < e->fresh.n; k++)
		*vec_push(&e->from) = -1;
	for (size_t k = 0; k < e->list.n; k++)
		match_edit(p, &e->list.v[k]);
}

static void append(sregions *to, struct sregion **v, size_t n)
{
	if (n)
		memcpy(to->v + to->n, v, n * sizeof *v);
	to->n += n;
}

static void assemble(struct sampler *s, const struct sproc *p, struct edits *e)
{
	const sregions *old = &p->regions;
	size_t done = 0;

	e->next = s->spare;
	s->spare = (sregions)VEC_INIT;
	vec_reserve(&e->next, old->n + e->fresh.n + 1);
	for (size_t k = 0; k < e->list.n; k++) {
		const struct edit *d = &e->list.v[k];

		append(&e->next, old->v + done, d->i - done);
		append(&e->next, e->fresh.v + d->at, d->n);
		done = d->j;
	}
	append(&e->next, old->v + done, old->n - done);
}

/* --- classification ------------------------------------------------------ */

static bool same_file(const struct sregion *a, const struct sregion *b)
{
	return a->inode && a->dev == b->dev && a->inode == b->inode;
}

/*
 * Classifies next[from..to) and related regions next to that range: a guard,
 * the rest of an arena, the other parts of a library.  Their neighbours serve
 * as context.  Returns the end of the classified part.
 */
static size_t classify_around(struct sampler *s, struct sproc *p, size_t from,
			      size_t to)
{
	struct edits *e = &p->map.edits;
	const sregions *v = &e->next;
	struct classify c;
	sregions part;

	from -= from > 0;
	to += to < v->n;
	while (from > 0 && from < v->n &&
	       same_file(v->v[from - 1], v->v[from]))
		from--;
	while (to > 0 && to < v->n && same_file(v->v[to - 1], v->v[to]))
		to++;
	c = classify_part(s, p, v, from, to, &part);
	classify_regions(&c);
	s->work.classified += part.n;
	for (size_t i = 0; i < part.n; i++)
		if (part.v[i]->news)
			*vec_push(&e->renamed) = part.v[i];
	return to;
}

static void classify_edits(struct sampler *s, struct sproc *p)
{
	const struct edits *e = &p->map.edits;
	ptrdiff_t shift = 0;
	size_t done = 0;

	for (size_t k = 0; k < e->list.n; k++) {
		const struct edit *d = &e->list.v[k];
		size_t at = (size_t)((ptrdiff_t)d->i + shift);

		/* If all parts of a file have changed, the first edit of them
		 * has already classified them all. */
		if (at + d->n >= done)
			done = classify_around(s, p, at, at + d->n);
		shift += (ptrdiff_t)d->n - (ptrdiff_t)(d->j - d->i);
	}
}

static void identify(struct sampler *s, struct sproc *p)
{
	struct edits *e = &p->map.edits;

	if (!identity_waits(s, p)) {
		identity_give(s, p, &e->fresh, false);
		return;
	}
	identity_give(s, p, &e->next, true);
	for (size_t i = 0; i < e->next.n; i++)
		if (e->next.v[i]->news)
			*vec_push(&e->renamed) = e->next.v[i];
}

/* Counts the attaches of all segments, which can change while the map does
 * not. */
static void count_attaches(struct sampler *s, struct sproc *p)
{
	struct edits *e = &p->map.edits;
	struct classify c = classify_of(s, p, &e->next);

	for (size_t i = 0; i < e->next.n; i++)
		if (classify_attaches(&c, e->next.v[i]))
			*vec_push(&e->renamed) = e->next.v[i];
}

void edits_decide(struct sampler *s, struct sproc *p)
{
	struct edits *e = &p->map.edits;

	e->open = false;
	match_all(p);
	assemble(s, p, e);
	identify(s, p);
	classify_edits(s, p);
	if (p->sysv)
		count_attaches(s, p);
	e->edit = e->at = 0;
	e->pass = PASS_REMOVE;
}

bool edits_none(const struct edits *e)
{
	return !e->list.n && !e->renamed.n;
}

/* --- emitting, in an order without overlaps ------------------------------ */

static bool emit_one(struct sampler *s, struct sproc *p, const struct edit *d,
		     uint8_t flags)
{
	struct edits *e = &p->map.edits;
	size_t i = e->at++;
	struct sregion *r;
	int32_t from;
	bool told;

	if (e->pass == PASS_REMOVE)
		return !e->kept.v[d->i + i] &&
		       region_tell(s, p, e->pass, p->regions.v[d->i + i], NULL,
				   flags);
	r = e->fresh.v[d->at + i];
	from = e->from.v[d->at + i];
	told = region_tell(s, p, e->pass, from < 0 ? NULL : p->regions.v[from],
			   r, flags);
	if (from < 0 || e->pass == PASS_GROW)
		r->news = false;
	return told;
}

static void emit_renamed(struct sampler *s, struct sproc *p)
{
	struct edits *e = &p->map.edits;

	for (size_t i = 0; i < e->renamed.n; i++) {
		struct sregion *r = e->renamed.v[i];

		if (r->news)
			space_emit(s, p, REGION_CHANGE, r, r->start, 0);
		r->news = false;
	}
	vec_clear(&e->renamed);
}

bool edits_emit(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct edits *e = &p->map.edits;
	uint8_t flags = p->synced ? 0 : EVF_SYNTHETIC;
	size_t emitted = 0;

	while (e->edit < e->list.n) {
		const struct edit *d = &e->list.v[e->edit];
		size_t n = e->pass == PASS_REMOVE ? d->j - d->i : d->n;

		if (e->at == n) {
			e->at = 0;
			if (++e->pass == PASSES) {
				e->pass = PASS_REMOVE;
				e->edit++;
			}
		} else if (emit_one(s, p, d, flags) &&
			   ++emitted % EMIT_STRIDE == 0 &&
			   clock_ns() >= deadline) {
			return false;
		}
	}
	emit_renamed(s, p);
	return true;
}

/* --- applying ------------------------------------------------------------ */

/* True if fresh[k] is the old region object itself. */
static bool is_shared(const struct sproc *p, size_t k)
{
	const struct edits *e = &p->map.edits;
	int32_t from = k < e->from.n ? e->from.v[k] : -1;

	return from >= 0 && p->regions.v[from] == e->fresh.v[k];
}

/* Returns the total size without the vsyscall page, which VmSize does not
 * include. */
static uint64_t size_of(const sregions *v, size_t from, size_t to)
{
	uint64_t size = 0;

	for (size_t i = from; i < to; i++)
		if (v->v[i]->end <= ROUND_USER_END)
			size += v->v[i]->end - v->v[i]->start;
	return size;
}

void edits_apply(struct sampler *s, struct sproc *p)
{
	struct edits *e = &p->map.edits;

	p->quiet.size += size_of(&e->fresh, 0, e->fresh.n);
	for (size_t k = 0; k < e->list.n; k++)
		p->quiet.size -= size_of(&p->regions, e->list.v[k].i,
				   e->list.v[k].j);
	for (size_t k = 0; k < e->fresh.n; k++)
		if (is_shared(p, k))
			p->regions.v[e->from.v[k]] = NULL;
	for (size_t k = 0; k < e->list.n; k++)
		for (size_t i = e->list.v[k].i; i < e->list.v[k].j; i++)
			sregion_free(p->regions.v[i]);
	/* The array is reused for the next map. */
	vec_release(&s->spare);
	s->spare = p->regions;
	vec_clear(&s->spare);
	p->regions = e->next;
	e->next = (sregions)VEC_INIT;
	vec_clear(&e->fresh);
	edits_release(p);
}

void edits_release(struct sproc *p)
{
	struct edits *e = &p->map.edits;

	for (size_t k = 0; k < e->fresh.n; k++)
		if (!is_shared(p, k))
			sregion_free(e->fresh.v[k]);
	vec_release(&e->list);
	vec_release(&e->fresh);
	vec_release(&e->from);
	vec_release(&e->kept);
	vec_release(&e->next);
	vec_release(&e->renamed);
	*e = (struct edits){ .open = false };
}
