/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/history/history.h"

#include <stdlib.h>
#include <string.h>

#include "app/history/private.h"
#include "base/alloc.h"

/* On a way of more events than this, a copy of the model stays in the middle,
 * since the next step probably goes back again. */
#define LONG_WAY 2048

struct history *history_new(uint64_t limit)
{
	struct history *h = xcalloc(1, sizeof *h);

	h->limit = limit;
	return h;
}

void history_free(struct history *h)
{
	if (!h)
		return;
	history_resume(h);
	history_drop_all(h);
	vec_release(&h->samples);
	free(h);
}

void history_event(struct history *h, const struct model *live,
		   const struct event *ev)
{
	bool step;

	/* The model does not count events of unknown kinds. */
	if (!h->limit || ev->kind >= EV_KINDS)
		return;
	step = history_is_step(live, ev);
	history_append(h, live, ev, step);
	history_add_sample(h, live, ev, step);
}

/* --- the past model ------------------------------------------------------- */

static void place_release(struct history_place *p)
{
	model_free(p->model);
	*p = (struct history_place){ .model = NULL };
}

static void drop_marks(struct history *h)
{
	while (h->n_marks)
		place_release(&h->marks[--h->n_marks]);
}

void history_pause(struct history *h, const struct model *live)
{
	struct history_segment *s = history_segment_of(h, live->events);

	place_release(&h->view);
	h->view.model = model_copy(live, &h->view.bytes);
	h->view_ns = h->view.model->now_ns;
	/* The past model goes on from here only if all events up to here are
	 * stored. */
	if (s && !s->thinned && s->start->events + s->n == live->events) {
		h->view.segment = s->id;
		h->view.offset = s->data.len;
	}
}

void history_resume(struct history *h)
{
	drop_marks(h);
	place_release(&h->view);
}

const struct model *history_model(const struct history *h)
{
	return h->view.model;
}

void history_clock(struct history *h, uint64_t time_ns)
{
	if (h->view.model && time_ns > h->view.model->now_ns)
		h->view.model->now_ns = time_ns;
}

/* --- moving --------------------------------------------------------------- */

static struct history_place copy_of(const struct model *m, uint64_t segment,
				    size_t offset)
{
	struct history_place p = { .segment = segment, .offset = offset };

	p.model = model_copy(m, &p.bytes);
	return p;
}

static size_t marks_bytes(const struct history *h)
{
	size_t bytes = 0;

	for (size_t i = 0; i < h->n_marks; i++)
		bytes += h->marks[i].bytes;
	return bytes;
}

static void leave_mark(struct history *h, const struct history_place *p)
{
	if (h->n_marks == HISTORY_MARKS ||
	    h->bytes + marks_bytes(h) + 2 * p->bytes > h->limit)
		return;
	h->marks[h->n_marks++] = copy_of(p->model, p->segment, p->offset);
}

/* Folds the events up to event n. */
static void fold_to(struct history *h, const struct history_segment *s,
		    struct history_place *p, uint64_t n)
{
	uint64_t way = n - p->model->events;
	uint64_t middle = way > LONG_WAY ? n - way / 2 : 0;

	while (p->model->events < n && history_fold(s, p))
		if (p->model->events == middle) {
			leave_mark(h, p);
			way /= 2;
			middle = way > LONG_WAY ? n - way / 2 : 0;
		}
}

/* Marks of another segment, or after event n, are no longer needed. */
static void trim_marks(struct history *h, uint64_t segment, uint64_t n)
{
	while (h->n_marks &&
	       (h->marks[h->n_marks - 1].segment != segment ||
		h->marks[h->n_marks - 1].model->events > n))
		place_release(&h->marks[--h->n_marks]);
}

/* Sets the past model to that after event n, which is in s. */
static void move_to(struct history *h, struct history_segment *s, uint64_t n)
{
	struct history_place *v = &h->view, to = { .model = NULL };
	const struct history_place *mark;
	uint64_t start = s->start->events;

	if (s->thinned)
		n = start;
	trim_marks(h, s->id, n);
	mark = h->n_marks ? &h->marks[h->n_marks - 1] : NULL;
	if (mark)
		start = mark->model->events;
	if (v->segment == s->id && v->model->events <= n &&
	    v->model->events >= start) {
		v->model->now_ns = h->view_ns;
	} else {
		to = mark ? copy_of(mark->model, s->id, mark->offset) :
			    copy_of(s->start, s->id, 0);
		place_release(v);
		*v = to;
	}
	fold_to(h, s, v, n);
	h->view_ns = v->model->now_ns;
}

/* The step before event n (by -1), or after it; 0: none in this segment. */
static uint64_t step_in(const struct history_segment *s, uint64_t n, int by)
{
	uint64_t start = s->start->events;
	size_t i;

	if (by < 0) {
		i = vec_lower(&s->steps, e, start + *e < n);
		return i ? start + s->steps.v[i - 1] : 0;
	}
	i = vec_lower(&s->steps, e, start + *e <= n);
	return i < s->steps.n ? start + s->steps.v[i] : 0;
}

bool history_step(struct history *h, int by)
{
	uint64_t at = h->view.model->events, n;

	for (size_t k = 0; k < h->segments.n; k++) {
		size_t i = by < 0 ? h->segments.n - 1 - k : k;
		struct history_segment *s = h->segments.v[i];

		/* A thinned segment is one moment, which is a step itself. */
		n = !s->thinned ? step_in(s, at, by) : s->start->events;
		if (s->thinned && (by < 0 ? n >= at : n <= at))
			n = 0;
		if (!n)
			continue;
		move_to(h, s, n);
		return true;
	}
	return false;
}

bool history_go(struct history *h, uint64_t time_ns)
{
	struct history_segment *s = NULL;

	for (size_t i = 0; i < h->segments.n; i++)
		if (h->segments.v[i]->start->now_ns <= time_ns)
			s = h->segments.v[i];
	if (s) {
		move_to(h, s, history_find_time(s, time_ns));
		return true;
	}
	if (h->segments.n)
		move_to(h, h->segments.v[0],
			h->segments.v[0]->start->events);
	return false;
}

struct history_extent history_extent(const struct history *h)
{
	struct history_extent x = { .limit = h->limit, .from_ns = UINT64_MAX,
				    .whole_ns = UINT64_MAX };

	x.bytes = h->bytes + h->view.bytes + marks_bytes(h);
	for (size_t i = h->segments.n; i-- > 0;) {
		const struct history_segment *s = h->segments.v[i];

		x.from_ns = s->start->now_ns;
		if (!s->thinned)
			x.whole_ns = x.from_ns;
	}
	return x;
}
