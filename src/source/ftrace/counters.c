/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters of each CPU's ring, for the screen.  If a ring is mapped, the
 * kernel's counters are in the mapping, and were updated at the last handover.
 * Otherwise they are read from a file, at most once a second.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <string.h>

#include "sys/loop.h"

#define TELL_NS (1000 * RING_MS)
/* Interval while mmtop receives no records: another reader may be taking
 * them. */
#define TELL_IDLE_NS (4 * TELL_NS)

/* Returns the number of events that were handed over to mmtop: those that it
 * has parsed, and those that are still in c->page. */
static uint64_t handed(const struct ring_cpu *c)
{
	struct subbuf rest = c->page;
	struct subbuf_event ev;
	uint64_t n = c->taken;

	while (subbuf_next(&rest, &ev))
		n++;
	return n;
}

/* Returns the number of events that other readers have taken.  `read` is the
 * kernel's count for all readers, mmtop included. */
static uint64_t taken_by_others(const struct ring_cpu *c, uint64_t read)
{
	uint64_t ours = handed(c);

	if (c->torn)
		return EV_UNKNOWN;
	return read > ours ? read - ours : 0;
}

uint64_t counters_missing(struct ring_source *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->cpus.n; i++) {
		const struct ring_cpu *c = &s->cpus.v[i];
		struct tracering_counts n;
		uint64_t others = EV_UNKNOWN;

		if (c->ring.meta)
			tracering_count(&c->ring, &n);
		if (c->ring.meta ||
		    instance_count(&s->instance, c->number, &n))
			others = taken_by_others(c, n.read);
		sum += others == EV_UNKNOWN ? 0 : others;
	}
	return sum;
}

static uint64_t fill(const struct ring_cpu *c, uint64_t subbufs)
{
	uint64_t room = subbufs * c->ring.subbuf_size;
	uint64_t share = room ? c->most_bytes * 1000 / room : EV_UNKNOWN;

	return share > 1000 && room ? 1000 : share;
}

/* Returns false if the counters cannot be read. */
static bool count(struct ring_source *s, struct ring_cpu *c,
		  struct ev_ring *out)
{
	struct tracering_counts n;

	if (c->ring.meta)
		tracering_count(&c->ring, &n);
	else if (!instance_count(&s->instance, c->number, &n))
		return false;
	if (c->ring.meta)
		c->subbufs = c->ring.subbufs;
	else if (!c->subbufs)
		c->subbufs = instance_subbufs(&s->instance, c->number,
					      s->formats.layout.data_at);
	*out = (struct ev_ring){
		.cpu = (uint64_t)c->number,
		.way = c->ring.meta ? RING_MAPPED : RING_READ,
		.unread = n.unread, .overrun = n.overrun, .read = n.read,
		.others = taken_by_others(c, n.read),
		.subbufs = c->subbufs ? c->subbufs : EV_UNKNOWN,
		.subbuf_size = c->ring.subbuf_size,
		.fill = fill(c, c->subbufs),
		.reader = c->ring.meta ? c->ring.reader : EV_UNKNOWN,
		.reader_at = c->ring.meta ? tracering_reader_at(&c->ring)
					  : EV_UNKNOWN,
	};
	return true;
}

static void tell_one(struct ring_source *s, struct ring_cpu *c, bool again)
{
	struct event ev = host_event(s->b.host, RING_LETTER, EV_RING, 0, 0);

	if (!count(s, c, &ev.u.ring))
		return;
	c->most_bytes = 0;
	/* An unchanged event would wake an idle screen for nothing. */
	if (!again && !memcmp(&ev.u.ring, &c->told, sizeof c->told))
		return;
	c->told = ev.u.ring;
	buffered_emit(&s->b, &ev);
}

void counters_emit(struct ring_source *s)
{
	uint64_t now = clock_ns(), records = 0;
	bool again = !s->counted_ns;

	if (!s->b.host->wants.usage)
		return;
	for (size_t i = 0; i < s->cpus.n; i++)
		records += s->cpus.v[i].taken;
	if (!again && now - s->counted_ns < (records == s->counted ?
					     TELL_IDLE_NS : TELL_NS))
		return;
	s->counted_ns = now;
	s->counted = records;
	for (size_t i = 0; i < s->cpus.n; i++)
		tell_one(s, &s->cpus.v[i], again);
}
