/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/trace.h"
#include "source/trace/attach/attach.h"
#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "sys/loop.h"

/* Consumes the stop of t, and holds t there until it is resumed. */
static void hold_at(struct tracer *s, struct tracee *t,
		    const struct stop *stop, enum call_phase phase)
{
	tracer_consume(t->tid);
	t->held = *stop;
	t->inject = stop->kind == STOP_SIGNAL ? stop->sig : 0;
	tracee_set_state(t, TRACEE_STOPPED);
	step_arrived(s, t, stop, phase);
}

/*
 * Resumes t with signal sig, and holds it at the trap that follows, before it
 * executes any code.  If mmtop held t before the delivery and was killed, the
 * signal would be lost.
 */
static void pass_on(struct tracer *s, struct tracee *t, int sig)
{
	const struct stop next = { .kind = STOP_TRAP, .tid = t->tid };

	if (sig && step_holds(s, t, &next))
		tracer_interrupt(s, t);
	tracer_resume(s, t, sig);
}

void stops_settle(struct tracer *s, struct tracee *t, const struct stop *stop,
		  enum call_phase phase)
{
	int sig = stop->kind == STOP_SIGNAL ? stop->sig : 0;

	if (s->detaching)
		detach_at(s, t, stop);
	else if (step_holds(s, t, stop))
		hold_at(s, t, stop, phase);
	else
		pass_on(s, t, sig);
}

void main_ended(struct tracer *s, const struct stop *stop)
{
	s->exit_status = stop->kind == STOP_EXITED ? stop->status : -1;
	s->exit_signal = stop->kind == STOP_KILLED ? stop->sig : -1;
	s->exit_core = stop->core;
}

static void on_trap(struct tracer *s, struct tracee *t,
		    const struct stop *stop)
{
	if (t->state == TRACEE_GROUP_STOP) {
		tracee_set_state(t, TRACEE_RUNNING);
		signals_continued(s, t);
	} else {
		/* The cause of the trap is an INTERRUPT, or a SIGCONT, which
		 * traps every seized thread (ptrace_trap_notify() in
		 * kernel/signal.c). */
		repair_trap(s, t);
	}
	stops_settle(s, t, stop, PHASE_WHOLE);
}

void stops_listen(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	tracer_go(s, t, PTRACE_LISTEN, 0);
	tracee_set_state(t, TRACEE_GROUP_STOP);
	step_arrived(s, t, stop, PHASE_WHOLE);
}

static void on_group_stop(struct tracer *s, struct tracee *t,
			  const struct stop *stop)
{
	bool again = t->state == TRACEE_GROUP_STOP;

	if (s->detaching) {
		detach_at(s, t, stop);
		return;
	}
	if (!again) {
		repair_stopped(s, t);
		signals_group_stop(s, t, stop->sig);
	}
	stops_listen(s, t, stop);
}

void stops_drop_others(struct tracer *s, const struct tracee *t)
{
	struct tracee *other, *next;

	HASH_ITER(hh, s->tracees.tasks, other, next)
		if (other != t && other->group == t->group) {
			step_gone(s, other->tid);
			tracee_remove(&s->tracees, other);
		}
}

/*
 * Handles an exec: all threads except the caller are dead.  The report has the
 * leader's id, even if another thread called exec.
 */
static void on_exec(struct tracer *s, struct tracee *t,
		    const struct stop *stop)
{
	pid_t old = tracer_event_message(stop->tid);
	struct tracee *caller = old ? tracee_find(&s->tracees, old) : NULL;

	if (caller) {
		tracee_rename(&s->tracees, caller, stop->tid);
		t = caller;
	}
	stops_drop_others(s, t);
	if (old && s->step_tid == old)
		s->step_tid = t->tid;
	tracee_set_exiting(t, false);
	announce_exec(s, t, old);
	stops_settle(s, t, stop, PHASE_WHOLE);
}

static bool is_held(pid_t tid)
{
	unsigned long message;

	return ptrace(PTRACE_GETEVENTMSG, tid, 0, &message) == 0;
}

/*
 * Reads the memory of the process for the last time.  If the exit_group() of
 * another task has woken t, the memory may disappear during the read.  The exit
 * stop of that task is then the last time to read it.
 */
