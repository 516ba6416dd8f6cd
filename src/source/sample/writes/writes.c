/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/writes/writes.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "source/sample/writes/unregister.h"
#include "source/sample/writes/writelook.h"
#include "sys/loop.h"
#include "sys/pages/uffd.h"

/* --- emitting ------------------------------------------------------------ */

void writes_tell(struct sampler *s, struct sproc *p, enum writes_state state,
		 enum writes_why why, int error)
{
	struct writes *w = p->writes;
	struct event ev = sample_event(s, EV_WRITES, p->pid, 0);

	ev.u.writes = (struct ev_writes){
		.state = state, .why = why, .way = w->told.way,
		.regions = w->regions, .bytes = w->bytes, .left = w->left,
		.scan_ns = w->spent_ns, .error = error,
		.missed = w->soft.missed,
	};
	/* In a log, a new number of regions alone is not a change. */
	if (w->told.state == state && state == WRITES_ON &&
	    w->told.missed == w->soft.missed)
		ev.flags = EVF_AGAIN;
	w->told = ev.u.writes;
	w->told_ns = clock_ns();
	sample_emit(s, &ev);
}

void writes_again(struct sampler *s, struct sproc *p)
{
	struct event ev = sample_event(s, EV_WRITES, p->pid, 0);

	if (!p->writes)
		return;
	ev.flags = EVF_AGAIN;
	ev.u.writes = p->writes->told;
	sample_emit(s, &ev);
}

/* --- start and end ------------------------------------------------------- */

static struct writes *make(struct sampler *s, struct sproc *p)
{
	struct writes *w = xcalloc(1, sizeof *w);

	w->uffd = w->maps = w->pagemap = -1;
	w->round.page = s->page_size;
	/* No memory is registered yet. */
	w->stale = true;
	p->writes = w;
	for (size_t i = 0; i < p->regions.n; i++)
		p->regions.v[i]->tracked = false;
	return w;
}

void writes_free(struct sampler *s, struct sproc *p, bool alive)
{
	struct writes *w = p->writes;

	if (!w)
		return;
	writelook_stop(w);
	if (w->uffd >= 0 && alive)
		unregister_begin(s, p);
	else if (w->uffd >= 0)
		close(w->uffd);
	if (w->maps >= 0)
		close(w->maps);
	pageset_release(&w->round);
	softlook_release(&w->soft);
	vec_release(&w->free_calls);
	free(w);
	p->writes = NULL;
}

void writes_ask(struct sampler *s, struct sproc *p)
{
	if (p->writes && p->writes->told.state == WRITES_ON)
		return;
	if (!p->writes)
		make(s, p);
	writes_tell(s, p, WRITES_STARTING, WRITES_WHY_NONE, 0);
}

void writes_end(struct sampler *s, struct sproc *p, bool alive)
{
	if (!p->writes)
		return;
	p->writes->told.way = WRITES_BY_NONE;
	p->writes->regions = p->writes->bytes = p->writes->left = 0;
	writes_tell(s, p, WRITES_OFF,
		    alive ? WRITES_WHY_NONE : WRITES_WHY_GONE, 0);
	writes_free(s, p, alive);
}

void writes_refuse(struct sampler *s, struct sproc *p, enum writes_why why,
		   enum writes_way tried, int error)
{
	struct writes *w = p->writes;

	writelook_stop(w);
	if (w->uffd >= 0)
		unregister_begin(s, p);
	w->told.way = tried;
	writes_tell(s, p, why == WRITES_WHY_GONE ? WRITES_OFF : WRITES_REFUSED,
		    why, error);
}

static void start(struct sampler *s, struct sproc *p, enum writes_way way)
{
	struct writes *w = p->writes;
	uint64_t now = clock_ns();

	w->told.way = way;
	vec_clear(&w->free_calls);
	w->postponed = false;
	/* The soft-dirty bits were just reset: no first pass is needed. */
	w->armed = way == WRITES_BY_SOFT_DIRTY;
	w->due = now;
	if (w->armed)
		writes_tell(s, p, WRITES_ON, WRITES_WHY_NONE, 0);
	sample_due(s, now);
}

