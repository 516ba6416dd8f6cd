/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

/* Maximum number of stored unmapped regions. */
#define GONE_MAX 2048
#define WALK_MAX 65536

/* --- lookup ------------------------------------------------------------- */

size_t space_index(const struct space *s, uint64_t addr)
{
	return vec_lower(&s->regions, r, (*r)->end <= addr);
}

struct region *space_find(const struct space *s, uint64_t addr)
{
	size_t i = space_index(s, addr);

	if (i == s->regions.n)
		return NULL;
	struct region *r = s->regions.v[i];
	return r->start <= addr && !r->removed_ns ? r : NULL;
}

struct region *space_at(const struct space *s, uint64_t start)
{
	struct region *r = space_find(s, start);

	return r && r->start == start ? r : NULL;
}

struct space_walk space_walk(const struct space *s, uint64_t start,
			     uint64_t end)
{
	size_t at = space_index(s, start);

	return (struct space_walk){
		.space = s, .at = at, .end = end,
		.stop = s->regions.n - at < WALK_MAX ? s->regions.n
						      : at + WALK_MAX,
	};
}

struct region *space_next(struct space_walk *w)
{
	struct region *r = w->at < w->stop ? w->space->regions.v[w->at++]
					   : NULL;

	return r && r->start < w->end ? r : NULL;
}

/* --- the array ---------------------------------------------------------- */

void space_clear(struct space *s)
{
	for (size_t i = 0; i < s->regions.n; i++)
		region_free(s->regions.v[i]);
	vec_clear(&s->regions);
	s->live = 0;
	s->synced_ns = 0;
	s->resync = false;
	pages_release(&s->detail);
	pages_release(&s->window);
	pages_release(&s->family);
	s->family_rate = (struct rate){ 0 };
	faults_free(s->faults);
	s->faults = NULL;
}

void space_release(struct space *s)
{
	space_clear(s);
	vec_release(&s->regions);
}

void copy_space(struct copying *c, struct space *s)
{
	copy_vec(c, &s->regions);
	for (size_t i = 0; i < s->regions.n; i++)
		s->regions.v[i] = copied_region(c, s->regions.v[i]);
	copy_pages(c, &s->detail);
	copy_pages(c, &s->window);
	copy_pages(c, &s->family);
	s->faults = s->faults ? copied_faults(c, s->faults) : NULL;
}

void space_unconfirm(struct space *s)
{
	for (size_t i = 0; i < s->regions.n; i++)
		s->regions.v[i]->unseen = true;
	s->resync = true;
}

bool space_purge(struct space *s, uint64_t before_ns)
{
	size_t n = s->regions.n, kept = 0;

	if (s->live == s->regions.n)
		return false;
	for (size_t i = 0; i < s->regions.n; i++) {
		struct region *r = s->regions.v[i];
		if (r->removed_ns && r->removed_ns <= before_ns)
			region_free(r);
		else
			s->regions.v[kept++] = r;
	}
	s->regions.n = kept;
	return kept != n;
}

static void space_mark_gone(struct space *s, struct region *r, uint64_t ns)
{
	r->removed_ns = ns ? ns : 1;
	s->live--;
}

/* Removes the elements [from, to), whose regions are already freed, from the
 * array. */
static void space_close(struct space *s, size_t from, size_t to)
{
	if (from == to)
		return;
	memmove(&s->regions.v[from], &s->regions.v[to],
		(s->regions.n - to) * sizeof *s->regions.v);
	s->regions.n -= to - from;
}

/* Cuts a hole into region i, which becomes two regions. */
static void space_pierce(struct space *s, size_t i, uint64_t start,
			 uint64_t end)
{
	struct region *r = s->regions.v[i];
	struct region *right = region_split(r, end);

	region_cut_back(r, start);
	*vec_insert(&s->regions, i + 1) = right;
	s->live++;
}

void space_carve(struct space *s, uint64_t start, uint64_t end,
		 uint64_t gone_ns)
{
	size_t i, kept;

	/* Nothing to remove, the usual case in a snapshot: its regions come in
	 * address order. */
	if (!s->regions.n || s->regions.v[s->regions.n - 1]->end <= start)
		return;
	kept = i = space_index(s, start);
	for (; i < s->regions.n && s->regions.v[i]->start < end; i++) {
		struct region *r = s->regions.v[i];

		if (r->removed_ns && !gone_ns) {
			region_free(r);
		} else if (r->removed_ns) {
			s->regions.v[kept++] = r;
		} else if (r->start < start && r->end > end) {
			space_pierce(s, i, start, end);
			return;
		} else if (r->start < start) {
			region_cut_back(r, start);
			s->regions.v[kept++] = r;
		} else if (r->end > end) {
			region_cut_front(r, end);
			break;
		} else if (gone_ns) {
			space_mark_gone(s, r, gone_ns);
			s->regions.v[kept++] = r;
		} else {
			region_free(r);
			s->live--;
		}
	}
	space_close(s, kept, i);
	if (gone_ns && s->regions.n - s->live > GONE_MAX)
		space_purge(s, UINT64_MAX);
}

