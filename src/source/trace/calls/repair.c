/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tracing interrupts calls that sleep: by PTRACE_INTERRUPT, and by signals that
 * the program ignores, which wake a task only while it is traced (sig_ignored()
 * in kernel/signal.c).  The kernel restarts most of these calls, but some
 * return EINTR, which they would not do in an untraced program.
 *
 * At the trap that follows such a result, mmtop changes -EINTR to
 * -ERESTARTNOHAND: the kernel then restarts the call, or returns EINTR if a
 * handler is to run first.  The exit stop of the call is too early for that:
 * the kernel checks for signals after it, and a stop by job control must still
 * end the call.  So mmtop interrupts a task at the exit stop again, and lets it
 * continue to the trap.
 *
 * A signal may wake one thread and be taken by another thread.  The woken
 * thread then has only its exit stop.  If calls do not stop (level watch, a
 * filter), it has not even that stop.  So before mmtop resumes the thread that
 * could take the signal, it interrupts each thread that may have been woken
 * (repair_woken()).  The next few calls of a repaired task stop at every level.
 * So if a call is interrupted again, the tracer knows when it started, and when
 * its timeout ends (limits.h).
 *
 * At the entry of a call, the wake-up of an INTERRUPT is still pending, and
 * PTRACE_DETACH causes another wake-up (__ptrace_unlink() in kernel/ptrace.c).
 * Both would interrupt that call, so no task is detached there.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>

#include "event/call.h"
#include "source/trace/calls/limits.h"

/* include/linux/errno.h; never seen by programs. */
#define ERESTARTNOHAND 514
#define ERESTART_RESTARTBLOCK 516

/* How many calls of a repaired task stop, since another signal is likely. */
#define CALLS_SEEN 32
/* Maximum number of threads that are checked for a wake-up. */
#define WOKEN_MAX 256

#define BIT(sig) (1ull << ((sig) - 1))
#define STOP_SIGNALS (BIT(SIGSTOP) | BIT(SIGTSTP) | BIT(SIGTTIN) | BIT(SIGTTOU))

/* True if the result may show an interruption by tracing. */
static bool may_be_broken(const struct tracer *s, const struct arch_call *c)
{
	return s->host->target->repair && c->nr >= 0 &&
	       (c->result == -EINTR || c->result == -ERESTARTNOHAND) &&
	       limit_knows(c);
}

/* True if tracing interrupted the call of t, which is at its end.  `surely`: it
 * is certain that a signal interrupted the call. */
static bool is_broken(const struct tracer *s, const struct tracee *t,
		      struct arch_call *c, bool surely)
{
	return s->host->target->repair && arch_call_get(t->tid, c) == 0 &&
	       may_be_broken(s, c) && (surely || limit_is_signal(t, c));
}

/* True if an untraced program would notice these signals, too. */
static bool is_seen(const struct task_facts *f, uint64_t signals)
{
	return f->caught == EV_UNKNOWN || f->ignored == EV_UNKNOWN ||
	       signals & (f->caught | (STOP_SIGNALS & ~f->ignored));
}

static bool has_handler(const struct tracer *s, pid_t tid)
{
	struct task_facts f;

	return task_whose(s->host, tid, &f) == 0 &&
	       f.pending & ~f.blocked & f.caught;
}

static void tell(struct tracer *s, const struct tracee *t,
		 const struct arch_call *c)
{
	struct event ev = tracer_event(s, EV_NOTE, t);
	const struct ev_call call = { .abi = c->abi, .nr = (uint64_t)c->nr };
	struct str name = STR_INIT;

	if (keep_is_silent(s, t))
		return;
	call_name(&name, &call);
	ev.u.note = (struct ev_note){
		.id = NOTE_REPAIRED, .severity = SEV_NOTE, .a = t->tid,
		.b = c->nr, .text = bytes_of(name.data),
	};
	tracer_emit(s, &ev);
	str_release(&name);
}

/* If the time limit of the call is over, sets its result to that of a
 * timeout. */
static enum limit_end end_in_time(const struct tracer *s, struct tracee *t,
				  const struct arch_call *c)
{
	return limit_is_over(t) && !has_handler(s, t->tid) ? limit_end(t, c)
							    : LIMIT_STAYS;
}

bool repair_exit(struct tracer *s, struct tracee *t,
		 struct __ptrace_syscall_info *info)
{
	struct arch_call c;
	enum limit_end end;

	if (info->op == PTRACE_SYSCALL_INFO_ENTRY)
		t->stopped_in_call = false;
	if (info->op != PTRACE_SYSCALL_INFO_EXIT)
		return false;
	t->repaired = false;
	if (t->calls_seen && !calls_restarts(info->exit.rval))
		t->calls_seen--;
	if (t->stopped_in_call || (info->exit.rval != -EINTR &&
			info->exit.rval != -ERESTARTNOHAND) ||
	    !is_broken(s, t, &c, t->asked))
		return false;
	t->calls_seen = CALLS_SEEN;
	limit_set(s, t, &c);
	end = end_in_time(s, t, &c);
	if (end == LIMIT_ENDS) {
		info->exit.rval = t->limit.result;
		info->exit.is_error = t->limit.result < 0;
	}
	if (end != LIMIT_STAYS || c.result != -EINTR ||
	    (!arch_can_repair && arch_set_result(t->tid, -ERESTARTNOHAND) < 0))
		return false;
	t->interrupted = ptrace(PTRACE_INTERRUPT, t->tid, 0, 0) == 0;
	if (t->interrupted)
		calls_broken(t);
	return t->interrupted;
}

