/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tracer's timer.  It checks unfinished work twenty times a second.
 * Without work and stops, it runs twice a second to measure mmtop's overhead.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

#include "sys/loop.h"

#define TICK_NS 50000000ull
/* The period of the slow rate, and the number of ticks without work before
 * it. */
#define REST_NS 500000000ull
#define REST_AFTER 20

/* True if no work is unfinished, so that ticks only report the overhead. */
static bool is_quiet(struct tracer *s)
{
	struct tracee *t, *next;

	if (s->pending.n || s->wave.stuck || s->mode != MODE_RUN || s->owing || s->parking || s->wanting ||
	    (!s->detached && (s->late || s->forking)) || s->detaching ||
	    s->track.pid || s->share.tid || s->share.busy || s->backtrace.tid)
		return false;
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->exiting || t->state == TRACEE_SEIZING)
			return false;
	return true;
}

static uint64_t tick(void *arg)
{
	struct tracer *s = arg;
	bool stopped = s->stops != s->tick.stops;
	uint64_t now;

	s->tick.stops = s->stops;
	tracer_retry(s);
	step_tick(s);
	share_tick(s);
	attach_late(s);
	pending_tick(s);
	new_leader_scan(s);
	newcomers_unpark(s);
	track_work(s);
	backtrace_tick(s);
	status_tick(s);
	status_tell(s);
	s->tick.quiet = !stopped && is_quiet(s) ? s->tick.quiet + 1 : 0;
	s->tick.rests = s->tick.quiet >= REST_AFTER;
	if (!s->tick.rests)
		return TICK_NS;
	now = clock_ns();
	return clock_next(now, REST_NS) - now;
}

void tick_begin(struct tracer *s)
{
	s->tick.rests = false;
	s->tick.quiet = 0;
	/* Stops during the slow rate do not count for the next tick. */
	s->share.stops = s->tick.stops = s->stops;
	loop_remove_timer(s->host->loop, s->tick.timer);
	s->tick.timer = loop_add_timer(s->host->loop, TICK_NS, tick, s);
}

void tick_soon(struct tracer *s)
{
	if (s->tick.rests && (s->stops != s->tick.stops || !is_quiet(s)))
		tick_begin(s);
}

void tick_end(struct tracer *s)
{
	loop_remove_timer(s->host->loop, s->tick.timer);
}
