/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writes/writelook.h"

#include <errno.h>
#include <unistd.h>

#include "source/sample/writes/writecall.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/pages/uffd.h"

/* At most a tenth of the time. */
#define SHARE 10
/* With more runs of regions they are registered when the map changes. */
#define RUNS_OFTEN 512
/* No call needs memory unregistered for longer: its task was killed. */
#define FREE_NS (200 * NS_PER_MS)
/* So many looks wait for another userfaultfd to go: ten seconds' worth. */
#define WAITS_MAX 100

/* --- which regions ---------------------------------------------------------- */

bool writes_registers(const struct sregion *r)
{
	return !r->inode && !(r->perm & PERM_SHARED) &&
	       r->kind != KIND_VDSO && r->kind != KIND_SPECIAL &&
	       r->end < 1ull << 63;
}

bool writes_private(const struct sregion *r)
{
	return writes_registers(r) && r->perm & PERM_W;
}

static void tell_fresh(struct sampler *s, const struct sproc *p,
		       const struct sregion *r)
{
	host_fact(s->host, &(struct fact){
		.kind = FACT_WRITTEN, .from = s,
		.written = { p->pid, r->start, r->end, .fresh = true },
	});
}

/* Registers whole areas at both ends: one that grew since the map was read must
 * not be cut. */
static int register_whole(const struct writes *w, uint64_t start, uint64_t end)
{
	const struct areas a = { w->uffd, w->maps };
	uint64_t from, to, ignored;

	areas_bounds(&a, start, &from, &ignored);
	areas_bounds(&a, end - 1, &ignored, &to);
	return uffd_register(w->uffd, from ? from : start, to ? to : end);
}

/*
 * Regions that follow each other go in one call, [first, *next) of them.  Done
 * again at each look: what was unmapped and mapped again at the same place is
 * not registered any more, and looks the same in the map.
 */
static int register_run(struct sampler *s, struct sproc *p, size_t first,
			size_t *next)
{
	const sregions *v = &p->regions;
	size_t n = first;
	int e;

	while (n < v->n && writes_registers(v->v[n]))
		n++;
	*next = n > first ? n : first + 1;
	if (n == first)
		return 0;
	p->writes->runs++;
	e = register_whole(p->writes, v->v[first]->start, v->v[n - 1]->end);
	if (e == -EBUSY || e == -ESRCH)
		return e;
	for (size_t i = first; i < n; i++) {
		int one = e;

		/* Some of it has gone meanwhile, or cannot be. */
		if (e < 0)
			one = register_whole(p->writes, v->v[i]->start,
					     v->v[i]->end);
		one = one == 0 && writes_private(v->v[i]);
		if (one && !v->v[i]->tracked)
			tell_fresh(s, p, v->v[i]);
		v->v[i]->tracked = one;
	}
	return 0;
}

static void count_regions(struct sampler *s, struct sproc *p)
{
	struct writes *w = p->writes;
	uint64_t regions = w->regions;

	w->regions = w->bytes = w->left = 0;
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (r->tracked) {
			w->regions++;
			w->bytes += r->end - r->start;
		} else {
			w->left += r->perm & PERM_W && r->kind != KIND_SPECIAL;
		}
	}
	if (w->armed && w->regions != regions)
		writes_tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
}

/* --- looking ----------------------------------------------------------------- */

void writelook_stop(struct writes *w)
{
	if (w->phase == LOOK_SCAN)
		writescan_end(&w->scan);
	/* Not to its end. */
	if (w->phase == LOOK_REGISTER)
		w->stale = true;
	if (w->pagemap >= 0)
		close(w->pagemap);
	w->pagemap = -1;
	w->phase = LOOK_IDLE;
}

struct written_look {
	struct sampler *s;
	struct sproc *p;
};

static void into_picture(struct picture *d, uint64_t start, uint64_t end)
{
	start = start > d->start ? start : d->start;
	end = end < d->end ? end : d->end;
	if (d->start && start < end)
		pageset_add(&d->written, start, end);
}

void writes_add(struct sampler *s, struct sproc *p, uint64_t start,
		uint64_t end)
{
	struct region_focus *d = &s->detail;

	if (!p->writes || !p->writes->armed)
		return;
	pageset_add(&p->writes->round, start, end);
	if (d->pid != p->pid)
		return;
	into_picture(&d->whole, start, end);
	into_picture(&d->window, start, end);
}

static void on_written(void *arg, uint64_t start, uint64_t end)
{
	const struct written_look *look = arg;

	writes_add(look->s, look->p, start, end);
	host_fact(look->s->host, &(struct fact){
		.kind = FACT_WRITTEN, .from = look->s,
		.written = { look->p->pid, start, end, .fresh = false },
	});
}

