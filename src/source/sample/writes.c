/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/procroot.h"
#include "sys/softdirty.h"
#include "sys/uffd.h"

/* Ten looks a second at most, and at most a tenth of the time. */
#define PACE_NS (100 * NS_PER_MS)
#define SHARE 10
/* With more runs of regions they are registered when the map changes. */
#define RUNS_OFTEN 512
/* Unregistering holds up the target's mmap() for as long as it takes. */
#define WINDOW (16ull << 20)
/* Larger ones cost too much where each entry is read. */
#define SOFT_DIRTY_MAX (64ull << 30)

/* --- telling ------------------------------------------------------------- */

static void tell(struct source *s, struct sproc *p, enum writes_state state,
		 enum writes_why why, int error)
{
	struct writes *w = p->writes;
	struct event ev = sample_event(s, EV_WRITES, p->pid, 0);

	ev.u.writes = (struct ev_writes){
		.state = state, .why = why, .way = w->told.way,
		.regions = w->regions, .bytes = w->bytes, .left = w->left,
		.scan_ns = w->spent_ns, .error = error,
	};
	/* How many regions it has is no news for a log. */
	if (w->told.state == state && state == WRITES_ON)
		ev.flags = EVF_AGAIN;
	w->told = ev.u.writes;
	w->told_ns = clock_ns();
	sample_emit(s, &ev);
}

void writes_again(struct source *s, struct sproc *p)
{
	struct event ev = sample_event(s, EV_WRITES, p->pid, 0);

	if (!p->writes)
		return;
	ev.flags = EVF_AGAIN;
	ev.u.writes = p->writes->told;
	sample_emit(s, &ev);
}

/* --- the life of it -------------------------------------------------------- */

static struct writes *make(struct source *s, struct sproc *p)
{
	struct writes *w = xcalloc(1, sizeof *w);

	w->uffd = w->pagemap = -1;
	w->round.page = s->page_size;
	p->writes = w;
	for (size_t i = 0; i < p->regions.n; i++)
		p->regions.v[i]->tracked = false;
	return w;
}

static void look_stop(struct writes *w)
{
	if (w->phase == LOOK_SCAN)
		writescan_end(&w->scan);
	if (w->pagemap >= 0)
		close(w->pagemap);
	w->pagemap = -1;
	w->phase = LOOK_IDLE;
}

/* What is registered with it is taken out bit by bit. */
static void hand_over(struct source *s, struct sproc *p)
{
	struct unregister *u = xcalloc(1, sizeof *u);

	u->uffd = p->writes->uffd;
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (r->tracked)
			*vec_push(&u->ranges) = (struct page_range){
				r->start, r->end,
			};
	}
	*vec_push(&s->unregisters) = u;
	sample_due(s, clock_ns());
}

void writes_free(struct source *s, struct sproc *p, bool alive)
{
	struct writes *w = p->writes;

	if (!w)
		return;
	look_stop(w);
	if (w->uffd >= 0 && alive)
		hand_over(s, p);
	else if (w->uffd >= 0)
		close(w->uffd);
	pageset_release(&w->round);
	free(w);
	p->writes = NULL;
}

void writes_ask(struct source *s, struct sproc *p)
{
	if (p->writes && p->writes->told.state == WRITES_ON)
		return;
	if (!p->writes)
		make(s, p);
	tell(s, p, WRITES_STARTING, WRITES_WHY_NONE, 0);
}

void writes_end(struct source *s, struct sproc *p, bool alive)
{
	if (!p->writes)
		return;
	p->writes->told.way = WRITES_BY_NONE;
	p->writes->regions = p->writes->bytes = p->writes->left = 0;
	tell(s, p, WRITES_OFF, alive ? WRITES_WHY_NONE : WRITES_WHY_GONE, 0);
	writes_free(s, p, alive);
}

static void refuse(struct source *s, struct sproc *p, enum writes_why why,
		   int error)
{
	struct writes *w = p->writes;

	look_stop(w);
	if (w->uffd >= 0)
		hand_over(s, p);
	w->uffd = -1;
	/* What else was tried. */
	w->told.way = why == WRITES_WHY_KERNEL && s->host->allow_clear_refs
			? WRITES_BY_SOFT_DIRTY : WRITES_BY_NONE;
	tell(s, p, why == WRITES_WHY_GONE ? WRITES_OFF : WRITES_REFUSED, why,
	     error);
}

static bool by_soft_dirty(struct source *s, struct sproc *p)
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

static void start(struct source *s, struct sproc *p, enum writes_way way)
{
	struct writes *w = p->writes;
	uint64_t now = clock_ns();

	w->told.way = way;
	/* What was reset needs no first look. */
	w->armed = way == WRITES_BY_SOFT_DIRTY;
	w->due = now;
	if (w->armed)
		tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
	sample_due(s, now);
}

