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

/* waitid(P_ALL) returns the first of the kernel's list that is ready, so the
 * last would never be served while the first are busy.  It also looks at all
 * tasks before that one.  So after so many stops each task is asked for by its
 * number, which takes the same time however many there are: again at once
 * where so many had stopped, otherwise after so many times what that took. */
#define FAIR_STOPS 16
#define FAIR_TIMES 3
/* And so often at least the kernel is asked who stopped. */
#define GLANCES 64
/* So long at most everything else waits for stops that come fast. */
#define HOT_US 5000
/* Waking up takes longer than this, on either side, so it is looked for the
 * next stop for so long before sleeping; meanwhile others may have the CPU. */
#define SPIN_NS 30000ull
/* A drain may exceed its time by this much to serve a wave. */
#define OVERTIME_NS 5000000ull
/* How often long work pauses to serve stops, and for how long at most. */
#define BETWEEN_NS 1000000ull
#define BETWEEN_BUDGET_NS 5000000ull
/* A look at all of many tasks takes long, so it is made again only after so many
 * times that. */
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
 * The one task that shares our CPU has mostly come to its next stop by the time
 * that we run again.  What call it is at has to be asked then, and the answer
 * says that it is stopped, and how: that saves the wait.
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
		/* Ours has a number.  What has none may be a signal that the
		 * program sent itself with that si_code. */
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
 * Where stops come thick and fast, waiting for the next one here costs two
 * system calls less than going through poll() and the signalfd.  A timer ends
 * the wait; it repeats, for a single shot could come before the wait begins.
 */
static bool next_stop(struct tracer *s, struct stop *out, bool may_wait)
{
	siginfo_t si = { 0 };
	uint64_t until;

	/* With no task left there may still be children that end by
	 * themselves, in their time. */
	if (!may_wait || !s->share.busy || !tracees_count(&s->tracees))
		return drain_peek_any(s, out);
	if (glance(s, out))
		return true;
	/* More than one have the CPU to use meanwhile. */
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

/* Looks once at every task that runs. */
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

/* To one alone nobody can be unfair. */
static bool is_unfair(const struct tracer *s)
{
	return tracees_count(&s->tracees) > 1 && s->unfair > FAIR_STOPS &&
	       s->went_ns >= s->turn_ns;
}

/* Serves stops until none is left; true if the time was up before. */
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
		/* Nobody else to look for, and its next stop sends another
		 * SIGCHLD. */
		if (!s->share.busy && alone && n == 1 && !wave_runs(s) &&
		    tracee_find(&s->tracees, stop.tid))
			return false;
		if (is_unfair(s))
			serve_all(s);
		/* The tasks of a wave do not wait for other work. */
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

	/* A stop before that would have ended the wait. */
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
