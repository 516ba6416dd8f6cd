/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "source/sample/core/procs.h"
#include "source/sample/pages/pages.h"
#include "source/sample/pages/tally.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

/* Rounds use at most 1/SHARE of the time: the longer they take, the less often
 * they run. */
#define SHARE 10
/* Maximum number of ranges in a partial round: with more ranges, a whole round
 * costs no more. */
#define RECOUNT_MAX 1024

void round_stop(struct sampler *s)
{
	struct round *r = &s->round;

	if (r->pagemap >= 0)
		close(r->pagemap);
	if (r->maps >= 0)
		close(r->maps);
	r->pagemap = r->maps = -1;
	r->proc = NULL;
	vec_clear(&r->extents);
	tally_clear(r);
}

static bool addr_is_anon(void *arg, uint64_t addr)
{
	const struct round *r = arg;
	const struct sregion *reg = sregions_find(&r->proc->regions, addr);

	/* The vdso has no file, but is not zero-filled. */
	return reg && !reg->inode && !(reg->perm & PERM_SHARED) &&
	       reg->kind != KIND_VDSO && reg->kind != KIND_SPECIAL;
}

static void extent_begin(struct sampler *s)
{
	struct round *r = &s->round;
	struct page_range *e = &r->extents.v[r->extent];
	sregions *v = &r->proc->regions;

	r->at = sregions_find(v, e->start) ? sregions_index(v, e->start)
					   : v->n;
	pagescan_begin(&r->scan, s->scanner, r->pagemap, r->maps, e->start,
		       e->end);
	r->scan.anon = addr_is_anon;
	r->scan.anon_arg = r;
	if (!extents_resume(s))
		tally_next(s);
}

void round_added(struct sproc *p)
{
	p->round.due = clock_ns();
	p->round.by_time = false;
}

void round_now(struct sproc *p)
{
	p->round.whole = true;
	round_added(p);
}

/* --- partial rounds ------------------------------------------------------ */

void round_recount(struct sampler *s, struct sproc *p, const struct sregion *r)
{
	struct page_range *last = p->round.recount.n ?
		&p->round.recount.v[p->round.recount.n - 1] : NULL;

	if ((!p->round.totals.known && s->round.proc != p) ||
	    r->end > ROUND_USER_END)
		return;
	if (last && last->end == r->start) {
		last->end = r->end;
	} else if (p->round.recount.n == RECOUNT_MAX) {
		p->round.whole = true;
	} else {
		*vec_push(&p->round.recount) = (struct page_range){
			r->start, r->end,
		};
	}
}

/* True if the counters of pages are unchanged; the map may have changed. */
static bool pages_rest(struct sampler *s, struct sproc *p)
{
	struct totals now;

	/* No counter shows if pages are written, so a round must find out. */
	if (!sample_may_rest(s) || p->writes || s->round.left.pid == p->pid)
		return false;
	now = totals_read(s, p);
	return totals_same_counts(&now, &p->round.totals) &&
	       !totals_stale(s, &p->round.totals, p->round.took_ns,
			     TOTALS_PAGES);
}

bool round_is_partial(struct sampler *s, struct sproc *p)
{
	return p->round.recount.n && !p->round.whole &&
	       pagescanner_skips_holes(s->scanner) && pages_rest(s, p);
}

static int by_start(const void *a, const void *b)
{
	const struct page_range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Sets the extents to the current regions that overlap the ranges to
 * recount. */
static void extents_recount(struct round *r, const struct sproc *p)
{
	const sregions *v = &p->regions;
	page_ranges found = VEC_INIT;

	for (size_t k = 0; k < p->round.recount.n; k++) {
		const struct page_range *e = &p->round.recount.v[k];

		for (size_t i = sregions_index(v, e->start);
		     i < v->n && v->v[i]->start < e->end; i++)
			*vec_push(&found) = (struct page_range){
				v->v[i]->start, v->v[i]->end,
			};
	}
	if (found.n)
		qsort(found.v, found.n, sizeof *found.v, by_start);
	vec_clear(&r->extents);
	for (size_t k = 0; k < found.n; k++) {
		size_t n = r->extents.n;

		if (n && r->extents.v[n - 1].end >= found.v[k].start)
			r->extents.v[n - 1].end = found.v[k].end;
		else
			*vec_push(&r->extents) = found.v[k];
	}
	vec_release(&found);
}

static void extents_choose(struct sampler *s, struct sproc *p)
{
	struct round *r = &s->round;

	r->partial = round_is_partial(s, p);
	s->work.rounds += !r->partial;
	s->work.recounts += r->partial;
	if (r->partial)
		extents_recount(r, p);
	else
		extents_of(s, p, &p->regions);
	p->round.whole = false;
	vec_clear(&p->round.recount);
}

static void round_begin(struct sampler *s, struct sproc *p)
{
	struct round *r = &s->round;

	p->round.due = 0;
	r->pagemap = sproc_open(s, p, "pagemap");
	if (r->pagemap < 0) {
		if (r->pagemap != -ENOENT && r->pagemap != -ESRCH)
			sample_unreadable(s, p, FILE_PAGEMAP, -r->pagemap);
		return;
	}
	r->maps = sproc_open(s, p, "maps");
	r->proc = p;
	r->totals = totals_read(s, p);
	r->extent = 0;
	r->dead = false;
	r->spent_ns = r->large_ns = 0;
	r->begun_ns = clock_ns();
	extents_choose(s, p);
	if (!r->extents.n ||
	    (r->maps < 0 && procroot_is_live(s->host->proc))) {
		round_stop(s);
		return;
	}
	if (!r->partial) {
		files_sweep(p);
		tally_beyond(s);
	}
	/* The totals of a whole round are known only at its end. */
	p->round.totals.known &= r->partial;
	extent_begin(s);
}

static void round_end(struct sampler *s)
{
	struct round *r = &s->round;
	struct sproc *p = r->proc;
	uint64_t next = r->begun_ns + r->spent_ns * SHARE;

	if (r->partial) {
		round_stop(s);
		return;
	}
	p->round.took_ns = r->spent_ns;
	p->round.totals = r->totals;
	if (s->host->wants.files && r->extent == r->extents.n)
		files_swept(s, p, FILE_AT_TIMER);
	/* The tick sets the due time; this code only postpones it. */
	if (next > clock_ns() + s->host->period_ns) {
		/* A round that was requested during this one must not be
		 * skipped as idle. */
		if (!p->round.due)
			p->round.by_time = true;
		p->round.due = next;
	}
	round_stop(s);
}

static bool same_layout(const sregions *a, const sregions *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->v[i] != b->v[i] &&
		    (a->v[i]->start != b->v[i]->start ||
		     a->v[i]->end != b->v[i]->end))
			return false;
	return true;
}