void writes_begin(struct source *s, const struct tracked *t)
{
	struct sproc *p = sproc_find(s, t->pid);
	int r;

	if (!p) {
		if (t->fd >= 0)
			close(t->fd);
		return;
	}
	if (!p->writes)
		make(s, p);
	if (p->writes->told.state == WRITES_ON) {
		writes_free(s, p, true);
		make(s, p);
	}
	p->writes->uffd = t->fd;
	if (t->fd < 0) {
		if ((t->why == WRITES_WHY_KERNEL ||
		     t->why == WRITES_WHY_MACHINE ||
		     t->why == WRITES_WHY_DENIED) && by_soft_dirty(s, p))
			start(s, p, WRITES_BY_SOFT_DIRTY);
		else
			refuse(s, p, t->why, t->error);
		return;
	}
	r = uffd_begin(t->fd);
	if (r < 0)
		refuse(s, p, WRITES_WHY_KERNEL, -r);
	else
		start(s, p, WRITES_BY_UFFD);
}

/* --- which regions ---------------------------------------------------------- */

/* Memory that is the process' own, and may be written. */
static bool is_private(const struct sregion *r)
{
	return !r->inode && !(r->perm & PERM_SHARED) && (r->perm & PERM_W) &&
	       r->kind != KIND_VDSO && r->kind != KIND_SPECIAL &&
	       r->end < 1ull << 63;
}

bool writes_tracks(const struct sproc *p, const struct sregion *r)
{
	return p->writes && p->writes->armed && r->tracked;
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

void writes_regions(struct source *s, struct sproc *p)
{
	struct writes *w = p->writes;

	if (!w)
		return;
	w->stale = true;
	w->at = 0;
	w->pos = 0;
	/* What is new is registered before long. */
	if (w->phase == LOOK_IDLE && w->due > w->begun_ns + PACE_NS) {
		w->due = w->begun_ns + PACE_NS;
		sample_due(s, w->due);
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
		tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
}

/* --- looking ----------------------------------------------------------------- */

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
	uint64_t pace = keen || s->host->period_ns < PACE_NS
				? PACE_NS : s->host->period_ns;

	look_stop(w);
	if (pace < w->spent_ns * SHARE)
		pace = w->spent_ns * SHARE;
	w->due = w->begun_ns + pace;
	if (w->armed) {
		/* What it costs. */
		if (clock_ns() - w->told_ns > NS_PER_S)
			tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
		return;
	}
	w->armed = true;
	tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
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
		refuse(s, p, WRITES_WHY_OWN, 0);
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
	return by_soft_dirty(s, p) ? 1 : -ESRCH;
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

static void look_step(struct source *s, struct sproc *p, uint64_t deadline)
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

uint64_t writes_due(const struct source *s, const struct sproc *p)
{
	const struct writes *w = p->writes;

	if (!w || !w->told.way || w->told.state == WRITES_REFUSED ||
	    !p->synced || p->gone ||
	    p->map.phase == MAP_EMIT || !sproc_selected(s, p))
		return 0;
	return w->phase == LOOK_IDLE ? w->due : 1;
}

/* --- telling whoever paints --------------------------------------------------- */

struct filling {
	struct binner *b;
	page_ranges *ranges;
};

static void fill(void *arg, uint64_t start, uint64_t end)
{
	const struct filling *f = arg;

	binner_add(f->b, start, end, PAGE_WRITTEN);
	if (f->ranges)
		*vec_push(f->ranges) = (struct page_range){ start, end };
}

void writes_fill(const struct pageset *from, struct binner *b,
		 page_ranges *ranges)
{
	struct filling f = { b, ranges };

	binner_forget_written(b);
	pageset_each(from, b->start, b->end, fill, &f);
}

/* --- the jobs ------------------------------------------------------------------ */

static void unregister_free(struct source *s, size_t i)
{
	struct unregister *u = s->unregisters.v[i];

	close(u->uffd);
	vec_release(&u->ranges);
	free(u);
	vec_remove(&s->unregisters, i);
}

/* One window of it. */
static void unregister_step(struct source *s)
{
	struct unregister *u = s->unregisters.v[0];
	struct page_range *r = &u->ranges.v[u->at];
	uint64_t to;

	if (u->at >= u->ranges.n) {
		unregister_free(s, 0);
		return;
	}
	to = r->end - r->start > WINDOW ? r->start + WINDOW : r->end;
	/* What was unmapped meanwhile is no matter; where all of it is gone
	 * there is nothing left to do. */
	if (uffd_unregister(u->uffd, r->start, to) == -ESRCH)
		u->at = u->ranges.n;
	r->start = to;
	if (r->start == r->end)
		u->at++;
}

void writes_close(struct source *s)
{
	while (s->unregisters.n) {
		unregister_step(s);
		pagescan_pause();
	}
	vec_release(&s->unregisters);
}

static bool unregister_work(struct source *s, uint64_t deadline)
{
	if (!s->unregisters.n)
		return false;
	do {
		unregister_step(s);
		pagescan_pause();
	} while (s->unregisters.n && clock_ns() < deadline);
	return true;
}

bool writes_work(struct source *s, uint64_t deadline)
{
	uint64_t now = clock_ns();

	if (unregister_work(s, deadline))
		return true;
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];
		uint64_t due = writes_due(s, p);

		if (!due || due > now)
			continue;
		look_step(s, p, deadline);
		return true;
	}
	return false;
}
