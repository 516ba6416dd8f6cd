/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/tracer.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "sys/loop.h"

/* waitid(P_ALL) returns the first of the kernel's list that is ready, so the
 * last would never be served while the first are busy.  After so many stops,
 * and more of them where there are many tasks, everybody is looked at. */
#define FAIR_STOPS 16
#define FAIR_TASKS 8
/* And so often at least the kernel is asked who stopped. */
#define GLANCES 64
/* So long at most everything else waits for stops that come fast. */
#define HOT_US 5000
/* Waking up takes longer than this, on either side, so it is looked for the
 * next stop for so long before sleeping; meanwhile others may have the CPU. */
#define SPIN_NS 30000ull

static bool peek(idtype_t type, pid_t id, struct stop *out)
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

/*
 * The one task that shares our CPU has mostly come to its next stop by the time
 * that we run again.  What call it is at has to be asked then, and the answer
 * says that it is stopped, and how: that saves the wait.
 */
static bool glance(struct source *s, struct stop *out)
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
static bool next_stop(struct source *s, struct stop *out)
{
	siginfo_t si = { 0 };
	uint64_t until;

	/* With no task left there may still be children that end by
	 * themselves, in their time. */
	if (!s->share.busy || !tracees_count(&s->tracees))
		return peek(P_ALL, 0, out);
	if (glance(s, out))
		return true;
	/* More than one have the CPU to use meanwhile. */
	until = tracees_count(&s->tracees) > 1 ? 0 : clock_ns() + SPIN_NS;
	while (clock_ns() < until) {
		if (peek(P_ALL, 0, out))
			return true;
		sched_yield();
	}
	if (waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | __WALL | WNOWAIT) < 0)
		return false;
	*out = stop_classify(&si);
	return true;
}

static void serve(struct source *s, const struct stop *stop,
		  uint64_t *since)
{
	stops_handle(s, stop);
	s->stops++;

	uint64_t now = clock_ns();
	uint64_t took = now - *since;

	s->stop_total_ns += took;
	if (took > s->worst_stop_ns)
		s->worst_stop_ns = took;
	*since = now;
}

/* Looks once at every task that runs. */
static void serve_all(struct source *s, uint64_t *since)
{
	struct tracee *t, *next;
	struct stop stop;

	vec_clear(&s->turn);
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (t->state != TRACEE_STOPPED)
			*vec_push(&s->turn) = t->tid;
	for (size_t i = 0; i < s->turn.n; i++)
		if (peek(P_PID, s->turn.v[i], &stop))
			serve(s, &stop, since);
}

bool tracer_drain(struct source *s, uint64_t budget_ns)
{
	uint64_t now = clock_ns(), until = now + budget_ns;
	/* A stop may have come right after the last look, or it ended the
	 * wait since then. */
	uint64_t woke = loop_woke_ns(s->host->loop);
	uint64_t since = woke > s->drained_ns ? woke : s->drained_ns;
	bool alone = tracees_count(&s->tracees) == 1, more = false;
	bool busy = s->share.busy;
	struct stop stop;

	if (!since)
		since = now;
	if (busy)
		alarm_every(HOT_US);
	while (next_stop(s, &stop)) {
		unsigned n;

		serve(s, &stop, &since);
		n = tracees_count(&s->tracees);
		/* Nobody else to look for, and its next stop sends another
		 * SIGCHLD. */
		if (!busy && alone && n == 1 && tracee_find(&s->tracees, stop.tid))
			break;
		/* To one alone nobody can be unfair. */
		if (n > 1 && ++s->unfair >= FAIR_STOPS + n / FAIR_TASKS) {
			s->unfair = 0;
			serve_all(s, &since);
		}
		if (since > until) {
			more = true;
			break;
		}
	}
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
	s->drained_ns = clock_ns();
	return more;
}
