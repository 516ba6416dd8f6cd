/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One CPU for a busy task and its tracer.  A stop is two wake-ups; between two
 * CPUs they cost six times as much as on one.  So a tree of one single task
 * that stops often is put on the engine's CPU while it does, and both
 * affinities are put back as soon as it does not, makes a child, or asks for
 * its affinity.
 */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>

#include "sys/loop.h"
#include "sys/pins.h"

/* Stops in a tick of 50 ms: from so many on it is busy; with fewer than so
 * many, in so many ticks after another, it is not. */
#define BUSY 50
#define QUIET 20
#define QUIET_TICKS 4

static struct tracee *only_task(const struct source *s)
{
	return tracees_count(&s->tracees) == 1 ? s->tracees.tasks : NULL;
}

static void share_begin(struct source *s, struct tracee *t)
{
	struct share *sh = &s->share;
	int cpu = sched_getcpu();
	cpu_set_t one;

	if (cpu < 0 || cpu >= CPU_SETSIZE ||
	    sched_getaffinity(0, sizeof sh->own, &sh->own) < 0)
		return;
	/* Where it may run only elsewhere it stays there. */
	if (pins_pin(s->host->target->pins, t->tid, cpu) < 0) {
		sh->not_before_ns = clock_ns() + 1000000000ull;
		return;
	}
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	if (sched_setaffinity(0, sizeof one, &one) < 0) {
		pins_unpin(s->host->target->pins, t->tid);
		return;
	}
	sh->tid = t->tid;
	sh->quiet = 0;
	status_changed(s);
}

void share_end(struct source *s, uint64_t pause_ns)
{
	struct share *sh = &s->share;

	if (pause_ns)
		sh->not_before_ns = clock_ns() + pause_ns;
	if (!sh->tid)
		return;
	pins_unpin(s->host->target->pins, sh->tid);
	sched_setaffinity(0, sizeof sh->own, &sh->own);
	sh->tid = 0;
	status_changed(s);
}

void share_child(struct source *s, const struct tracee *parent, pid_t child)
{
	if (!s->share.tid)
		return;
	if (parent->tid == s->share.tid)
		pins_like(s->host->target->pins, parent->tid, child);
	share_end(s, 0);
}

void share_tick(struct source *s)
{
	struct share *sh = &s->share;
	uint64_t stops = s->stops - sh->stops;
	struct tracee *t = only_task(s);

	sh->stops = s->stops;
	sh->busy = stops >= BUSY && tracees_count(&s->tracees);
	if (sh->tid) {
		sh->quiet = stops < QUIET ? sh->quiet + 1 : 0;
		if (!t || t->tid != sh->tid || sh->quiet >= QUIET_TICKS)
			share_end(s, 0);
		return;
	}
	if (t && stops >= BUSY && s->host->target->pin &&
	    s->host->target->pins && !s->keeping &&
	    clock_ns() >= sh->not_before_ns)
		share_begin(s, t);
}