/* Starts tracking without a userfaultfd; t has the reason for its absence. */
static void start_without(struct sampler *s, struct sproc *p,
			  const struct fact_tracked *t)
{
	bool may = s->host->wants.allow_clear_refs &&
		   (t->why == WRITES_WHY_KERNEL ||
		    t->why == WRITES_WHY_MACHINE ||
		    t->why == WRITES_WHY_DENIED);
	int r = may ? softlook_reset(s, p) : 0;

	if (!may)
		writes_refuse(s, p, t->why, WRITES_BY_NONE, t->error);
	else if (r == 0)
		start(s, p, WRITES_BY_SOFT_DIRTY);
	else if (r == -EOPNOTSUPP)
		writes_refuse(s, p, t->why, WRITES_BY_SOFT_DIRTY, t->error);
	else
		writes_refuse(s, p, WRITES_WHY_FAILED, WRITES_BY_SOFT_DIRTY,
			      -r);
}

void writes_begin(struct sampler *s, const struct fact_tracked *t)
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
	/* Tracking was requested again, maybe before the first pass was
	 * complete. */
	if (p->writes->told.state == WRITES_ON || p->writes->uffd >= 0) {
		writes_free(s, p, true);
		make(s, p);
	}
	p->writes->uffd = t->fd;
	if (t->why == WRITES_WHY_OWN)
		unregister_now(s);
	if (t->fd < 0) {
		start_without(s, p, t);
		return;
	}
	p->writes->maps = sproc_open(s, p, "maps");
	r = p->writes->maps < 0 ? p->writes->maps : uffd_begin(t->fd);
	if (r == -ENOENT || r == -ESRCH)
		writes_end(s, p, false);
	else if (r < 0)
		writes_refuse(s, p, WRITES_WHY_KERNEL, WRITES_BY_NONE, -r);
	else
		start(s, p, WRITES_BY_UFFD);
}

/* --- schedule ------------------------------------------------------------- */

bool writes_tracks(const struct sproc *p, const struct sregion *r)
{
	return p->writes && p->writes->armed && r->tracked;
}

void writes_regions(struct sampler *s, struct sproc *p)
{
	struct writes *w = p->writes;

	if (!w)
		return;
	/* The pass continues at its position.  If it restarted, it would never
	 * end while the map changes all the time. */
	w->stale = true;
	w->at = sregions_index(&p->regions, w->pos);
	if (w->phase == LOOK_SCAN && w->told.way == WRITES_BY_SOFT_DIRTY)
		softlook_regions(p);
	/* Register new regions before the next regular pass. */
	if (w->phase == LOOK_IDLE && w->due > w->begun_ns + WRITES_PACE_NS) {
		w->due = w->begun_ns + WRITES_PACE_NS;
		sample_due(s, w->due);
	}
}

uint64_t writes_due(const struct sampler *s, const struct sproc *p)
{
	const struct writes *w = p->writes;

	if (!w || !w->told.way || w->told.state == WRITES_REFUSED ||
	    !p->synced || p->gone ||
	    p->map.phase == MAP_EMIT || !sproc_selected(s, p))
		return 0;
	/* The first pass waits for calls that need unregistered memory. */
	if (w->phase == LOOK_REGISTER && w->free_calls.n && !w->armed)
		return w->free_ns + WRITES_FREE_NS;
	return w->phase == LOOK_IDLE ? w->due : 1;
}

/* --- filling bins -------------------------------------------------------- */

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

/* --- jobs ---------------------------------------------------------------- */

bool writes_work(struct sampler *s, uint64_t deadline)
{
	uint64_t now = clock_ns();

	if (unregister_work(s, deadline))
		return true;
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];
		uint64_t due = writes_due(s, p);

		if (!due || due > now)
			continue;
		writelook_step(s, p, deadline);
		return true;
	}
	return false;
}
