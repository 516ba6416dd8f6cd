/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "sys/loop.h"

/* waitid(P_ALL) checks the tasks in the kernel's order and returns the first
 * that has a report.  So while the first tasks are busy, the stops of the last
 * ones would never be handled.  After FAIR_STOPS stops, the tracer therefore
 * takes a turn: it checks each task by its id, which takes the same time per
 * task for any number of tasks.  The next turn follows at once if FAIR_STOPS
 * tasks had stopped, otherwise after FAIR_TIMES the duration of the turn. */
#define FAIR_STOPS 16
#define FAIR_TIMES 3
/* One of every GLANCES stops is found by waitid(), not by glance(). */
#define GLANCES 64
/* Maximum time that other work waits while stops come in quick succession. */
#define HOT_US 5000
/* How long the tracer polls for the next stop before it sleeps, because a
 * wake-up of the tracer or the task takes longer.  It yields the CPU while it
 * polls. */
#define SPIN_NS 30000ull
/* A drain may exceed its time by this much to finish a wave. */
#define OVERTIME_NS 5000000ull
/* Interval at which long work pauses to handle stops, and the maximum time for
 * that. */
#define BETWEEN_NS 1000000ull
#define BETWEEN_BUDGET_NS 5000000ull
/* A check of many tasks takes long, so the next check follows after LOOK_TIMES
 * the duration of the last one. */
#define LOOK_TIMES 4

bool drain_peek(idtype_t type, pid_t id, struct stop *out)
{
	siginfo_t si;
	int r;

	do {
		si.si_pid = 0;
		r = waitid(type, (id_t)id, &si, WEXITED | WSTOPPED | __WALL |
			   WNOWAIT | WNOHANG);
	} while (r < 0 && errno == EINTR);
	if (r < 0 || !si.si_pid)
		return false;
	*out = stop_classify(&si);
	return true;
}

bool drain_peek_any(struct tracer *s, struct stop *out)
{
	uint64_t start = clock_ns();

	if (drain_peek(P_ALL, 0, out)) {
		s->unfair++;
		return true;
	}
	s->none_ns = s->looked_ns = clock_ns();
	s->look_ns = s->none_ns - start;
	return false;
}

bool drain_is_due(const struct tracer *s)
{
	return clock_ns() > s->looked_ns + BETWEEN_NS +
			    LOOK_TIMES * s->look_ns;
}

/*
 * Finds the next stop without waiting.  If the only task shares the tracer's
 * CPU, it has usually stopped again when the tracer runs.  The tracer then
 * needs the task's call.  The answer to that query also shows whether the task
 * is stopped, and how, which saves a waitid().
 */
static bool glance(struct tracer *s, struct stop *out)
{
	siginfo_t si = { .si_code = CLD_TRAPPED };
	struct tracee *t = s->tracees.tasks;

	if (!t || t->tid != s->share.tid || t->state != TRACEE_RUNNING ||
	    tracees_count(&s->tracees) != 1 || ++s->glances % GLANCES == 0 ||
	    ptrace(PTRACE_GET_SYSCALL_INFO, t->tid, sizeof t->glance,
		   &t->glance) <= 0)
		return false;
	switch (t->glance.op) {
	case PTRACE_SYSCALL_INFO_SECCOMP:
		/* mmtop's filter sets ret_data.  If it is FILTER_NONE, the stop
		 * may be a signal that the program sent to itself, with the
		 * si_code of a seccomp stop. */
		if (t->glance.seccomp.ret_data == FILTER_NONE)
			return false;
		si.si_status = SIGTRAP | PTRACE_EVENT_SECCOMP << 8;
		break;
	case PTRACE_SYSCALL_INFO_ENTRY:
	case PTRACE_SYSCALL_INFO_EXIT:
		si.si_status = SIGTRAP | 0x80;
		break;
	default:
		return false;
	}
	si.si_pid = t->tid;
	t->glanced = true;
	*out = stop_classify(&si);
	return true;
}

/*
 * Finds the next stop, and waits for it if may_wait.  If stops come in quick
 * succession, waiting here saves two system calls, compared with poll() and the
 * signalfd.  A timer ends the wait.  It repeats, because a single expiration
 * could come before the wait starts.
 */
