/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/track/inject.h"

#include <errno.h>
#include <sys/ptrace.h>

#include "base/fault.h"
#include "source/trace/track/track.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"

void inject_begin(struct tracer *s, struct tracee *t, enum arch_injected call,
		  uint64_t arg)
{
	struct inject *in = &s->inject;

	in->tid = t->tid;
	in->phase = INJECT_STOPPING;
	in->call = call;
	in->arg = arg;
	in->waits = false;
	tracer_interrupt(s, t);
}

void inject_forget(struct tracer *s)
{
	s->inject.tid = 0;
	s->inject.phase = INJECT_IDLE;
}

static void over(struct tracer *s, int64_t result)
{
	guard_release(&s->inject.guard, &s->inject);
	inject_forget(s);
	track_injected(s, result);
}

static void go(struct tracer *s, struct tracee *t, int request,
	       enum inject_phase phase)
{
	tracer_go(s, t, request, 0);
	s->inject.phase = phase;
}

/* Restores the registers if they were changed.  Must not be called at the
 * entry of a call: the kernel would then execute the call whose number is
 * restored. */
static int put_back(struct tracer *s)
{
	struct inject *in = &s->inject;
	int r = 0;

	if (in->phase == INJECT_DOING || in->phase == INJECT_SKIPPING ||
	    (in->phase == INJECT_ENTERING && in->waits)) {
		r = arch_regs_set(in->tid, &in->home);
		if (r == 0)
			guard_release(&in->guard, in);
	}
	return r;
}

/* Called at a trap of t: resumes t to the entry of a call.  Returns false if
 * that is impossible. */
static bool at_trap(struct tracer *s, struct tracee *t)
{
	struct inject *in = &s->inject;
	struct user_regs_struct regs;
	bool narrow;

	if (arch_regs_get(t->tid, &in->home) < 0)
		return false;
	narrow = arch_is_narrow(&in->home);
	in->waits = !arch_restarts(&in->home);
	if (!arch_check_place(t->tid, &in->place, narrow)) {
		over(s, -ENOEXEC);
		return false;
	}
	if (in->waits) {
		regs = in->home;
		arch_enter_wait(&regs, &in->place);
		if (!guard_watch(&in->guard, in) ||
		    arch_regs_set(t->tid, &regs) < 0) {
			over(s, -EIO);
			return false;
		}
	}
	go(s, t, PTRACE_SYSCALL, INJECT_ENTERING);
	return true;
}

/* Called at the entry of pause(2), or of a restarted call of the program. */
static bool at_entry(struct tracer *s, struct tracee *t)
{
	struct inject *in = &s->inject;

	if (!fault_on("no-guard-at-entry") && guard_watch(&in->guard, in) &&
	    arch_replace_call(t->tid, in->call, in->arg, &in->place) == 0) {
		go(s, t, PTRACE_SYSCALL, INJECT_DOING);
		return true;
	}
	if (!in->waits) {
		/* No register was changed, so the program's call continues. */
		over(s, -EIO);
		return false;
	}
	if (arch_replace_call(t->tid, INJECT_NO_CALL, 0, &in->place) == 0)
		go(s, t, PTRACE_SYSCALL, INJECT_SKIPPING);
	/* If this failed, the task was killed, which the next wait reports. */
	return true;
}

/* Called at the exit of the injected call: restores the registers, and resumes
 * t to a trap.  At the trap, before t does anything else, the kernel checks
 * again which call it must restart. */
static void at_exit(struct tracer *s, struct tracee *t)
{
	struct inject *in = &s->inject;
	struct user_regs_struct regs;

	in->result = in->phase == INJECT_SKIPPING ||
		     arch_regs_get(t->tid, &regs) < 0 ? -EIO
						      : arch_result(&regs);
	tracer_interrupt(s, t);
	if (put_back(s) == 0)
		go(s, t, PTRACE_CONT, INJECT_HOME);
	/* If this failed, the task was killed, which the next wait reports. */
}

static bool at_syscall(struct tracer *s, struct tracee *t)
{
	struct __ptrace_syscall_info info = { 0 };

	if (s->inject.phase != INJECT_ENTERING &&
	    s->inject.phase != INJECT_DOING &&
	    s->inject.phase != INJECT_SKIPPING)
		return false;
	if (!tracee_call_info(t, &info))
		return true;	/* the task was killed */
	if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
		at_exit(s, t);
		return true;
	}
	return at_entry(s, t);
}

static bool on_own_trap(struct tracer *s, struct tracee *t)
{
	struct inject *in = &s->inject;

	if (t->state != TRACEE_RUNNING)
		return false;
	switch (in->phase) {
	case INJECT_STOPPING:
		if (!t->asked)
			return false;
		repair_trap(s, t);
		return at_trap(s, t);
	case INJECT_ENTERING:
		/* The INTERRUPT was sent for another purpose: start over. */
		return put_back(s) == 0 && at_trap(s, t);
	case INJECT_HOME:
		over(s, in->result);
		/* track_injected() may have injected another call. */
		return in->phase == INJECT_STOPPING && in->tid == t->tid &&
		       at_trap(s, t);
	default:
		return false;
	}
}

bool inject_stop(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	struct inject *in = &s->inject;

	if (in->phase == INJECT_IDLE || in->tid != t->tid)
		return false;
	switch (stop->kind) {
	case STOP_TRAP:
		return on_own_trap(s, t);
	case STOP_SYSCALL:
		return at_syscall(s, t);
	case STOP_SECCOMP:
		/* A stop of mmtop's filter, after the entry stop of the
		 * call. */
		if (in->phase != INJECT_DOING)
			return false;
		go(s, t, PTRACE_SYSCALL, INJECT_DOING);
		return true;
	case STOP_EXITED:
	case STOP_KILLED:
	case STOP_EXITING:
	case STOP_EXEC:
		over(s, in->phase == INJECT_HOME ? in->result : -ESRCH);
		return false;
	default:
		/* A signal has arrived, before the entry of the call or after
		 * its exit. */
		if (in->phase == INJECT_HOME)
			over(s, in->result);
		else if (put_back(s) == 0)
			in->phase = INJECT_STOPPING;
		return false;
	}
}

/* Another stop cancels a pending INTERRUPT, so send it again. */
void inject_again(struct tracer *s, pid_t tid)
{
	struct tracee *t;

	if (s->inject.phase != INJECT_STOPPING || s->inject.tid != tid)
		return;
	t = tracee_find(&s->tracees, tid);
	if (t && t->state == TRACEE_RUNNING)
		tracer_interrupt(s, t);
}
