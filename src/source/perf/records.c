/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include <string.h>

#include "source/everybody.h"
#include "source/places.h"
#include "source/perf/sums.h"
#include "source/target.h"
#include "sys/loop.h"

/* The work between two looks at the clock. */
#define STRIDE 64
/* Nearly full: the next record may not have had room. */
#define ROOM_LEAST 256
#define ROOM_LEAST_MAPS (ROOM_LEAST + PERFRECORD_MAX)

static bool is_ours(const struct perf_source *s, pid_t pid, uint64_t time)
{
	if (s->b.host->everybody)
		return everybody_tells(s->b.host->everybody, pid, time);
	if (s->b.host->target->follow)
		return true;
	for (size_t i = 0; i < s->roots.n; i++)
		if (s->roots.v[i] == pid)
			return true;
	return false;
}

static const struct perf_slot *slot_of(struct perf_source *s,
				       struct perf_cpu *c, uint64_t id)
{
	const struct perf_slot *slot;

	if (c->last.id == id && id)
		return &c->last;
	slot = perf_slot(s, id);
	if (slot)
		c->last = *slot;
	return slot;
}

static void take_fault(struct perf_source *s, const struct perfrecord *r,
		       bool major)
{
	struct fault f = {
		.time = r->time, .pid = r->pid, .tid = r->tid,
		.addr = r->addr, .ip = r->ip, .kernel = r->kernel,
		.major = major,
	};

	s->samples++;
	if (is_ours(s, r->pid, r->time))
		perf_tell_fault(s, &f);
}

/* Of everybody only who it is: what they do is told of by others. */
static void note_task(struct everybody *all, const struct perfrecord *r)
{
	if (r->type == PERFRECORD_FORK && r->pid != r->ppid)
		everybody_makes(all, r->ppid, r->pid, r->time);
	else if (r->type == PERFRECORD_COMM && r->pid == r->tid)
		everybody_named(all, r->pid, r->comm, r->time);
}

static void take_process(struct perf_source *s, const struct perfrecord *r,
			 pid_t who)
{
	if (s->b.host->everybody)
		note_task(s->b.host->everybody, r);
	else if (is_ours(s, who, r->time))
		perf_tell_process(s, r);
}

/* The next record of that CPU. */
static void take(struct perf_source *s, struct perf_cpu *c)
{
	const struct perfrecord *r = &c->next;
	const struct perf_slot *slot = slot_of(s, c, r->id);

	c->has_next = false;
	s->told_until = r->time;
	/* One that was let go may still have something in the ring. */
	if (!slot)
		return;
	switch (r->type) {
	case PERFRECORD_SAMPLE:
		take_fault(s, r, slot->what == PERF_MAJOR);
		break;
	case PERFRECORD_MMAP2:
		if (is_ours(s, r->pid, r->time))
			perf_tell_map(s, r);
		break;
	/* Another memory than what was there under that number before. */
	case PERFRECORD_FORK:
		if (r->pid != r->ppid)
			places_forget(s->places, r->pid);
		take_process(s, r, r->ppid);
		break;
	case PERFRECORD_COMM:
		if (r->exec)
			places_forget(s->places, r->pid);
		take_process(s, r, r->pid);
		break;
	case PERFRECORD_EXIT:
		take_process(s, r, r->pid);
		break;
	default:
		break;
	}
}

/* A loss is told by the record after it, which on a quiet target may never
 * come: what was counted by then already is not counted twice. */
static void take_lost(struct perf_source *s, uint64_t n)
{
	uint64_t known = n < s->missing_told ? n : s->missing_told;

	s->missing_told -= known;
	s->b.lost += n - known;
	s->lost_ever += n - known;
}

static bool is_map(const struct perf_cpu *c)
{
	struct perfrecord_head head;

	memcpy(&head, c->record, sizeof head);
	return head.type == PERFRECORD_MMAP2;
}

/* The next record of that CPU stands in next. */
static bool fill(struct perf_source *s, struct perf_cpu *c)
{
	struct perfrecord *r = &c->next;
	size_t n;

	while (!c->has_next &&
	       perfring_take(&c->ring, c->record, PERFRECORD_MAX, &n)) {
		if (n > PERFRECORD_MAX ||
		    !perfrecord_parse((struct bytes){ c->record, n },
				      &perfrecord_own, r)) {
			/* One that lies about a mapping is none. */
			s->b.lost += is_map(c);
			continue;
		}
		r->time = clock_of_kernel(r->time);
		if (r->type == PERFRECORD_LOST ||
		    r->type == PERFRECORD_LOST_SAMPLES)
			take_lost(s, r->lost);
		else
			c->has_next = true;
	}
	return c->has_next;
}

/* The oldest of what the CPUs have; NULL when there is none. */
static struct perf_cpu *oldest(struct perf_source *s)
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
bool perf_look(struct perf_source *s)
{
	size_t room = s->maps ? ROOM_LEAST_MAPS : ROOM_LEAST;
	bool calm = true;

	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perfring *ring = &s->cpus.v[i].ring;
		uint64_t waiting = perfring_look(ring);

		if (waiting + room > ring->size)
			s->was_full = true;
		if (waiting * 1000 / ring->size > s->fill)
			s->fill = waiting * 1000 / ring->size;
		calm &= waiting < ring->size / 8;
	}
	return calm;
}

/* True when the time was up first. */
bool perf_read_rings(struct perf_source *s, uint64_t deadline)
{
	struct perf_cpu *c = NULL;

	for (unsigned i = 1; (c = oldest(s)); i++) {
		buffered_busy(&s->b);
		take(s, c);
		if (i % STRIDE == 0 && clock_ns() >= deadline)
			break;
	}
	for (size_t i = 0; i < s->cpus.n; i++) {
		struct perfring *ring = &s->cpus.v[i].ring;

		perfring_release_read(ring);
		s->b.lost += ring->broken;
		ring->broken = 0;
	}
	return c != NULL;
}

/* What the kernel counted before the rings were read and nobody told. */
void perf_count_missing(struct perf_source *s, uint64_t counted)
{
	uint64_t known = s->lost_ever +
			 (s->can & PERF_CAN_LOST ? 0 : s->samples);

	s->was_full = false;
	if (counted <= known)
		return;
	s->missing_told += counted - known;
	s->b.lost += counted - known;
	s->lost_ever += counted - known;
}
