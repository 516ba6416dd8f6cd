/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include "sys/loop.h"

/* Number of records to handle between two checks of the clock. */
#define STRIDE 64

/* Finds the next event of the page for which mmtop has a format, and parses it
 * into c->next. */
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
		/* A record with wrong sizes counts as lost. */
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

/* Returns the CPU with the oldest record, or NULL if there are no records. */
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
	s->emitted_until = c->next_time;
	if (c->after_gap)
		ring_calls_gap(s);
	c->after_gap = false;
	/* An exit record removes its task: emit the event first.  An exec
	 * record gives the task its new tid: emit the event afterwards. */
	if (c->next.kind != TRACE_EXEC)
		ring_emit_record(s, &c->next, c->next_time);
	ring_calls_record(s, &c->next, c->next_time);
	if (c->next.kind == TRACE_EXEC)
		ring_emit_record(s, &c->next, c->next_time);
}

void records_begin(struct ring_source *s, uint64_t horizon)
{
	s->horizon = horizon;
	/* Rings that were empty may have received records older than the
	 * horizon. */
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
		/* Another CPU may still receive an older record. */
		if (c->next_time > s->horizon)
			break;
		buffered_busy(&s->b);
		take(s, c);
		if (i % STRIDE == 0 && clock_ns() >= deadline)
			return true;
	}
	return false;
}
