/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records of several threads arrive unordered.  A record may depend on an
 * earlier record of another thread, which was written to a chunk that mmtop had
 * already read in this round.  So a change waits until a round of reading that
 * started after the change is complete.
 *
 * The changes of one thread are already in order.  So the list of all changes
 * consists of runs that are in order; few runs overlap in time.  Overlapping
 * runs are stored in a heap, with the run that has the oldest change at its
 * top.
 *
 * Changes are stored in batches.  A batch is freed when all its changes have
 * been applied.  Nothing is moved or copied, so mmtop can pause after any
 * change, handle stops of the program, and resume.
 */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/loop.h"

/* Number of changes between two readings of the clock. */
#define STEP 256u
#define BATCH 8192u

struct heap_batch {
	struct heap_change changes[BATCH];
	size_t n, left;			/* number of changes added; number not
					 * applied yet */
	VEC(uint64_t) frames;
};

struct run_order {
	struct heap_run *runs;
	size_t n, next;			/* number of runs; index of the first
					 * run not started yet */
	VEC(struct heap_run *) heap;
};

static struct heap_batch *batch_to_fill(struct heap_source *s)
{
	struct heap_batch *b = s->batches.n ? s->batches.v[s->batches.n - 1]
					    : NULL;

	if (b && b->n < BATCH)
		return b;
	b = xcalloc(1, sizeof *b);
	*vec_push(&s->batches) = b;
	s->latest = UINT64_MAX;
	return b;
}

void heap_change_add(struct heap_source *s, const struct heap_change *change,
		     const uint64_t *frames)
{
	struct heap_batch *b = batch_to_fill(s);
	struct heap_change *c = &b->changes[b->n];

	*c = *change;
	c->frames = (uint32_t)b->frames.n;
	for (unsigned i = 0; i < c->n_frames; i++)
		*vec_push(&b->frames) = frames[i];
	if (!s->runs.n || c->ticks < s->latest)
		*vec_push(&s->runs) = (struct heap_run){
			.batch = b, .at = b->n, .end = b->n,
			.ticks = c->ticks, .serial = s->run_serial++,
		};
	s->latest = c->ticks;
	s->runs.v[s->runs.n - 1].end++;
	b->n++;
	b->left++;
}

static bool is_before(const struct heap_run *a, const struct heap_run *b)
{
	return a->ticks != b->ticks ? a->ticks < b->ticks :
	       a->serial < b->serial;
}

static int by_time(const void *a, const void *b)
{
	return is_before(a, b) ? -1 : is_before(b, a);
}

static void sink(struct run_order *o, size_t i)
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

static void push(struct run_order *o, struct heap_run *r)
{
	size_t i = o->heap.n;

	(void)vec_push(&o->heap);
	for (; i && is_before(r, o->heap.v[(i - 1) / 2]); i = (i - 1) / 2)
		o->heap.v[i] = o->heap.v[(i - 1) / 2];
	o->heap.v[i] = r;
}

/* Returns the run with the oldest change; NULL if no changes are left. */
static struct heap_run *first(struct run_order *o)
{
	while (o->next < o->n &&
	       (!o->heap.n || is_before(&o->runs[o->next], o->heap.v[0])))
		push(o, &o->runs[o->next++]);
	return o->heap.n ? o->heap.v[0] : NULL;
}

/* Time of the oldest change in all runs except the first. */
static uint64_t others(const struct run_order *o)
{
	uint64_t ticks = UINT64_MAX;

	for (size_t i = 1; i < 3 && i < o->heap.n; i++)
		if (o->heap.v[i]->ticks < ticks)
			ticks = o->heap.v[i]->ticks;
	if (o->next < o->n && o->runs[o->next].ticks < ticks)
		ticks = o->runs[o->next].ticks;
	return ticks;
}

/* Applies changes of the first run up to the time `until`, at least one, as
 * long as no other run has an older change. */
static size_t go_on(struct heap_source *s, struct run_order *o, uint64_t until)
{
	struct heap_run *r = o->heap.v[0];
	struct heap_batch *b = r->batch;
	uint64_t stop = others(o);
	size_t from = r->at++;
	size_t end = r->end - from > STEP ? from + STEP : r->end;

	while (r->at < end && b->changes[r->at].ticks < stop &&
	       b->changes[r->at].ticks <= until)
		r->at++;
	b->left -= r->at - from;
	heap_apply(s, &b->changes[from], r->at - from, b->frames.v);
	return r->at - from;
}

static void gone_on(struct run_order *o)
{
	struct heap_run *r = o->heap.v[0];

	if (r->at < r->end)
		r->ticks = r->batch->changes[r->at].ticks;
	else
		o->heap.v[0] = o->heap.v[--o->heap.n];
	if (o->heap.n)
		sink(o, 0);
}

static void batch_free(struct heap_batch *b)
{
	vec_release(&b->frames);
	free(b);
}

/* Frees the batches that were applied completely, and empties the last batch
 * for reuse. */
static void sweep(struct heap_source *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->runs.n; i++)
		if (s->runs.v[i].at < s->runs.v[i].end)
			s->runs.v[n++] = s->runs.v[i];
	s->runs.n = n;
	/* The runs are sorted by time now, so the last run may not be the one
	 * with the change that was added last. */
	s->latest = UINT64_MAX;
	n = 0;
	for (size_t i = 0; i < s->batches.n; i++) {
		struct heap_batch *b = s->batches.v[i];

		if (b->left || i + 1 == s->batches.n)
			s->batches.v[n++] = b;
		else
			batch_free(b);
	}
	s->batches.n = n;
	if (n && !s->batches.v[n - 1]->left) {
		s->batches.v[n - 1]->n = 0;
		vec_clear(&s->batches.v[n - 1]->frames);
	}
}

bool heap_apply_until(struct heap_source *s, uint64_t until,
		      uint64_t deadline_ns)
{
	struct run_order o = { .runs = s->runs.v, .n = s->runs.n };
	struct heap_run *r;
	size_t done = 0;
	bool all = true;

	if (!o.n)
		return true;
	qsort(o.runs, o.n, sizeof *o.runs, by_time);
	while ((r = first(&o)) && r->ticks <= until) {
		if (done >= STEP) {
			done = 0;
			all = clock_ns() < deadline_ns;
			if (!all)
				break;
		}
		done += go_on(s, &o, until);
		gone_on(&o);
	}
	vec_release(&o.heap);
	sweep(s);
	return all;
}

uint64_t heap_changes_left(const struct heap_source *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->batches.n; i++)
		n += s->batches.v[i]->left;
	return n;
}

void heap_changes_free(struct heap_source *s)
{
	for (size_t i = 0; i < s->batches.n; i++)
		batch_free(s->batches.v[i]);
	vec_release(&s->batches);
	vec_release(&s->runs);
}
