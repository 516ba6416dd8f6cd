/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One scan of an object.  Only one scan runs at a time, in steps, until it is
 * complete.  It stores a frame only if something changed or the user requested
 * one.
 */
#include <config.h>

#include "source/contents/capture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sys/loop.h"

/* Maximum number of bytes in one part of a frame. */
#define PART (1u << 20)
/* A piece of this size or more is stored from the read buffer, without a
 * copy. */
#define LENT_MIN (64u << 10)

/* Moves the frame's viewer to the front, as frames have the addresses of the
 * first viewer. */
static void put_first(struct object *o, const struct region_seen *view)
{
	for (size_t i = 1; i < o->viewers.n; i++)
		if (o->viewers.v[i] == view) {
			o->viewers.v[i] = o->viewers.v[0];
			o->viewers.v[0] = (struct region_seen *)view;
			return;
		}
}

void look_begin(struct contents_source *s, struct object *o,
		struct region_seen *view, enum frame_cause cause,
		const char *call)
{
	struct object_reading *l = &s->capture->look;

	put_first(o, view);
	l->object = o;
	l->view = view;
	l->cause = cause;
	l->call = call;
	l->begun_ns = clock_ns();
	l->spent_ns = 0;
	l->begun = l->patient = false;
	l->by = FRAME_BY_HASH;
	l->pages = l->present = l->unread = l->left = 0;
	l->error = 0;
	vec_clear(&l->ranges);
	vec_clear(&l->sums);
	vec_clear(&l->gone);
	str_clear(&l->data);
	l->lent = (struct bytes){ NULL, 0 };
	pages_begin(s);
}

static uint64_t pages_of(const struct contents_source *s,
			 const struct region_seen *r)
{
	uint64_t mask = s->page_size - 1;
	uint64_t start = r->map.start + r->offset;

	return (((start + r->length + mask) & ~mask) - (start & ~mask)) /
	       s->page_size;
}

static struct event part_of(struct contents_source *s,
			    const struct object_reading *l, bool last)
{
	const struct region_seen *r = l->view;
	bool first = l->object->number == 1 && l->cause != FRAME_ASKED;
	bool called = l->cause == FRAME_CALL || l->cause == FRAME_UNMAP;
	uint64_t all = pages_of(s, r), seen = l->present + l->left;
	struct event ev = contents_event(s, EV_FRAME, r->pid);

	ev.u.frame = (struct ev_frame){
		.object = l->object->id, .number = l->object->number,
		.start = r->map.start, .end = r->map.end,
		.offset = r->offset, .length = r->length,
		.page_size = s->page_size, .shared = l->object->shared,
		.cause = first ? FRAME_FIRST : l->cause,
		.call = bytes_of(called && !first ? l->call : NULL),
		.by = l->by, .last = last,
		.name = bytes_of(r->name),
		.ranges = { l->ranges.v, l->ranges.n * sizeof *l->ranges.v },
		.data = l->lent.len ? l->lent
				    : (struct bytes){ l->data.data,
						      l->data.len },
	};
	if (!last)
		return ev;
	ev.u.frame.pages = l->pages;
	ev.u.frame.absent = all > seen ? all - seen : 0;
	ev.u.frame.unread = l->unread;
	ev.u.frame.error = l->error;
	ev.u.frame.missed = l->object->missed;
	ev.u.frame.gone = (struct bytes){ l->gone.v,
					  l->gone.n * sizeof *l->gone.v };
	return ev;
}

void look_part(struct contents_source *s, bool last)
{
	struct object_reading *l = &s->capture->look;
	struct event ev, head;

	if (!last && !l->ranges.n)
		return;
	ev = part_of(s, l, last);
	capture_store(s, &ev, (struct bytes){ l->sums.v, l->sums.n *
					      sizeof *l->sums.v });
	l->object->captured += ev.u.frame.data.len;
	if (frame_head(&ev, &head))
		contents_emit(s, &head);
	vec_clear(&l->ranges);
	vec_clear(&l->sums);
	str_clear(&l->data);
	l->lent.len = 0;
}

static void begin_frame(struct object_reading *l)
{
	if (!l->begun)
		l->object->number++;
	l->begun = true;
}

static void keep_lent(struct object_reading *l)
{
	if (l->lent.len)
		str_add(&l->data, l->lent.data, l->lent.len);
	l->lent.len = 0;
}

void look_add(struct contents_source *s, uint64_t start, uint64_t end,
	      const char *bytes, const struct page_sum *sum)
{
	struct object_reading *l = &s->capture->look;
	struct page_range *last;

	begin_frame(l);
	if (l->data.len + (end - start) > PART)
		look_part(s, false);
	if (!l->data.len && !l->lent.len)
		l->lent.data = bytes;
	last = l->ranges.n ? &l->ranges.v[l->ranges.n - 1] : NULL;
	if (last && last->end == start)
		last->end = end;
	else
		*vec_push(&l->ranges) = (struct page_range){ start, end };
	if (!l->data.len &&
	    (const char *)l->lent.data + l->lent.len == bytes) {
		l->lent.len += (size_t)(end - start);
	} else {
		keep_lent(l);
		str_add(&l->data, bytes, (size_t)(end - start));
	}
	*vec_push(&l->sums) = *sum;
	l->pages++;
}

