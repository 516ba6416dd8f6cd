/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "source/trace/core/trace.h"
#include "sys/loop.h"

struct event tracer_event(const struct tracer *s, enum event_kind kind,
			  const struct tracee *t)
{
	return host_event(s->host, trace_source.letter, kind,
			  t ? t->group->tgid : 0, t ? t->tid : 0);
}

void tracer_emit(struct tracer *s, const struct event *ev)
{
	s->host->emit(s->host->emit_arg, ev);
}

void tracer_note(struct tracer *s, enum note_id id, enum severity severity,
		 int64_t a, int64_t b, const char *text)
{
	struct event ev = tracer_event(s, EV_NOTE, NULL);

	ev.u.note = (struct ev_note){ .id = id, .severity = severity, .a = a,
				      .b = b, .text = bytes_of(text) };
	tracer_emit(s, &ev);
}

long tracer_options(const struct tracer *s)
{
	/* Even without `follow`, TRACECLONE is needed for new threads. */
	long o = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE |
		 PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT;

	/* A filtered task must die with its tracer: without a tracer, its
	 * filtered calls would fail. */
	if (s->filter)
		o |= PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;
	if (s->follow || s->filter)
		o |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
		     PTRACE_O_TRACEVFORKDONE;
	return o;
}

void tracer_consume(pid_t tid)
{
	siginfo_t si;

	while (waitid(P_PID, (id_t)tid, &si,
		      WEXITED | WSTOPPED | __WALL | WNOHANG) < 0 &&
	       errno == EINTR)
		;
}

bool tracer_call_info(pid_t tid, struct __ptrace_syscall_info *out)
{
	for (int tries = ASK_TRIES; tries; tries--)
		if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof *out, out) > 0)
			return true;
	return false;
}

bool tracee_call_info(struct tracee *t, struct __ptrace_syscall_info *out)
{
	if (!t->glanced)
		return tracer_call_info(t->tid, out);
	t->glanced = false;
	*out = t->glance;
	return true;
}

pid_t tracer_event_message(pid_t tid)
{
	unsigned long msg = 0;

	for (int tries = ASK_TRIES; tries; tries--)
		if (ptrace(PTRACE_GETEVENTMSG, tid, 0, &msg) == 0)
			return (pid_t)msg;
	return 0;
}

/* Adds the time for which t was stopped, without the time for which the user
 * held it. */
static void tracer_count_stop(struct tracer *s, struct tracee *t)
{
	uint64_t took;

	s->went_ns = t->ran_ns = clock_ns();
	took = t->stop_ns && t->state != TRACEE_STOPPED ?
		t->ran_ns - t->stop_ns : 0;
	t->stop_ns = 0;
	s->stop_total_ns += took;
	if (took > s->worst_stop_ns)
		s->worst_stop_ns = took;
}

int tracer_go(struct tracer *s, struct tracee *t, int request, int sig)
{
	int e = 0;

	if (t->tid == s->backtrace.tid)
		s->backtrace.moved = true;
	if (ptrace((enum __ptrace_request)request, t->tid, 0, (long)sig) < 0)
		e = errno;
	else
		tracer_count_stop(s, t);
	t->glanced = false;
	t->owed = e && e != ESRCH ? request : 0;
	t->owed_sig = sig;
	s->owing = s->owing || t->owed;
	return -e;
}

void tracer_retry(struct tracer *s)
{
	struct tracee *t, *next;

	if (!s->owing)
		return;
	s->owing = false;
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (t->owed == PTRACE_DETACH)
			detach_at(s, t, &t->held);
		else if (t->owed)
			tracer_go(s, t, t->owed, t->owed_sig);
	}
}

void tracer_resume(struct tracer *s, struct tracee *t, int sig)
{
	const struct stop end = { .kind = STOP_EXITING, .tid = t->tid };
	bool calls;

	if (leaving_unseen(s, t, sig)) {
		stops_exiting(s, t, &end);
		return;
	}
	calls = s->mode != MODE_RUN ||
		(s->level != LEVEL_WATCH && !s->filter) ||
		calls_wants_exit(s, t) || t->calls_seen ||
		(t->asked && repair_ahead(s, t));
	repair_woken(s, t);
	/* The call's duration leaves out the time of the hold.  Set entry_ns
	 * before the resume: the task may run before mmtop runs again. */
	if (t->in_call && t->state == TRACEE_STOPPED)
		t->entry_ns = clock_ns();
	t->calls_stop = calls;
	tracer_go(s, t, calls ? PTRACE_SYSCALL : PTRACE_CONT, sig);
	limit_arm(s, t);
	t->inject = 0;
	tracee_set_state(t, TRACEE_RUNNING);
}

void tracer_interrupt(struct tracer *s, struct tracee *t)
{
	(void)s;
	if (t->interrupted || t->exiting)
		return;
	if (t->state == TRACEE_RUNNING || t->state == TRACEE_GROUP_STOP ||
	    t->state == TRACEE_SEIZING)
		t->interrupted = ptrace(PTRACE_INTERRUPT, t->tid, 0, 0) == 0;
	if (t->interrupted)
		t->asked_ns = clock_ns();
}
