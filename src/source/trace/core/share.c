/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One CPU for the tracer while a single task stops often.  A stop is two
 * wake-ups; between two CPUs they cost six times as much as on one.  The kernel
 * wakes a task where the waker runs, so mmtop stays on one CPU and the task
 * comes to it.  The task's own affinity, which it can read, never changes.
 */
#include <config.h>

#include "source/trace/core/tracer.h"

#include <errno.h>

#include "sys/loop.h"

/* Stops in a tick of 50 ms: from so many on it is busy; with fewer than so
 * many, in so many ticks after another, it is not. */
#define BUSY 50
#define QUIET 20
#define QUIET_TICKS 4
#define PAUSE_NS 1000000000ull

static struct tracee *only_task(const struct tracer *s)
{
	return tracees_count(&s->tracees) == 1 ? s->tracees.tasks : NULL;
}

static void share_begin(struct tracer *s, struct tracee *t)
{
	struct share *sh = &s->share;
	int cpu = sched_getcpu();
	cpu_set_t one;

	if (cpu < 0 || cpu >= CPU_SETSIZE ||
	    sched_getaffinity(0, sizeof sh->own, &sh->own) < 0)
		return;
	/* The task may run only elsewhere. */
	if (sched_getaffinity(t->tid, sizeof one, &one) < 0 ||
	    !CPU_ISSET((size_t)cpu, &one)) {
		sh->not_before_ns = clock_ns() + PAUSE_NS;
		return;
	}
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	if (sched_setaffinity(0, sizeof one, &one) < 0)
		return;
	sh->tid = t->tid;
	sh->quiet = 0;
	status_changed(s);
}

void share_launched(struct tracer *s)
{
	/* While it waits here nobody looks at what is to be captured. */
	s->share.busy = !s->host->capturing;
	if (s->host->target->pin)
		share_begin(s, only_task(s));
}

void share_end(struct tracer *s)
{
	struct share *sh = &s->share;

	if (!sh->tid)
		return;
	sched_setaffinity(0, sizeof sh->own, &sh->own);
	sh->tid = 0;
	status_changed(s);
}

void share_tick(struct tracer *s)
{
	struct share *sh = &s->share;
	uint64_t stops = s->stops - sh->stops;
	struct tracee *t = only_task(s);

	sh->stops = s->stops;
	sh->busy = stops >= BUSY && tracees_count(&s->tracees);
	if (sh->tid) {
		sh->quiet = stops < QUIET ? sh->quiet + 1 : 0;
		if (!t || t->tid != sh->tid || sh->quiet >= QUIET_TICKS)
			share_end(s);
		return;
	}
	if (t && stops >= BUSY && s->host->target->pin &&
	    !s->keeping && clock_ns() >= sh->not_before_ns)
		share_begin(s, t);
}
