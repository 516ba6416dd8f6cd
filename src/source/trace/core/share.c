/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the tracer and a single task that stops often on one CPU.  A stop takes
 * two wake-ups, which cost six times more between two CPUs than on one.  The
 * kernel wakes a task on the CPU of the waker, so mmtop stays on one CPU and
 * the task follows.  mmtop never changes the affinity of the task, because the
 * task can read it.
 */
#include <config.h>

#include "source/trace/core/tracer.h"

#include <errno.h>

#include "sys/loop.h"

/* Numbers of stops per tick of 50 ms.  BUSY or more stops start the sharing;
 * fewer than QUIET stops in each of QUIET_TICKS ticks in a row end it. */
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
	/* The task may not run on this CPU: try again later. */
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
	/* Not while capturing, since the engine cannot capture while the tracer
	 * waits for stops. */
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