bool repair_ahead(const struct tracer *s, const struct tracee *t)
{
	return s->host->target->repair && arch_can_repair && t->entering;
}

/* Makes the kernel restart the interrupted call of t, or ends the call if
 * its time is up.  Requires that the kernel has not checked for signals to t
 * yet. */
static void repair(struct tracer *s, struct tracee *t,
		   const struct arch_call *c)
{
	enum limit_end end;

	if (!t->entry_known || (int32_t)t->raw_nr != c->nr)
		calls_adopt(s, t, c);
	limit_set(s, t, c);
	t->calls_seen = CALLS_SEEN;
	end = end_in_time(s, t, c);
	if (end == LIMIT_ENDS) {
		calls_end_early(s, t, t->limit.result);
	} else if (c->result == -EINTR && !t->stopped_in_call &&
		   arch_set_result(t->tid, -ERESTARTNOHAND) == 0) {
		t->repaired = true;
		if (!has_handler(s, t->tid))
			tell(s, t, c);
	}
}

void repair_trap(struct tracer *s, struct tracee *t)
{
	struct arch_call c;

	if (!arch_can_repair || arch_call_get(t->tid, &c) < 0 || c.nr < 0)
		return;
	if (may_be_broken(s, &c))
		repair(s, t, &c);
	else if (!t->entry_known && c.result == -ERESTART_RESTARTBLOCK)
		calls_adopt(s, t, &c);
}

/* --- threads woken by a signal that another thread takes ------------------ */

/* True if some thread of the process may return from a call without a stop. */
static bool may_miss(const struct tracer *s, const struct tracee *t)
{
	return s->host->target->repair && arch_can_repair &&
	       (s->filter || s->level == LEVEL_WATCH || s->late) &&
	       t->group->tasks - t->group->exiting > 1;
}

/* True if t has no stop at the exit of its current call. */
static bool is_unseen(const struct tracer *s, const struct tracee *t)
{
	return t->state == TRACEE_RUNNING && !t->calls_stop &&
	       !t->interrupted && t->tid != s->inject.tid;
}

/* Interrupts the threads that may have been woken: a woken thread is running
 * until it has checked for the signal. */
static void interrupt_woken(struct tracer *s, const struct tracee *t)
{
	struct tracee *other, *next;
	unsigned n = 0;

	HASH_ITER(hh, s->tracees.tasks, other, next)
		if (other != t && other->group == t->group &&
		    is_unseen(s, other) && n++ < WOKEN_MAX &&
		    task_runs(s->host, other->tid))
			tracer_interrupt(s, other);
}

void repair_woken(struct tracer *s, struct tracee *t)
{
	struct __ptrace_peeksiginfo_args first = {
		.flags = PTRACE_PEEKSIGINFO_SHARED, .nr = 1,
	};
	siginfo_t si;

	if (may_miss(s, t) &&
	    ptrace(PTRACE_PEEKSIGINFO, t->tid, &first, &si) > 0)
		interrupt_woken(s, t);
}

/* Records that job control has interrupted the current call of t.  That stays
 * true until the next call starts, so the next call must stop. */
static void mark(struct tracee *t)
{
	t->stopped_in_call = true;
	if (!t->calls_seen)
		t->calls_seen = 1;
}

/* Marks all threads of the process.  A stop by job control interrupts the calls
 * of all, even if a SIGCONT arrives before a thread has stopped. */
static void mark_stopped(struct tracer *s, struct tracee *t)
{
	struct tracee *other, *next;
	struct arch_call c;

	/* Undo a repair at a trap that came before the signal. */
	if (t->repaired && arch_call_get(t->tid, &c) == 0 &&
	    c.result == -ERESTARTNOHAND)
		(void)!arch_set_result(t->tid, -EINTR);
	t->repaired = false;
	HASH_ITER(hh, s->tracees.tasks, other, next)
		if (other->group == t->group)
			mark(other);
}

void repair_signal(struct tracer *s, struct tracee *t, int sig)
{
	bool cut = t->entry_known && t->call.restarted, broken, miss, seen;
	struct task_facts f;
	struct arch_call c;

	if (sig < 1 || sig > 64 || !arch_can_repair)
		return;
	miss = may_miss(s, t);
	broken = is_broken(s, t, &c, true);
	if ((cut || broken || miss || BIT(sig) & STOP_SIGNALS) &&
	    task_whose(s->host, t->tid, &f) == 0) {
		seen = is_seen(&f, BIT(sig));
		/* The interrupted call does not continue; the next calls are
		 * those of a handler, if any. */
		if (seen && cut)
			calls_end_early(s, t, -EINTR);
		if (seen && BIT(sig) & STOP_SIGNALS & ~f.caught)
			mark_stopped(s, t);
		if (!seen && broken)
			repair(s, t, &c);
		if (!seen && miss)
			interrupt_woken(s, t);
	}
}

void repair_stopped(struct tracer *s, struct tracee *t)
{
	mark(t);
	if (t->entry_known && t->call.restarted)
		calls_end_early(s, t, -EINTR);
}