void round_regions(struct sampler *s, struct sproc *p, const sregions *next)
{
	struct round *r = &s->round;
	struct sregion was, *now;

	if (r->proc != p || same_layout(&p->regions, next))
		return;
	tally_drop(r);
	if (r->partial) {
		round_stop(s);
		round_now(p);
		return;
	}
	if (!pagescanner_skips_holes(s->scanner) ||
	    r->at >= p->regions.n) {
		extents_suspend(s);
		round_stop(s);
		round_now(p);
		return;
	}
	was = *p->regions.v[r->at];
	now = sregions_find(next, was.start);
	extents_of(s, p, next);
	if (!r->extents.n) {
		round_stop(s);
		return;
	}
	r->scan.end = r->extents.v[0].end;
	r->at = sregions_index(next, was.start);
	if (now && now->start == was.start && now->end == was.end)
		return;
	/* The region that is being counted has changed: count it again from its
	 * start. */
	if (r->at < next->n) {
		now = next->v[r->at];
		if (now->start < r->scan.pos)
			r->scan.pos = now->start;
		tally_region(s, now);
	}
}

/* True if all regions of p were emitted.  PAGES of other regions would be
 * useless. */
static bool regions_told(const struct sproc *p)
{
	return p->map.phase != MAP_EMIT && !p->map.again;
}

static bool round_due(const struct sampler *s, const struct sproc *p,
		      uint64_t now)
{
	return p->round.due && p->round.due <= now && p->synced && !p->gone &&
	       regions_told(p) && sproc_selected(s, p);
}

static void round_step(struct sampler *s, uint64_t deadline)
{
	struct round *r = &s->round;
	uint64_t begin = clock_ns(), cpu = clock_cpu_ns(), took;
	bool counted = tally_runs(s, deadline);
	int rc = 0;

	if (counted && r->scan.pos < r->scan.end && !r->dead) {
		rc = pagescan_step(&r->scan,
				   deadline > begin ? deadline - begin : 0,
				   tally_run, r);
		counted = rc >= 0 && tally_runs(s, deadline);
	}
	took = clock_ns() - begin;
	r->spent_ns += took;
	sample_spent(s, cpu);
	if (rc < 0 || r->dead) {
		r->proc->round.totals.known = false;
		round_stop(s);
		return;
	}
	if (!counted)
		return;
	if (r->scan.pos >= r->scan.end && ++r->extent < r->extents.n)
		extent_begin(s);
	if (r->extent == r->extents.n) {
		round_end(s);
	} else if (extents_tired(s, took)) {
		extents_suspend(s);
		round_end(s);
	}
}

/* True if no round is needed: its time has come, but no page has changed. */
static bool round_rests(struct sampler *s, struct sproc *p)
{
	return p->round.by_time && !p->round.recount.n && !p->round.whole &&
	       pages_rest(s, p);
}

/* Starts the next due round, but not of an idle process.  Returns true if it
 * did something. */
static bool round_next(struct sampler *s, uint64_t deadline)
{
	struct sproc *focus = sproc_find(s, sample_focus(s));
	uint64_t now = clock_ns();
	bool worked = false;

	for (size_t n = s->procs.n; n && !s->round.proc; n--) {
		struct sproc *p = focus && round_due(s, focus, now) ? focus :
			s->procs.v[s->at.rounds++ % s->procs.n];

		if (!round_due(s, p, now))
			continue;
		worked = true;
		if (round_rests(s, p))
			p->round.due = 0;
		else
			round_begin(s, p);
		if (clock_ns() >= deadline)
			break;
	}
	return worked;
}

bool round_work(struct sampler *s, uint64_t deadline)
{
	struct round *r = &s->round;

	if (!r->proc)
		return round_next(s, deadline);
	if (!regions_told(r->proc))
		return false;
	round_step(s, deadline);
	return true;
}
