/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writes/writelook.h"

#include <errno.h>
#include <unistd.h>

#include "source/sample/writes/writecall.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/pages/uffd.h"

/* Passes use at most 1/SHARE of the time. */
#define SHARE 10
/* Maximum number of runs of adjacent regions that are registered in each pass.
 * More runs are registered only when the map changes. */
#define RUNS_OFTEN 512
/* Maximum number of passes that wait for the close of another userfaultfd: 10
 * s. */
#define WAITS_MAX 100

/* --- regions ------------------------------------------------------------- */

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

/* Registers the areas at both ends of the range as a whole.  An area that has
 * grown since the map was read must not be split. */
static int register_whole(struct area_walk *w, uint64_t start, uint64_t end)
{
	uint64_t from, to, ignored;

	areas_bounds(w, start, &from, &ignored);
	areas_bounds(w, end - 1, &ignored, &to);
	return uffd_register(w->areas.uffd, from ? from : start, to ? to : end);
}

/*
 * Registers adjacent regions, [first, *next), in one call.  Each pass repeats
 * this: if memory was unmapped and mapped again at the same address, it is no
 * longer registered, but the map is unchanged.
 */
static int register_run(struct sampler *s, struct sproc *p,
			struct area_walk *w, size_t first, size_t *next)
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
	e = register_whole(w, v->v[first]->start, v->v[n - 1]->end);
	if (e == -EBUSY || e == -ESRCH)
		return e;
	for (size_t i = first; i < n; i++) {
		int one = e;

		/* Part of the run was unmapped or cannot be registered:
		 * register its regions one by one. */
		if (e < 0)
			one = register_whole(w, v->v[i]->start,
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

/* --- looks --------------------------------------------------------------- */

void writelook_stop(struct writes *w)
{
	if (w->phase == LOOK_SCAN)
		writescan_end(&w->scan);
	/* The pass stopped before all regions were registered. */
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

/* Called if memory is registered with another userfaultfd when tracking starts.
 * Waits, because that userfaultfd may be closed soon. */
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

/* Waits for another userfaultfd, or stops tracking and reports why. */
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

/* Starts one scan from the first tracked region to the last.  Scanning the
 * memory between regions costs nothing. */
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

/* Registers all regions.  Returns 0 if regions are left, 1 at the end, or
 * -errno. */
static int register_all(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	struct area_walk walk = area_walk(&(struct areas){ w->uffd, w->maps });
	int e = 0;

	/* A running call needs unregistered memory; it is registered at the
	 * call's exit.  Until then, a pass only scans. */
	if (w->free_calls.n && clock_ns() - w->free_ns < WRITES_FREE_NS) {
		w->stale = true;
		return w->armed;
	}
	vec_clear(&w->free_calls);
	w->postponed = false;
	if (!w->pos) {
		if (!w->stale && w->runs > RUNS_OFTEN)
			return 1;
		w->stale = false;
		w->runs = 0;
	}
	while (w->at < p->regions.n && e == 0) {
		e = register_run(s, p, &walk, w->at, &w->at);
		w->pos = p->regions.v[w->at - 1]->end;
		if (clock_ns() >= deadline)
			break;
	}
	str_release(&walk.text);
	return e < 0 ? e : w->at >= p->regions.n;
}

/* Registers the regions.  When all are registered, starts the scan, whose range
 * is then known. */
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