/* Inserts r, which must not overlap any region. */
static void space_insert(struct space *s, struct region *r)
{
	size_t i = s->regions.n;

	if (i && s->regions.v[i - 1]->end > r->start)
		i = space_index(s, r->start);
	*vec_insert(&s->regions, i) = r;
	s->live++;
}

/* Takes r out of the array without freeing it. */
static void space_take(struct space *s, struct region *r)
{
	size_t i = space_index(s, r->start);

	vec_remove(&s->regions, i);
	s->live--;
}

/* --- events ------------------------------------------------------------- */

/* Gives r the bounds of the event.  Other regions in these bounds are cut or
 * freed. */
static void space_move(struct space *s, struct region *r,
		       const struct event *ev)
{
	const struct ev_region *er = &ev->u.region;

	if (r->start == er->start) {
		if (er->end > r->end)
			space_carve(s, r->end, er->end, 0);
		region_update(r, er, ev->time_ns);
		return;
	}
	space_take(s, r);
	space_carve(s, er->start, er->end, 0);
	region_update(r, er, ev->time_ns);
	space_insert(s, r);
}

static void space_update(const struct model *m, struct process *p,
			 struct region *r, const struct event *ev)
{
	uint8_t perm = r->perm;

	if (ev->u.region.rss != EV_UNKNOWN && ev->u.region.rss != r->rss)
		model_wake(m, &r->rss_rate);
	/* The region may be another one at the same address, with other
	 * vmflags. */
	if (ev->flags & EVF_AGAIN)
		region_forget_vmflags(r);
	space_move(&p->space, r, ev);
	if (r->perm != perm)
		cause_perm(p, r, &r->perms.v[r->perms.n - 1]);
}

/*
 * Returns the region that an event reports again.  After a loss or a new
 * attach, the region may have grown or shrunk at one end.
 */
static struct region *space_again(const struct space *s,
				  const struct ev_region *er)
{
	struct region *r = space_at(s, er->start);

	if (!r && s->resync)
		r = space_find(s, er->end - 1);
	if (!r || r->dev != er->dev || r->inode != er->inode)
		return NULL;
	if (r->start == er->start && r->end == er->end)
		return r;
	return s->resync && r->unseen && r->kind == er->kind &&
	       (r->start == er->start || r->end == er->end) ? r : NULL;
}

static void space_add(struct model *m, struct process *p,
		      const struct event *ev)
{
	struct space *s = &p->space;
	const struct ev_region *er = &ev->u.region;
	struct region *r = space_again(s, er);

	if (r) {
		space_update(m, p, r, ev);
		return;
	}
	space_carve(s, er->start, er->end, 0);
	if (s->regions.n >= MODEL_REGIONS_MAX) {
		model_drop(m);
		return;
	}
	r = region_new(er, ev->time_ns);
	r->added_ns = s->synced_ns ? ev->time_ns : 0;
	space_insert(s, r);
	cause_join(m, p, r);
}

static void space_change(struct model *m, struct process *p,
			 const struct event *ev)
{
	const struct ev_region *er = &ev->u.region;
	struct region *r = space_at(&p->space, er->old_start);

	if (!r) {
		space_add(m, p, ev);
		return;
	}
	space_update(m, p, r, ev);
}

static void space_remove(struct model *m, struct space *s,
			 const struct event *ev)
{
	const struct ev_region *er = &ev->u.region;
	struct region *r = space_at(s, er->start);
	uint64_t end = er->end;

	if (end <= er->start) {
		if (!r) {
			model_drop(m);
			return;
		}
		end = r->end;
	}
	space_carve(s, er->start, end, ev->time_ns ? ev->time_ns : 1);
	faults_unmap(s->faults, er->start, end);
}

void space_settle(struct model *m, struct space *s, uint64_t time_ns)
{
	bool moves = false;

	if (s->rests && s->rests_news == m->news)
		return;
	for (size_t i = 0; i < s->regions.n; i++) {
		struct region *r = s->regions.v[i];

		/* With only one count, less than half a second old, the region
		 * may still be growing. */
		if (r->rss_rate.n == 1 && r->rss &&
		    time_ns < r->rss_at_ns + HALF_SECOND)
			moves = true;
		else if (!r->removed_ns && r->rss_rate.n)
			moves |= rate_settle(&r->rss_rate, time_ns, r->rss);
	}
	m->news += moves;
	s->rests = !moves;
	s->rests_news = m->news;
}

