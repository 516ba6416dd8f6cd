/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records of several threads come in no order.  What is read of one thread may
 * depend on what another did a moment before, whose record was not there yet
 * when its chunk was looked at: so what is newer than the oldest look waits.
 *
 * What one thread wrote is in order already.  So what has come is some runs,
 * each of which is; few of them overlap.  Those that do are kept in a heap, the
 * one that goes on first at its top.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* So many are gone through, and applied while they are near. */
#define STEP 1024u

struct order {
	const struct heap_change *changes;
	struct heap_run *runs;
	size_t n, next;			/* of them: not begun yet */
	VEC(struct heap_run *) heap;
};

struct heap_change *heap_change_add(struct source *s, uint64_t ticks)
{
	if (!s->runs.n || ticks < s->latest)
		*vec_push(&s->runs) = (struct heap_run){
			s->changes.n, s->changes.n, ticks };
	s->latest = ticks;
	s->runs.v[s->runs.n - 1].end++;
	return vec_push(&s->changes);
}

static bool is_before(const struct heap_run *a, const struct heap_run *b)
{
	return a->ticks != b->ticks ? a->ticks < b->ticks : a->at < b->at;
}

static int by_time(const void *a, const void *b)
{
	return is_before(a, b) ? -1 : is_before(b, a);
}

static int by_place(const void *a, const void *b)
{
	const struct heap_run *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static void sink(struct order *o, size_t i)
{
	struct heap_run **v = o->heap.v, *r = v[i];

	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= o->heap.n)
			break;
		if (child + 1 < o->heap.n && is_before(v[child + 1], v[child]))
			child++;
		if (!is_before(v[child], r))
			break;
		v[i] = v[child];
		i = child;
	}
	v[i] = r;
}

static void push(struct order *o, struct heap_run *r)
{
	size_t i = o->heap.n;

	(void)vec_push(&o->heap);
	for (; i && is_before(r, o->heap.v[(i - 1) / 2]); i = (i - 1) / 2)
		o->heap.v[i] = o->heap.v[(i - 1) / 2];
	o->heap.v[i] = r;
}

/* The run that goes on first, NULL: none. */
static struct heap_run *first(struct order *o)
{
	while (o->next < o->n &&
	       (!o->heap.n || is_before(&o->runs[o->next], o->heap.v[0])))
		push(o, &o->runs[o->next++]);
	return o->heap.n ? o->heap.v[0] : NULL;
}

/* When another one comes before it. */
static uint64_t others(const struct order *o)
{
	uint64_t ticks = UINT64_MAX;

	for (size_t i = 1; i < 3 && i < o->heap.n; i++)
		if (o->heap.v[i]->ticks < ticks)
			ticks = o->heap.v[i]->ticks;
	if (o->next < o->n && o->runs[o->next].ticks < ticks)
		ticks = o->runs[o->next].ticks;
	return ticks;
}

/* The first goes on up to there, by one change at least. */
static size_t go_on(struct order *o, uint64_t until)
{
	struct heap_run *r = o->heap.v[0];
	uint64_t stop = others(o);
	size_t from = r->at++;
	size_t end = r->end - from > STEP ? from + STEP : r->end;

	while (r->at < end && o->changes[r->at].ticks < stop &&
	       o->changes[r->at].ticks <= until)
		r->at++;
	return r->at - from;
}

static void gone_on(struct order *o)
{
	struct heap_run *r = o->heap.v[0];

	if (r->at < r->end)
		r->ticks = o->changes[r->at].ticks;
	else
		o->heap.v[0] = o->heap.v[--o->heap.n];
	if (o->heap.n)
		sink(o, 0);
}

/* Those that wait are few: of the time of one look. */
static void keep_rest(struct source *s)
{
	VEC(uint64_t) frames = VEC_INIT;
	size_t n = 0, runs = 0;

	if (s->runs.n)
		qsort(s->runs.v, s->runs.n, sizeof *s->runs.v, by_place);
	for (size_t i = 0; i < s->runs.n; i++) {
		const struct heap_run r = s->runs.v[i];

		if (r.at == r.end)
			continue;
		s->runs.v[runs++] = (struct heap_run){
			n, n + r.end - r.at, r.ticks };
		for (size_t j = r.at; j < r.end; j++) {
			struct heap_change c = s->changes.v[j];
			size_t at = frames.n;

			for (size_t k = 0; k < c.n_frames; k++)
				*vec_push(&frames) = s->frames.v[c.frames + k];
			c.frames = (uint32_t)at;
			s->changes.v[n++] = c;
		}
	}
	s->runs.n = runs;
	s->changes.n = s->kept = n;
	s->latest = n ? s->changes.v[n - 1].ticks : 0;
	vec_clear(&s->frames);
	for (size_t i = 0; i < frames.n; i++)
		*vec_push(&s->frames) = frames.v[i];
	vec_release(&frames);
}

void heap_apply_until(struct source *s, uint64_t until)
{
	struct order o = { .changes = s->changes.v, .runs = s->runs.v,
			   .n = s->runs.n };
	struct heap_run *r;

	if (!s->changes.n)
		return;
	if (o.n)
		qsort(o.runs, o.n, sizeof *o.runs, by_time);
	while ((r = first(&o)) && r->ticks <= until) {
		size_t from = r->at;

		heap_apply(s, o.changes + from, go_on(&o, until));
		gone_on(&o);
	}
	keep_rest(s);
	vec_release(&o.heap);
}