void look_settle(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;

	if (l->lent.len >= LENT_MIN)
		look_part(s, false);
	else
		keep_lent(l);
}

/* --- end of a scan -------------------------------------------------------- */

struct going {
	struct contents_source *s;
	struct object_reading *l;
};

/* Adds pages that were present in the last frame and are absent now, as
 * addresses of the frame's viewer. */
static void on_gone(void *arg, uint64_t first, uint64_t end)
{
	const struct going *g = arg;
	const struct region_seen *r = g->l->view;
	uint64_t page = g->s->page_size;
	struct page_range at = { (first - r->bias) * page,
				 (end - r->bias) * page };
	uint64_t low = r->map.start + r->offset, high = low + r->length;
	page_ranges *v = &g->l->gone;

	if (at.start < low)
		at.start = low;
	if (at.end > high)
		at.end = high;
	if (at.start >= at.end)
		return;
	if (v->n && v->v[v->n - 1].end == at.start)
		v->v[v->n - 1].end = at.end;
	else
		*vec_push(v) = at;
}

static void note_full(struct contents_source *s, struct object *o)
{
	struct event ev = contents_event(s, EV_NOTE, 0);

	if (o->full)
		return;
	o->full = true;
	ev.pid = s->capture->look.view->pid;
	ev.u.note = (struct ev_note){
		.id = NOTE_CAPTURE_LIMIT, .severity = SEV_WARN, .a = ev.pid,
		.b = (int64_t)o->limit,
		.text = bytes_of(s->capture->look.view->name),
	};
	contents_emit(s, &ev);
}

/* True if the process still has this address space.  After an exit or exec the
 * pagemap reads as empty (pagemap_read() in fs/proc/task_mmu.c); these pages
 * must not be reported as freed by the program. */
static bool is_there(struct contents_source *s, const struct region_seen *r)
{
	const struct contents_process *p = proc_find(s, r->pid);
	uint64_t entry;

	return p && pread(p->pagemap, &entry, sizeof entry,
			  (off_t)(r->map.start / s->page_size *
				  sizeof entry)) == sizeof entry;
}

static void finish(struct contents_source *s, bool whole)
{
	struct object_reading *l = &s->capture->look;
	struct object *o = l->object;
	struct region_seen *r = l->view;
	struct going g = { s, l };
	uint64_t first = (r->map.start + r->offset) / s->page_size + r->bias;

	/* A shared page may exist even if it is in no page table, so absent
	 * pages are reported only for private memory. */
	if (whole && !o->shared && l->error != -ESRCH && is_there(s, r))
		hashes_gone(&o->hashes, first, first + pages_of(s, r), on_gone,
			    &g);
	if (l->gone.n || l->cause == FRAME_ASKED)
		begin_frame(l);
	/* Count the stops at which this object was not scanned. */
	o->missed += s->capture->skips - o->skips;
	o->skips = s->capture->skips;
	if (l->begun) {
		look_part(s, true);
		o->missed = 0;
	}
	if (o->limit && o->captured >= o->limit)
		note_full(s, o);
	pages_stop(s);
	if (whole && !l->error && !l->sifting)
		o->all_ns = l->begun_ns;
	l->object = NULL;
	o->looked = true;
	o->cost_ns = l->spent_ns;
	capture_plan(s, o, l->begun_ns, l->spent_ns);
}

bool look_step(struct contents_source *s, uint64_t deadline)
{
	struct object_reading *l = &s->capture->look;
	uint64_t begun = clock_cpu_ns();
	bool over;

	if (!l->object)
		return true;
	over = pages_step(s, deadline);
	l->spent_ns += clock_cpu_ns() - begun;
	if (over)
		finish(s, true);
	return over;
}

void look_cut(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;

	if (!l->object)
		return;
	l->object->missed++;
	if (!l->error)
		l->error = -ETIME;
	l->unread += pages_left(s, &l->left);
	finish(s, false);
}

void look_drop(struct contents_source *s, const struct object *o)
{
	struct object_reading *l = &s->capture->look;

	if (l->object != o || !o)
		return;
	pages_stop(s);
	/* If a part of the frame was stored, a last part must follow. */
	if (l->begun) {
		l->error = -ESRCH;
		look_part(s, true);
	}
	l->object = NULL;
}

static void release(struct object_reading *l)
{
	vec_release(&l->runs);
	vec_release(&l->found);
	vec_release(&l->clean);
	vec_release(&l->chunk);
	vec_release(&l->holes);
	vec_release(&l->ranges);
	vec_release(&l->sums);
	vec_release(&l->gone);
	str_release(&l->data);
	free(l->bytes);
}

void look_release(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;

	look_drop(s, l->object);
	release(l);
	release(&s->capture->aside);
}
