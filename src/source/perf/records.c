/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"
#include "source/perf/sums.h"
#include "source/target.h"
#include "sys/loop.h"

/* How often the clock is looked at. */
#define STRIDE 64
/* The longest record that is asked for is 48 bytes; others are cut. */
#define RECORD_MAX 128
/* Nearly full: the next record may not have had room. */
#define ROOM_LEAST 256

static bool is_ours(const struct source *s, pid_t pid)
{
	if (s->host->target->follow)
		return true;
	for (size_t i = 0; i < s->roots.n; i++)
		if (s->roots.v[i] == pid)
			return true;
	return false;
}

static const struct perf_slot *slot_of(struct source *s, struct perf_cpu *c,
				       uint64_t id)
{
	const struct perf_slot *slot;

	if (c->last.id == id && id)
		return &c->last;
	slot = perf_slot(s, id);
	if (slot)
		c->last = *slot;
	return slot;
}

static void take_fault(struct source *s, struct perf_cpu *c)
{
	const struct perfrecord *r = &c->next;
	const struct perf_slot *slot = slot_of(s, c, r->id);
	struct fault f = {
		.time = r->time, .pid = r->pid, .tid = r->tid,
		.addr = r->addr, .ip = r->ip, .kernel = r->kernel,
	};

	c->has_next = false;
	/* One that was let go may still have something in the ring. */
	if (!slot)
		return;
	s->samples++;
	if (!is_ours(s, r->pid))
		return;
	f.major = slot->major;
	perf_tell_fault(s, &f);
}

/* A loss is told by the record after it, which on a quiet target may never
 * come: what was counted by then already is not counted twice. */
static void take_lost(struct source *s, uint64_t n)
{
	uint64_t known = n < s->missing_told ? n : s->missing_told;

	s->missing_told -= known;
	s->lost += n - known;
	s->lost_ever += n - known;
}

/* The next fault of that CPU stands in next. */
static bool fill(struct source *s, struct perf_cpu *c)
{
	unsigned char buf[RECORD_MAX];
	struct perfrecord r;
	size_t n;

	while (!c->has_next && perfring_take(&c->ring, buf, sizeof buf, &n)) {
		if (n > sizeof buf ||
		    !perfrecord_parse((struct bytes){ buf, n }, &r))
			continue;
		if (r.type == PERFRECORD_LOST ||
		    r.type == PERFRECORD_LOST_SAMPLES) {
			take_lost(s, r.lost);
		} else if (r.type == PERFRECORD_SAMPLE) {
			c->next = r;
			c->has_next = true;
		}
	}
	return c->has_next;
}

/* The oldest of what the CPUs have; NULL when there is none. */
static struct perf_cpu *oldest(struct source *s)
{
	struct perf_cpu *best = NULL;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perf_cpu *c = &s->cpus.v[i];

		if (fill(s, c) && (!best || c->next.time < best->next.time))
			best = c;
	}
	return best;
}

/* False while some ring has much in it. */
bool perf_look(struct source *s)
{
	bool calm = true;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perfring *ring = &s->cpus.v[i].ring;
		uint64_t waiting = perfring_look(ring);

		if (waiting + ROOM_LEAST > ring->size)
			s->was_full = true;
		calm &= waiting < ring->size / 8;
	}
	return calm;
}

/* True when the time was up first. */
bool perf_read_rings(struct source *s, uint64_t deadline)
{
	struct perf_cpu *c = NULL;

	for (unsigned i = 1; (c = oldest(s)); i++) {
		s->pause_ns = PERF_TELL_NS;
		take_fault(s, c);
		if (i % STRIDE == 0 && clock_ns() >= deadline)
			break;
	}
	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perfring *ring = &s->cpus.v[i].ring;

		perfring_release_read(ring);
		s->lost += ring->broken;
		ring->broken = 0;
	}
	return c != NULL;
}

/* What the kernel counted before the rings were read and nobody told. */
void perf_count_missing(struct source *s, uint64_t counted)
{
	uint64_t known = s->samples + s->lost_ever;

	s->was_full = false;
	if (counted <= known)
		return;
	s->missing_told += counted - known;
	s->lost += counted - known;
	s->lost_ever += counted - known;
}
