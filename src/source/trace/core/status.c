/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sys/loop.h"
#include "sys/proc/root.h"

/* Interval at which mmtop's overhead is measured: once a second, but ticks come
 * at half seconds with a varying delay. */
#define COST_PERIOD_NS 900000000ull

static uint64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* Measures mmtop's CPU time in the last second, and its resident memory. */
static void measure(struct tracer *s)
{
	uint64_t now = clock_ns(), cpu = cpu_ns(), pages = 0;
	struct str text = STR_INIT;

	if (s->cost_ns && now > s->cost_ns)
		s->own_cpu = (cpu - s->cost_cpu_ns) * 1000 / (now - s->cost_ns);
	s->cost_ns = now;
	s->cost_cpu_ns = cpu;
	if (procroot_readf(s->host->proc, &text, 256, "self/statm") == 0 &&
	    sscanf(text.data, "%*u %lu", &pages) == 1)
		s->own_rss = pages * (uint64_t)sysconf(_SC_PAGESIZE);
	str_release(&text);
}

static enum target_state state_of(const struct tracer *s)
{
	struct group *g, *next;
	bool stopped = s->tracees.groups != NULL;

	if (s->ended)
		return TARGET_ENDED;
	if (s->detached)
		return TARGET_DETACHED;
	if (s->host->target->everybody)
		return TARGET_EVERYBODY;
	if (!s->started)
		return TARGET_STARTING;
	if (s->mode != MODE_RUN && !s->until_pid)
		return TARGET_HELD;
	HASH_ITER(hh, s->tracees.groups, g, next)
		stopped = stopped && (g->stopped ||
			  (s->filter && !s->follow && !g->root));
	return stopped ? TARGET_STOPPED : TARGET_RUN;
}

static void fill(struct tracer *s, struct ev_status *out)
{
	struct tracee *t, *next;

	*out = (struct ev_status){
		.state = state_of(s),
		.level = s->was_step ? LEVEL_STEP : s->level,
		.origin = s->launched,
		.main_pid = s->main_pid,
		/* If a step is blocked in a call, its task is shown as held. */
		.held_tid = s->others_run ? s->step_tid : s->held_tid,
		.held_phase = s->held_phase,
		.waits_on = s->waits_on,
		.step = s->mode == MODE_STEP ? s->step_shown : 0,
		.steps = s->mode == MODE_STEP ? s->steps : 0,
		.until = s->until_pid != 0,
		.own_cpu = s->own_cpu, .own_rss = s->own_rss,
		.exit_status = s->exit_status, .exit_signal = s->exit_signal,
		.exit_core = s->exit_core,
		.filter = s->filter, .keeper = s->keeping,
		.pinned = s->share.tid != 0, .untraced = s->escaped.n,
	};
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (t->exiting || keep_is_silent(s, t))
			continue;
		out->tasks++;
		out->held += t->state == TRACEE_STOPPED ||
			     t->state == TRACEE_GROUP_STOP ||
			     t->state == TRACEE_PARKED;
	}
}

void status_changed(struct tracer *s)
{
	s->status_stale = true;
}

void status_tick(struct tracer *s)
{
	if (clock_ns() - s->cost_ns < COST_PERIOD_NS && s->cost_ns)
		return;
	measure(s);
	untraced_scan(s);
	s->status_stale = true;
}

void status_tell(struct tracer *s)
{
	struct event ev;
	struct ev_status now;

	if (!s->status_stale)
		return;
	s->status_stale = false;
	fill(s, &now);
	/* The counters always change, so they are reported only with another
	 * change, or once a second. */
	now.stops = s->stops;
	now.stop_total_ns = s->stop_total_ns;
	now.worst_stop_ns = s->worst_stop_ns;
	if (s->told_once && !memcmp(&now, &s->told, sizeof now))
		return;
	s->told = now;
	s->told_once = true;
	ev = tracer_event(s, EV_STATUS, NULL);
	ev.pid = s->main_pid;
	ev.u.status = now;
	tracer_emit(s, &ev);
}
