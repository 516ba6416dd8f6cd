/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include "sys/loop.h"

/* The work between two looks at the clock. */
#define STRIDE 64

/* The next event of that page that is one of ours stands in next. */
static bool next_of_page(struct ring_source *s, struct ring_cpu *c)
{
	struct subbuf_event ev;

	while (subbuf_next(&c->page, &ev)) {
		const struct trace_format *format =
			formats_find(&s->formats,
				     trace_record_id(ev.payload));

		c->taken++;
		s->cost[c->ring.meta ? RING_MAPPED : RING_READ].records++;
		if (format && trace_record_parse(ev.payload, format,
						 &c->next)) {
			c->next_time = clock_of_kernel(ev.time);
			return c->has_next = true;
		}
		/* One that lies about itself is none. */
		s->b.lost += format != NULL;
	}
	if (c->page.broken) {
		s->b.lost++;
		c->page.broken = false;
		c->torn = true;
	}
	return false;
}

static bool fill(struct ring_source *s, struct ring_cpu *c)
{
	while (!c->has_next && !c->dry && !next_of_page(s, c))
		c->dry = !rings_next_part(s, c);
	return c->has_next;
}

/* The oldest of what the CPUs have; NULL when there is none. */
static struct ring_cpu *oldest(struct ring_source *s)
{
	struct ring_cpu *best = NULL;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct ring_cpu *c = &s->cpus.v[i];

		if (fill(s, c) && (!best || c->next_time < best->next_time))
			best = c;
	}
	return best;
}

static void take(struct ring_source *s, struct ring_cpu *c)
{
	c->has_next = false;
	s->told_until = c->next_time;
	if (c->after_gap)
		ring_calls_gap(s);
	c->after_gap = false;
	/* Who ends is known until then, and who runs another program, under the
	 * number that it has from then on. */
	if (c->next.kind != TRACE_EXEC)
		ring_tell_record(s, &c->next, c->next_time);
	ring_calls_record(s, &c->next, c->next_time);
	if (c->next.kind == TRACE_EXEC)
		ring_tell_record(s, &c->next, c->next_time);
}

void records_begin(struct ring_source *s, uint64_t horizon)
{
	s->horizon = horizon;
	/* What was empty before may have got something older than that. */
	for (size_t i = 0; i < s->cpus.n; i++) {
		s->cpus.v[i].dry = false;
		s->cpus.v[i].bytes = 0;
	}
}

uint64_t records_drop(struct ring_source *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct ring_cpu *c = &s->cpus.v[i];

		c->dry = false;
		for (; fill(s, c); n++)
			c->has_next = false;
	}
	return n;
}

bool records_read(struct ring_source *s, uint64_t deadline)
{
	struct ring_cpu *c;

	for (unsigned i = 1; (c = oldest(s)); i++) {
		/* Something older may still come to another CPU. */
		if (c->next_time > s->horizon)
			break;
		buffered_busy(&s->b);
		take(s, c);
		if (i % STRIDE == 0 && clock_ns() >= deadline)
			return true;
	}
	return false;
}