static bool next_stop(struct tracer *s, struct stop *out, bool may_wait)
{
	siginfo_t si = { 0 };
	uint64_t until;

	/* Without tasks, the wait would last until another child of mmtop
	 * ends. */
	if (!may_wait || !s->share.busy || !tracees_count(&s->tracees))
		return drain_peek_any(s, out);
	if (glance(s, out))
		return true;
	/* If there are several tasks, the tracer sleeps instead of polling, so
	 * that they can use the CPU. */
	until = tracees_count(&s->tracees) > 1 ? 0 : clock_ns() + SPIN_NS;
	while (s->none_ns < until) {
		if (drain_peek_any(s, out))
			return true;
		sched_yield();
	}
	if (waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | __WALL | WNOWAIT) < 0)
		return false;
	s->none_ns = clock_ns();
	s->unfair++;
	*out = stop_classify(&si);
	return true;
}

static void serve(struct tracer *s, const struct stop *stop)
{
	uint64_t went = s->went_ns;

	stops_handle(s, stop);
	s->stops++;
	if (s->went_ns == went)
		s->went_ns = clock_ns();
}

/* Takes a turn: checks once each task that is not held. */
static void serve_all(struct tracer *s)
{
	uint64_t start = s->went_ns, end;
	struct tracee *t, *next;
	unsigned served = 0;
	struct stop stop;

	vec_clear(&s->turn);
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->state != TRACEE_STOPPED)
			*vec_push(&s->turn) = t->tid;
	for (size_t i = 0; i < s->turn.n; i++) {
		if (drain_peek(P_PID, s->turn.v[i], &stop)) {
			serve(s, &stop);
			served++;
		} else if ((t = tracee_find(&s->tracees, s->turn.v[i]))) {
			t->ran_ns = s->went_ns;
		}
	}
	end = clock_ns();
	s->unfair = served < FAIR_STOPS ? 0 : FAIR_STOPS;
	s->turn_ns = served < FAIR_STOPS ? end + FAIR_TIMES * (end - start)
					 : end;
}

/* A single task needs no balance. */
static bool is_unfair(const struct tracer *s)
{
	return tracees_count(&s->tracees) > 1 && s->unfair > FAIR_STOPS &&
	       s->went_ns >= s->turn_ns;
}

/* Handles stops until none are left; returns true if the time is up before. */
static bool drain_stops(struct tracer *s, uint64_t budget_ns, bool may_wait)
{
	uint64_t until = clock_ns() + budget_ns;
	bool alone = tracees_count(&s->tracees) == 1;
	struct stop stop;

	s->went_ns = until - budget_ns;
	while (wave_runs(s) ? wave_next(s, &stop, s->went_ns > until)
			    : next_stop(s, &stop, may_wait)) {
		unsigned n;

		serve(s, &stop);
		n = tracees_count(&s->tracees);
		/* No other task needs a check, and the next stop of this task
		 * sends another SIGCHLD: return to the event loop. */
		if (!s->share.busy && alone && n == 1 && !wave_runs(s) &&
		    tracee_find(&s->tracees, stop.tid))
			return false;
		if (is_unfair(s))
			serve_all(s);
		/* The tasks of a wave must not wait for other work. */
		if (s->went_ns > until + (s->wave.out ? OVERTIME_NS : 0))
			return true;
	}
	return wave_is_due(s);
}

void drain_between(struct tracer *s)
{
	if (!drain_is_due(s))
		return;
	(void)drain_stops(s, BETWEEN_BUDGET_NS, false);
	s->went_ns = s->looked_ns = clock_ns();
}

bool tracer_drain(void *state, uint64_t budget_ns)
{
	struct tracer *s = state;
	uint64_t woke = loop_woke_ns(s->host->loop);
	bool busy = s->share.busy, more;

	/* A task that had stopped before this time would have ended the
	 * wait. */
	if (woke > s->none_ns)
		s->none_ns = woke;
	if (busy)
		alarm_every(HOT_US);
	more = drain_stops(s, budget_ns, true);
	if (busy)
		alarm_every(0);
	tick_soon(s);
	if (s->detaching)
		detach_check(s);
	stops_check_end(s);
	if (s->wanting)
		track_work(s);
	more |= again_work(s);
	status_tell(s);
	return more;
}