/* It is another's at the beginning: perhaps not for long. */
static bool wait_for_other(struct sampler *s, struct writes *w)
{
	if (w->armed || w->waits >= WAITS_MAX)
		return false;
	w->waits++;
	writelook_stop(w);
	w->due = clock_ns() + WRITES_PACE_NS;
	sample_due(s, w->due);
	return true;
}

/* That it is on would not be true (any more). */
static void look_failed(struct sampler *s, struct sproc *p, int r)
{
	if (r == -EBUSY && wait_for_other(s, p->writes))
		return;
	if (r == -ESRCH || r == -ENOENT)
		writes_end(s, p, false);
	else if (r == -EBUSY)
		writes_refuse(s, p, WRITES_WHY_OWN, WRITES_BY_NONE, 0);
	else
		writes_refuse(s, p, WRITES_WHY_FAILED, WRITES_BY_NONE, -r);
}

static void look_end(struct sampler *s, struct sproc *p)
{
	struct writes *w = p->writes;
	bool keen = s->detail.keen && s->detail.pid == p->pid;
	uint64_t pace = keen || s->host->period_ns < WRITES_PACE_NS
				? WRITES_PACE_NS : s->host->period_ns;

	writelook_stop(w);
	if (pace < w->spent_ns * SHARE)
		pace = w->spent_ns * SHARE;
	w->due = w->begun_ns + pace;
	if (w->armed) {
		/* What it costs. */
		if (clock_ns() - w->told_ns > NS_PER_S)
			writes_tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
		return;
	}
	w->armed = true;
	writes_tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
}

static int look_begin(struct sampler *s, struct sproc *p)
{
	struct writes *w = p->writes;

	w->begun_ns = clock_ns();
	w->spent_ns = 0;
	w->pagemap = sproc_open(s, p, "pagemap");
	if (w->pagemap < 0)
		return w->pagemap;
	w->phase = LOOK_REGISTER;
	w->at = 0;
	w->pos = 0;
	return 0;
}

/* From the first to the last that is registered: what is between costs
 * nothing. */
static void uffd_begin_scan(struct sproc *p)
{
	struct writes *w = p->writes;
	uint64_t start = 0, end = 0;

	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (!r->tracked)
			continue;
		if (!end)
			start = r->start;
		end = r->end;
	}
	writescan_begin(&w->scan, w->pagemap, start, end);
}

/* 0 there is more, 1 all are registered. */
static int register_all(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	int e = 0;

	/* The call's exit registers it. */
	if (w->free_calls && clock_ns() - w->free_ns < FREE_NS)
		return 0;
	w->free_calls = 0;
	if (!w->pos) {
		if (!w->stale && w->runs > RUNS_OFTEN)
			return 1;
		w->stale = false;
		w->runs = 0;
	}
	while (w->at < p->regions.n && e == 0) {
		e = register_run(s, p, w->at, &w->at);
		w->pos = p->regions.v[w->at - 1]->end;
		if (clock_ns() >= deadline)
			break;
	}
	return e < 0 ? e : w->at >= p->regions.n;
}

/* What a scan goes through is known then. */
static int register_step(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	bool soft = w->told.way == WRITES_BY_SOFT_DIRTY;
	int r = soft ? softlook_begin(s, p) : register_all(s, p, deadline);

	if (r < 0 || (r == 0 && !soft))
		return r;
	count_regions(s, p);
	if (!soft)
		uffd_begin_scan(p);
	w->phase = LOOK_SCAN;
	w->at = 0;
	w->pos = 0;
	return 0;
}

static int scan_step(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	struct written_look look = { s, p };
	uint64_t now = clock_ns();

	if (w->told.way == WRITES_BY_SOFT_DIRTY)
		return softlook_step(s, p, deadline, on_written, &look);
	return writescan_step(&w->scan, deadline > now ? deadline - now : 0,
			      on_written, &look);
}

void writelook_step(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	uint64_t begun = clock_ns();
	int r = 0;

	if (w->phase == LOOK_IDLE)
		r = look_begin(s, p);
	if (r == 0 && w->phase == LOOK_REGISTER)
		r = register_step(s, p, deadline);
	if (r == 0 && w->phase == LOOK_SCAN)
		r = scan_step(s, p, deadline);
	w->spent_ns += clock_ns() - begun;
	if (r < 0)
		look_failed(s, p, r);
	else if (r > 0)
		look_end(s, p);
}