static void space_sync(struct model *m, struct space *s, uint64_t time_ns)
{
	m->news += s->resync;
	for (size_t i = 0; s->resync && i < s->regions.n; i++) {
		struct region *r = s->regions.v[i];

		if (!r->removed_ns && r->unseen)
			space_mark_gone(s, r, time_ns);
	}
	s->resync = false;
	s->synced_ns = time_ns ? time_ns : 1;
	faults_sync(s, time_ns);
	if (!model_is_late(m))
		faults_settle(s, time_ns);
	space_settle(m, s, time_ns);
}

void fold_region(struct model *m, const struct event *ev)
{
	const struct ev_region *er = &ev->u.region;
	struct process *p = model_process(m, ev->pid);
	bool range = er->start < er->end;

	/* The sampler may report a process after its end. */
	if (!p || p->ended)
		return;
	switch (er->op) {
	case REGION_SYNC:
		space_sync(m, &p->space, ev->time_ns);
		return;
	case REGION_REMOVE:
		space_remove(m, &p->space, ev);
		return;
	case REGION_ADD:
		if (range) {
			space_add(m, p, ev);
			return;
		}
		break;
	case REGION_CHANGE:
		if (range) {
			space_change(m, p, ev);
			return;
		}
		break;
	}
	model_drop(m);
}

const struct pages *space_pages(const struct space *s,
				const struct region *r)
{
	const struct pages *d = &s->detail;

	return d->page_size && d->start == r->start && d->end == r->end &&
	       d->scanned >= d->end && d->resident != EV_UNKNOWN &&
	       d->scanned_ns >= r->pages.scanned_ns ? d : &r->pages;
}

/* Handles a PAGES_OF_ALL scan: updates the region that contains the start of
 * the scan.  Cuts the scan to the bounds of the region. */
static void fold_summary(struct model *m, struct space *s,
			const struct event *ev)
{
	const struct ev_pages *ep = &ev->u.pages;
	struct region *r = space_find(s, ep->start);

	if (!r)
		return;
	if (!pages_update(&r->pages, ep, ev->time_ns))
		model_drop(m);
	pages_crop(&r->pages, r->end);
	if (r->pages.written == EV_UNKNOWN || !r->pages.written)
		return;
	model_wake(m, &r->written_rate);
	r->written += r->pages.written;
}

void fold_writes(struct model *m, const struct event *ev)
{
	struct process *p = model_process(m, ev->pid);

	if (!p || p->ended)
		return;
	if (ev->u.writes.state > WRITES_REFUSED ||
	    ev->u.writes.why >= WRITES_WHYS ||
	    ev->u.writes.way > WRITES_BY_SOFT_DIRTY) {
		model_drop(m);
		return;
	}
	if (p->writes.state != WRITES_ON &&
	    ev->u.writes.state == WRITES_ON)
		for (size_t i = 0; i < p->space.regions.n; i++) {
			struct region *r = p->space.regions.v[i];

			r->written = 0;
			r->written_rate = (struct rate){ .n = 0 };
		}
	p->writes = ev->u.writes;
	/* Older logs do not have `missed`. */
	if (p->writes.missed == EV_UNKNOWN)
		p->writes.missed = 0;
}

bool space_tick_writes(struct space *s, uint64_t now)
{
	bool moves = false;

	for (size_t i = 0; i < s->regions.n; i++) {
		struct region *r = s->regions.v[i];

		if (r->pages.page_size && r->pages.written != EV_UNKNOWN)
			moves |= rate_settle(&r->written_rate, now,
					     r->written);
	}
	return moves;
}

/* Updates the pages of a region that is shared since a fork. */
static void fold_family(struct model *m, struct space *s,
			const struct event *ev)
{
	uint64_t start = s->family.start;

	if (!pages_update(&s->family, &ev->u.pages, ev->time_ns)) {
		model_drop(m);
		return;
	}
	if (s->family.start != start)
		s->family_rate = (struct rate){ 0 };
	if (s->family.exclusive != EV_UNKNOWN)
		rate_add(&s->family_rate, ev->time_ns,
			 s->family.exclusive * s->family.page_size);
}

void fold_pages(struct model *m, const struct event *ev)
{
	struct process *p = model_process(m, ev->pid);

	if (!p || p->ended)
		return;
	if (!ev->u.pages.detail)
		fold_summary(m, &p->space, ev);
	else if (ev->u.pages.detail == PAGES_OF_FAMILY)
		fold_family(m, &p->space, ev);
	else if (!pages_update(ev->u.pages.detail == PAGES_OF_WINDOW
				       ? &p->space.window : &p->space.detail,
			       &ev->u.pages, ev->time_ns))
		model_drop(m);
	else
		p->space.scan_cost = ev->u.pages.cost;
}
