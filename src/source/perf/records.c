/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include <string.h>

#include "source/everybody.h"
#include "source/places.h"
#include "source/perf/sums.h"
#include "source/target.h"
#include "sys/loop.h"

/* Number of records to handle between two checks of the clock. */
#define STRIDE 64
/* A ring with less free room counts as full: a record may have been too large
 * for it. */
#define ROOM_LEAST 256
#define ROOM_LEAST_MAPS (ROOM_LEAST + PERFRECORD_MAX)

static bool is_ours(const struct perf_source *s, pid_t pid, uint64_t time)
{
	if (s->b.host->everybody)
		return everybody_event(s->b.host->everybody, pid, time);
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
		perf_emit_fault(s, &f);
}

/* In system-wide mode, stores names and parents of processes.  Other sources
 * report what the processes do. */
static void note_task(struct everybody *all, const struct perfrecord *r)
{
	if (r->type == PERFRECORD_FORK && r->pid != r->ppid)
		everybody_fork(all, r->ppid, r->pid, r->time);
	else if (r->type == PERFRECORD_COMM && r->pid == r->tid)
		everybody_named(all, r->pid, r->comm, r->time);
}

static void take_process(struct perf_source *s, const struct perfrecord *r,
			 pid_t who)
{
	if (s->b.host->everybody)
		note_task(s->b.host->everybody, r);
	else if (is_ours(s, who, r->time))
		perf_emit_process(s, r);
}

/* Handles the next record of that CPU's ring. */
static void take(struct perf_source *s, struct perf_cpu *c)
{
	const struct perfrecord *r = &c->next;
	const struct perf_slot *slot = slot_of(s, c, r->id);

	c->has_next = false;
	s->emitted_until = r->time;
	/* The ring may still have records of an event that was closed. */
	if (!slot)
		return;
	switch (r->type) {
	case PERFRECORD_SAMPLE:
		take_fault(s, r, slot->what == PERF_MAJOR);
		break;
	case PERFRECORD_MMAP2:
		if (is_ours(s, r->pid, r->time))
			perf_emit_map(s, r);
		break;
	/* After a fork or exec, the process has a new address space. */
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

/* Counts n losses of a LOST record, except those that perf_count_missing() has
 * counted.  The kernel writes a LOST record only before its next record, which
 * on an idle target may never come. */
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

/* Parses the next record of that CPU's ring into c->next. */
static bool fill(struct perf_source *s, struct perf_cpu *c)
{
	struct perfrecord *r = &c->next;
	size_t n;

	while (!c->has_next &&
	       perfring_take(&c->ring, c->record, PERFRECORD_MAX, &n)) {
		if (n > PERFRECORD_MAX ||
		    !perfrecord_parse((struct bytes){ c->record, n },
				      &perfrecord_own, r)) {
			/* An invalid mapping record counts as lost. */
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

/* Returns the CPU with the oldest record, or NULL if there are no records. */
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

bool perf_read_heads(struct perf_source *s)
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
