/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writelook.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "source/sample/writes.h"
#include "sys/loop.h"
#include "sys/procroot.h"
#include "sys/softdirty.h"
#include "sys/uffd.h"

/* At most a tenth of the time. */
#define SHARE 10
/* With more runs of regions they are registered when the map changes. */
#define RUNS_OFTEN 512
/* Larger ones cost too much where each entry is read. */
#define SOFT_DIRTY_MAX (64ull << 30)

/* --- which regions ---------------------------------------------------------- */

/* Memory that is the process' own, and may be written. */
static bool is_private(const struct sregion *r)
{
	return !r->inode && !(r->perm & PERM_SHARED) && (r->perm & PERM_W) &&
	       r->kind != KIND_VDSO && r->kind != KIND_SPECIAL &&
	       r->end < 1ull << 63;
}

/*
 * Regions that follow each other go in one call, [first, *next) of them.  Done
 * again at each look: what was unmapped and mapped again at the same place is
 * not registered any more, and looks the same in the map.
 */
static int register_run(struct sproc *p, size_t first, size_t *next)
{
	const sregions *v = &p->regions;
	size_t n = first;
	int e;

	while (n < v->n && is_private(v->v[n]))
		n++;
	*next = n > first ? n : first + 1;
	if (n == first)
		return 0;
	p->writes->runs++;
	e = uffd_register(p->writes->uffd, v->v[first]->start, v->v[n - 1]->end);
	if (e == -EBUSY || e == -ESRCH)
		return e;
	for (size_t i = first; i < n; i++) {
		/* Some of it has gone meanwhile. */
		if (e < 0)
			e = uffd_register(p->writes->uffd, v->v[i]->start,
					  v->v[i]->end) ? -EINVAL : 0;
		v->v[i]->tracked = e == 0;
	}
	return 0;
}

static void mark_soft_dirty(struct sproc *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		struct sregion *r = p->regions.v[i];

		r->tracked = is_private(r) &&
			     r->end - r->start <= SOFT_DIRTY_MAX;
	}
}

static void count_regions(struct source *s, struct sproc *p)
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
	if (w->pagemap >= 0)
		close(w->pagemap);
	w->pagemap = -1;
	w->phase = LOOK_IDLE;
}

struct look {
	struct source *s;
	struct sproc *p;
};

static void into_picture(struct picture *d, uint64_t start, uint64_t end)
{
	start = start > d->start ? start : d->start;
	end = end < d->end ? end : d->end;
	if (d->start && start < end)
		pageset_add(&d->written, start, end);
}

static void on_written(void *arg, uint64_t start, uint64_t end)
{
	const struct look *look = arg;
	struct detail *d = &look->s->detail;

	if (!look->p->writes->armed)
		return;
	pageset_add(&look->p->writes->round, start, end);
	if (d->pid != look->p->pid)
		return;
	into_picture(&d->whole, start, end);
	into_picture(&d->window, start, end);
}

static void look_end(struct source *s, struct sproc *p)
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

static void look_begin(struct source *s, struct sproc *p)
{
	struct writes *w = p->writes;

	w->begun_ns = clock_ns();
	w->spent_ns = 0;
	w->pagemap = sproc_open(s, p, "pagemap");
	if (w->pagemap < 0) {
		w->due = w->begun_ns + s->host->period_ns;
		return;
	}
	w->phase = LOOK_REGISTER;
	w->at = 0;
}

/* From the first to the last that is registered: what is between costs
 * nothing. */
static void scan_begin(struct sproc *p)
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
	w->phase = LOOK_SCAN;
	w->at = 0;
	w->pos = 0;
}

/* False: it was given up. */
static bool register_step(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	int e = 0;

	if (w->told.way == WRITES_BY_SOFT_DIRTY)
		mark_soft_dirty(p);
	else if (w->stale || w->runs <= RUNS_OFTEN)
		while (w->at < p->regions.n && e == 0) {
			if (!w->at)
				w->runs = 0;
			e = register_run(p, w->at, &w->at);
			if (clock_ns() >= deadline)
				break;
		}
	if (e == -EBUSY) {
		writes_refuse(s, p, WRITES_WHY_OWN, 0);
		return false;
	}
	if (e == -ESRCH) {
		writes_end(s, p, false);
		return false;
	}
	if (w->at < p->regions.n && w->told.way == WRITES_BY_UFFD &&
	    (w->stale || w->runs <= RUNS_OFTEN))
		return true;
	w->stale = false;
	count_regions(s, p);
	scan_begin(p);
	return true;
}

bool writelook_reset(struct source *s, struct sproc *p)
{
	int fd, r;

	if (!s->host->allow_clear_refs || softdirty_probe() < 0)
		return false;
	fd = procroot_openf(s->host->proc, O_WRONLY, "%d/clear_refs",
			    (int)p->pid);
	r = fd < 0 ? fd : softdirty_reset(fd);
	if (fd >= 0)
		close(fd);
	return r == 0;
}

/* One window of one region; what was found is forgotten by the reset at the
 * end of all. */
static int soft_dirty_step(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	struct look look = { s, p };

	while (w->at < p->regions.n) {
		const struct sregion *r = p->regions.v[w->at];
		uint64_t from = w->pos > r->start ? w->pos : r->start;
		uint64_t to = r->end - from > SOFTDIRTY_WINDOW
					? from + SOFTDIRTY_WINDOW : r->end;

		if (r->tracked) {
			int e = softdirty_scan(w->pagemap, from, to,
					       on_written, &look);

			if (e < 0)
				return e;
		}
		w->pos = to;
		if (!r->tracked || to == r->end) {
			w->at++;
			w->pos = 0;
		}
		if (clock_ns() >= deadline)
			return 0;
	}
	return writelook_reset(s, p) ? 1 : -ESRCH;
}

static void scan_step(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	struct look look = { s, p };
	uint64_t now = clock_ns();
	int r;

	if (w->told.way == WRITES_BY_SOFT_DIRTY)
		r = soft_dirty_step(s, p, deadline);
	else
		r = writescan_step(&w->scan, deadline > now ? deadline - now
							    : 0,
				   on_written, &look);
	if (r)
		look_end(s, p);
}

void writelook_step(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct writes *w = p->writes;
	uint64_t begun = clock_ns();

	if (w->phase == LOOK_IDLE)
		look_begin(s, p);
	if (w->phase == LOOK_REGISTER && !register_step(s, p, deadline))
		return;		/* w is not there any more, or idle */
	if (w->phase == LOOK_SCAN)
		scan_step(s, p, deadline);
	w->spent_ns += clock_ns() - begun;
}
