/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps or reads the rings.  Which of the two costs less depends on the kernel
 * and the machine (the GET_READER ioctl walks all events that it hands over).
 * So mmtop tries both ways for TRIAL_RECORDS records each, and continues with
 * the cheaper way.
 */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "sys/loop.h"

#define TRIAL_RECORDS (UINT64_C(1) << 16)

/* --- choosing between mapping and reading --------------------------------- */

static uint64_t cost_of(const struct ring_cost *c, uint64_t records)
{
	return c->records ? c->ns * records / c->records : 0;
}

static void choose(struct ring_source *s)
{
	const struct ring_cost *mapped = &s->cost[RING_MAPPED],
			       *read = &s->cost[RING_READ];

	if (s->settled)
		return;
	if (!s->can_map) {
		s->way = RING_READ;
	} else if (mapped->records < TRIAL_RECORDS) {
		return;
	} else if (read->records < TRIAL_RECORDS) {
		s->way = RING_READ;
		return;
	} else if (cost_of(mapped, TRIAL_RECORDS) <=
		   cost_of(read, TRIAL_RECORDS)) {
		s->way = RING_MAPPED;
	}
	s->settled = true;
	s->b.told_state = false;
}

/* Switches from mapping to reading or back.  Call it between two parts of a
 * ring, as it invalidates the last part. */
static void switch_way(struct ring_source *s, struct ring_cpu *c)
{
	choose(s);
	if (s->way == RING_READ && c->ring.meta)
		tracering_unmap(&c->ring);
	else if (s->way == RING_MAPPED && !c->ring.meta &&
		 tracering_map(&c->ring) < 0) {
		s->can_map = false;
		s->way = RING_READ;
		s->b.told_state = false;
	}
}

/* --- parts of a ring ------------------------------------------------------ */

/* Skips events that were handed over before the ring was mapped. */
static void skip_to(struct subbuf *sb, size_t begin)
{
	struct subbuf_event ev;

	subbuf_limit(sb, begin);
	while (subbuf_next(sb, &ev))
		;
}

static void take_part(struct ring_source *s, struct ring_cpu *c,
		      const struct tracering_part *part)
{
	struct bytes page = { part->page, c->ring.subbuf_size };

	if (part->is_new) {
		(void)subbuf_begin(&c->page, &s->formats.layout, page);
		c->has_gap |= c->page.missed;
		c->after_gap |= c->page.missed;
		if (part->begin)
			skip_to(&c->page, part->begin);
	}
	if (part->has_end)
		subbuf_limit(&c->page, part->end);
	c->bytes += c->page.end - c->page.at;
	if (c->bytes > c->most_bytes)
		c->most_bytes = c->bytes;
}

bool rings_next_part(struct ring_source *s, struct ring_cpu *c)
{
	uint64_t since = clock_ns();
	struct tracering_part part;
	int ret;

	switch_way(s, c);
	ret = tracering_next(&c->ring, &part);
	s->cost[c->ring.meta ? RING_MAPPED : RING_READ].ns +=
		ret > 0 ? clock_ns() - since : 0;
	s->b.lost += c->ring.broken;
	c->ring.broken = 0;
	if (ret <= 0)
		return false;
	take_part(s, c, &part);
	return true;
}

uint64_t rings_overrun(struct ring_source *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct ring_cpu *c = &s->cpus.v[i];
		struct tracering_counts counts = { .overrun = c->overrun };

		if (c->ring.meta)
			tracering_count(&c->ring, &counts);
		else if (c->has_gap)
			c->has_gap = !instance_count(&s->instance, c->number,
						     &counts);
		if (counts.overrun > c->overrun) {
			sum += counts.overrun - c->overrun;
			c->overrun = counts.overrun;
		}
	}
	return sum;
}

/* --- all rings ------------------------------------------------------------ */

static int open_one(struct ring_source *s, int cpu)
{
	struct ring_cpu c = { .number = cpu };
	int ret, fd = instance_open_ring(&s->instance, cpu);

	if (fd < 0)
		return fd;
	tracering_init(&c.ring, fd, s->instance.subbuf_size);
	ret = buffered_add(&s->b, fd);
	if (ret < 0) {
		tracering_release(&c.ring);
		return ret;
	}
	if (s->can_map && tracering_map(&c.ring) < 0) {
		s->can_map = false;
		s->way = RING_READ;
	}
	*vec_push(&s->cpus) = c;
	return 0;
}

int rings_open(struct ring_source *s)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int ret = 0;

	s->can_map = true;
	s->way = RING_MAPPED;
	for (int cpu = 0; cpu < n && ret == 0; cpu++) {
		ret = open_one(s, cpu);
		if (ret == -ENOENT || ret == -ENODEV)
			ret = 0;		/* the machine does not have
						 * that CPU */
	}
	if (ret == 0 && !s->cpus.n)
		ret = -ENODEV;
	if (ret < 0)
		rings_close(s);
	return ret;
}

void rings_close(struct ring_source *s)
{
	for (size_t i = 0; i < s->cpus.n; i++)
		tracering_release(&s->cpus.v[i].ring);
	vec_release(&s->cpus);
}