static void last_look(struct tracer *s, struct tracee *t)
{
	if (t->group->exiting_seen)
		return;
	host_fact(s->host, &(struct fact){
		.kind = FACT_ENDING, .from = s,
		.task = { t->group->tgid, t->tid },
	});
	leaving_exit(s, t);
	t->group->exiting_seen = is_held(t->tid);
}

void stops_exiting(struct tracer *s, struct tracee *t, const struct stop *stop)
{
	tracee_set_exiting(t, true);
	t->last_words = tracer_event_message(t->tid);
	if (leaving_is_last(s, t))
		last_look(s, t);
	if (s->detaching) {
		detach_at(s, t, stop);
		return;
	}
	tracer_go(s, t, PTRACE_CONT, 0);
	t->inject = 0;
	tracee_set_state(t, TRACEE_RUNNING);
	step_gone(s, t->tid);
}

/* True if the end of t is the end of its process: t is the last thread, and the
 * leader was dead when mmtop attached. */
static bool is_last_words(const struct tracer *s, const struct tracee *t)
{
	pid_t tgid = t->group->tgid;
	struct task_facts f;

	return t->tid != tgid && t->group->tasks == 1 && !s->detaching &&
	       (task_facts(s->host, tgid, &f) < 0 || f.state == 'Z' ||
		f.state == 'X');
}

void stops_forget(struct tracer *s, struct tracee *t)
{
	pid_t tid = t->tid;

	if (tid == t->group->tgid)
		stops_drop_others(s, t);
	tracee_remove(&s->tracees, t);
	step_gone(s, tid);
	if (!keep_heard(s) && !s->detached)
		s->emptied_ns = clock_ns();
	status_changed(s);
}

static void task_ended(struct tracer *s, struct tracee *t,
		       const struct stop *stop)
{
	struct stop end = *stop;

	if (!t->announced && !newcomer_is_foreign(s, t))
		announce_task(s, t, 0);
	announce_exit(s, t, stop);
	if (is_last_words(s, t)) {
		end.tid = t->group->tgid;
		announce_main_exit(s, &end);
	}
	if (end.tid == s->main_pid)
		main_ended(s, stop);
	stops_forget(s, t);
}

static void on_gone(struct tracer *s, struct tracee *t,
		    const struct stop *stop)
{
	tracer_consume(t->tid);
	task_ended(s, t, stop);
}

static void on_signal(struct tracer *s, struct tracee *t,
		      const struct stop *stop)
{
	const struct stop end = { .kind = STOP_KILLED, .tid = t->tid,
				  .sig = stop->sig };

	repair_signal(s, t, stop->sig);
	signals_delivery(s, t, stop->sig);
	if (s->detaching || step_holds(s, t, stop) ||
	    !init_fault_release(s, t, stop->sig)) {
		stops_settle(s, t, stop, PHASE_WHOLE);
	} else if (t->group->tasks == 1) {
		task_ended(s, t, &end);
	} else {
		/* The kernel kills the other threads, whose ends report the end
		 * of the process. */
		step_gone(s, t->tid);
		tracee_remove(&s->tracees, t);
	}
}

/* Sets `ended` when no task is left.  If the creator of a task was killed
 * before its event, the task is traced, but is not in the table until its first
 * report.  That report comes at once, so this waits for up to PARK_NS. */
void stops_check_end(struct tracer *s)
{
	if (!s->emptied_ns)
		return;
	if (keep_heard(s) || s->pending.n) {
		s->emptied_ns = 0;
	} else if (tracees_count(&s->tracees) || !trace_holds() ||
		   clock_ns() - s->emptied_ns > PARK_NS) {
		s->emptied_ns = 0;
		s->ended = true;
		status_changed(s);
	}
}

static void on_syscall(struct tracer *s, struct tracee *t,
		       const struct stop *stop)
{
	struct __ptrace_syscall_info info = { 0 };
	enum call_phase phase;

	seccomp_restore(t);
	if (!tracee_call_info(t, &info))
		info.op = PTRACE_SYSCALL_INFO_NONE;
	if (repair_exit(s, t, &info)) {
		tracer_resume(s, t, 0);
		return;
	}
	if (s->mode == MODE_RUN && s->level == LEVEL_WATCH &&
	    !t->call_reported) {
		t->entering = calls_note(t, &info) == PHASE_ENTER;
		stops_settle(s, t, stop, PHASE_WHOLE);
		return;
	}
	phase = calls_stop(s, t, &info);
	t->entering = phase == PHASE_ENTER;
	stops_settle(s, t, stop, phase);
}

