/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores events, and drops the oldest. */
#include <config.h>

#include "app/history/private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/wire/codec.h"

/* A segment ends when its events take this or as much as its copy of the
 * model, whichever is more: copies then take at most half of the memory, and
 * their cost is at most that of storing the events. */
#define SEGMENT_BYTES (4u << 20)
/* Offsets have 32 bits. */
#define SEGMENT_MAX (1u << 30)
/* For small limits: the least number of segments. */
#define SEGMENTS_MIN 8

#define CLOCK_SIZE (4 + 8)

static size_t segment_bytes(const struct history_segment *s)
{
	return sizeof *s + s->copy + s->data.len +
	       s->steps.n * sizeof *s->steps.v +
	       s->ways.n * sizeof *s->ways.v;
}

static void segment_free(struct history *h, size_t i)
{
	struct history_segment *s = h->segments.v[i];

	h->bytes -= segment_bytes(s);
	model_free(s->start);
	str_release(&s->data);
	vec_release(&s->steps);
	vec_release(&s->ways);
	free(s);
	vec_remove(&h->segments, i);
}

void history_drop_all(struct history *h)
{
	while (h->segments.n)
		segment_free(h, h->segments.n - 1);
	vec_release(&h->segments);
}

/* --- room ----------------------------------------------------------------- */

static void thin(struct history *h, struct history_segment *s)
{
	h->bytes -= segment_bytes(s);
	str_release(&s->data);
	vec_release(&s->steps);
	vec_release(&s->ways);
	s->thinned = true;
	h->bytes += segment_bytes(s);
}

/* Returns the index of the thinned segment whose neighbours are closest in
 * time, so that the others stay spread over the session. */
static size_t least_needed(const struct history *h, size_t thinned)
{
	uint64_t best = UINT64_MAX;
	size_t found = 0;

	for (size_t i = 1; i < thinned; i++) {
		uint64_t gap = h->segments.v[i + 1]->start->now_ns -
			       h->segments.v[i - 1]->start->now_ns;

		if (gap < best) {
			best = gap;
			found = i;
		}
	}
	return found;
}

/* Keeps the segments within their limit, as history.h describes.  The newest
 * stays, unless it is too large alone. */
static void make_room(struct history *h)
{
	uint64_t most = h->limit / 4 * 3;
	size_t n = h->segments.n, thinned = 0, bytes = 0;

	if (h->bytes <= most)
		return;
	for (; thinned < n && h->segments.v[thinned]->thinned; thinned++)
		bytes += segment_bytes(h->segments.v[thinned]);
	while (h->bytes > most && h->segments.n > 1) {
		if (thinned + 1 < h->segments.n && bytes < most / 4) {
			struct history_segment *s = h->segments.v[thinned++];

			thin(h, s);
			bytes += segment_bytes(s);
			continue;
		}
		size_t i = thinned > 1 ? least_needed(h, thinned) : 0;

		if (i < thinned) {
			bytes -= segment_bytes(h->segments.v[i]);
			thinned--;
		}
		segment_free(h, i);
	}
	if (h->bytes > most && h->segments.n) {
		h->wait = h->segments.v[0]->copy;
		segment_free(h, 0);
	}
}

/* --- new segments --------------------------------------------------------- */

static uint64_t segment_limit(const struct history *h,
			      const struct history_segment *s)
{
	uint64_t room = h->limit / 4 * 3, most = room / SEGMENTS_MIN;

	most = most < SEGMENT_BYTES ? most : SEGMENT_BYTES;
	most = most > s->copy ? most : s->copy;
	/* One segment always fits, unless its copy does not. */
	if (s->copy < room && most > (room - s->copy) / 2)
		most = (room - s->copy) / 2;
	most = most > s->least ? most : s->least;
	return most < SEGMENT_MAX ? most : SEGMENT_MAX;
}

static struct history_segment *newest(const struct history *h)
{
	return h->segments.n ? h->segments.v[h->segments.n - 1] : NULL;
}

/* The end of a segment: gives back the room that it did not use. */
static void close_segment(struct history_segment *s)
{
	if (s->data.cap) {
		s->data.data = xrealloc(s->data.data, s->data.len + 1);
		s->data.cap = s->data.len + 1;
	}
}

static struct history_segment *open_segment(struct history *h,
					    const struct model *live)
{
	struct history_segment *s = xcalloc(1, sizeof *s), *was = newest(h);

	if (was)
		close_segment(was);
	s->id = ++h->ids;
	s->start = model_copy(live, &s->copy);
	s->data = (struct str)STR_INIT;
	s->end_ns = was && was->end_ns > live->now_ns ? was->end_ns :
		    live->now_ns;
	h->clock_ns = live->now_ns;
	h->bytes += segment_bytes(s);
	return *vec_push(&h->segments) = s;
}