static void dispatch(struct tracer *s, struct tracee *t,
		     const struct stop *stop)
{
	switch (stop->kind) {
	case STOP_SYSCALL:
		on_syscall(s, t, stop);
		break;
	case STOP_SIGNAL:
		on_signal(s, t, stop);
		break;
	case STOP_GROUP:
		on_group_stop(s, t, stop);
		break;
	case STOP_TRAP:
		on_trap(s, t, stop);
		break;
	case STOP_FORK:
	case STOP_VFORK:
	case STOP_CLONE:
		newcomer_made(s, t, stop);
		break;
	case STOP_EXEC:
		on_exec(s, t, stop);
		break;
	case STOP_SECCOMP:
		seccomp_stop(s, t, stop);
		break;
	case STOP_EXITING:
		stops_exiting(s, t, stop);
		break;
	case STOP_VFORK_DONE:
		stops_settle(s, t, stop, PHASE_WHOLE);
		break;
	case STOP_EXITED:
	case STOP_KILLED:
		on_gone(s, t, stop);
		break;
	case STOP_OTHER:
		tracer_consume(t->tid);
		break;
	}
}

/*
 * Sets t->stop_ns, the earliest time at which t can have stopped; the kernel
 * does not record the time of a stop.  It is the latest of three times: when no
 * task was stopped, when t was running, and when mmtop requested the stop.
 */
static void stops_date(const struct tracer *s, struct tracee *t,
		       const struct stop *stop)
{
	t->stop_ns = t->ran_ns > s->none_ns ? t->ran_ns : s->none_ns;
	if (t->interrupted && stop->kind == STOP_TRAP &&
	    t->asked_ns > t->stop_ns)
		t->stop_ns = t->asked_ns;
}

void stops_handle(struct tracer *s, const struct stop *stop)
{
	struct tracee *t = tracee_find(&s->tracees, stop->tid);
	bool first;

	/* Kill this task, too: a killed task may have created it just
	 * before. */
	if (s->killing && stop->kind != STOP_EXITED &&
	    stop->kind != STOP_KILLED && !(t && keep_is_silent(s, t)))
		kill(stop->tid, SIGKILL);
	/*
	 * The kernel refuses requests to a task that changed its id in exec
	 * until the stop at that exec was waited for
	 * (looks_like_a_spurious_pid() in kernel/ptrace.c).
	 */
	if (stop->kind == STOP_EXEC)
		tracer_consume(stop->tid);
	/* If the leader was dead when mmtop attached, it is not in the table:
	 * find the caller of the exec by its former id. */
	if (!t && stop->kind == STOP_EXEC)
		t = tracee_find(&s->tracees, tracer_event_message(stop->tid));
	if (!t) {
		newcomer_unknown(s, stop);
		return;
	}
	stops_date(s, t, stop);
	/* Any stop cancels a pending INTERRUPT (the kernel's ptrace_stop()
	 * clears JOBCTL_TRAP_STOP), but not its wake-up: if t is entering a
	 * call, the call will not sleep. */
	t->asked = t->interrupted || (t->asked && t->entering);
	t->interrupted = t->entering = t->wanted = t->making = false;
	new_leader_stop(s, t, stop);
	if (t->exec_unreported && stop->kind != STOP_EXEC &&
	    stop->kind != STOP_EXITED && stop->kind != STOP_KILLED)
		announce_exec(s, t, 0);
	t->exec_unreported = false;
	if (inject_stop(s, t, stop))
		return;
	if (keep_is_silent(s, t)) {
		keep_stop(s, t, stop);
		return;
	}
	/* A task to which mmtop attached is announced when it is seized, a new
	 * task at its first report. */
	first = t->state == TRACEE_SEIZING && !t->announced &&
		stop->kind != STOP_EXITED && stop->kind != STOP_KILLED;
	if (first && (stop->kind == STOP_TRAP || stop->kind == STOP_GROUP))
		newcomer_first(s, t, stop);
	else
		dispatch(s, t, stop);
	inject_again(s, stop->tid);
}