/* Returns the segment for the next event; NULL: the model is too large. */
static struct history_segment *segment_now(struct history *h,
					   const struct model *live)
{
	struct history_segment *s = newest(h);

	if (s && s->start->events + s->n == live->events &&
	    s->data.len < segment_limit(h, s))
		return s;
	if (h->wait)
		return NULL;
	open_segment(h, live);
	if (s && newest(h)->copy > h->limit / 8 * 3 &&
	    s->start->events + s->n == live->events &&
	    s->data.len < h->limit / 8 * 3) {
		/* The copy would leave no room for events: the segment before
		 * goes on instead, until the copy is tried again. */
		segment_free(h, h->segments.n - 1);
		s->least = 2 * s->data.len < h->limit / 8 * 3 ?
			   2 * s->data.len : h->limit / 8 * 3;
		return s;
	}
	make_room(h);
	return newest(h);
}

/* --- events --------------------------------------------------------------- */

static void add_clock(struct str *data, uint64_t now_ns)
{
	const char none[4] = { 0 };

	str_add(data, none, sizeof none);
	str_add(data, &now_ns, sizeof now_ns);
}

void history_append(struct history *h, const struct model *live,
		    const struct event *ev, bool step)
{
	struct history_segment *s = segment_now(h, live);
	size_t before, clock = 0;

	if (!s) {
		h->wait -= h->wait < sizeof *ev ? h->wait : sizeof *ev;
		return;
	}
	h->bytes -= segment_bytes(s);
	before = s->data.len;
	if (s->n % WAY_EVENTS == 0)
		*vec_push(&s->ways) = (struct history_way){
			s->end_ns, (uint32_t)s->n, (uint32_t)before };
	if (live->now_ns != h->clock_ns) {
		add_clock(&s->data, live->now_ns);
		clock = CLOCK_SIZE;
	}
	event_encode(&s->data, ev);
	/* An event that is too long for the codec is not stored: its number is
	 * missing, so the next event begins a new segment. */
	if (s->data.len > before + clock) {
		s->n++;
		if (step)
			*vec_push(&s->steps) = (uint32_t)s->n;
		if (ev->time_ns > s->end_ns)
			s->end_ns = ev->time_ns;
	}
	h->clock_ns = live->now_ns > ev->time_ns ? live->now_ns : ev->time_ns;
	h->bytes += segment_bytes(s);
	make_room(h);
}

/* --- reading -------------------------------------------------------------- */

struct history_segment *history_segment_of(const struct history *h,
					   uint64_t n)
{
	size_t i = vec_lower(&h->segments, s, (*s)->start->events <= n);

	return i ? h->segments.v[i - 1] : NULL;
}

struct history_segment *history_segment_by_id(const struct history *h,
					      uint64_t id)
{
	size_t i = vec_lower(&h->segments, s, (*s)->id < id);

	return i < h->segments.n && h->segments.v[i]->id == id ?
	       h->segments.v[i] : NULL;
}

/* Decodes the next event, and its clock if it has one: *clock_ns.  Returns the
 * offset after it, or 0 at the end. */
static size_t next_event(const struct history_segment *s, size_t offset,
			 struct event *ev, uint64_t *clock_ns)
{
	const char *at = s->data.data + offset;
	const char none[4] = { 0 };
	long r;

	*clock_ns = 0;
	if (s->data.len - offset >= CLOCK_SIZE && !memcmp(at, none, 4)) {
		memcpy(clock_ns, at + 4, 8);
		offset += CLOCK_SIZE;
	}
	r = event_decode(s->data.data + offset, s->data.len - offset, ev);
	return r > 0 ? offset + (size_t)r : 0;
}

bool history_fold(const struct history_segment *s, struct history_place *p)
{
	uint64_t clock_ns;
	struct event ev;
	size_t next = next_event(s, p->offset, &ev, &clock_ns);

	if (!next)
		return false;
	if (clock_ns)
		p->model->now_ns = clock_ns;
	model_event(p->model, &ev);
	p->offset = next;
	return true;
}

uint64_t history_find_time(const struct history_segment *s, uint64_t time_ns)
{
	size_t i = vec_lower(&s->ways, w, w->time_ns <= time_ns), next;
	uint64_t n = s->start->events, clock_ns;
	size_t offset = 0;
	struct event ev;

	if (i) {
		n += s->ways.v[i - 1].before;
		offset = s->ways.v[i - 1].offset;
	}
	while ((next = next_event(s, offset, &ev, &clock_ns)) != 0 &&
	       ev.time_ns <= time_ns) {
		offset = next;
		n++;
	}
	return n;
}
