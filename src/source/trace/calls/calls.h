/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System calls and signals in the tracer: events, steps, repairs. */
#ifndef SOURCE_TRACE_CALLS_CALLS_H
#define SOURCE_TRACE_CALLS_CALLS_H

#include <sys/ptrace.h>

#include "event/request.h"
#include "source/trace/core/arch.h"
#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- calls.c */
/* Handles a syscall-stop of t, and returns the phase of the call. */
enum call_phase calls_stop(struct tracer *s, struct tracee *t,
			   const struct __ptrace_syscall_info *info);
/* As calls_stop(), but reports nothing.  repair.c uses it to get the start of
 * the call. */
enum call_phase calls_note(struct tracee *t,
			   const struct __ptrace_syscall_info *info);
/* True if the kernel restarts a call with this result when no signal handler
 * runs. */
bool calls_restarts(int64_t result);
/* Called when the interrupted call of t has ended with `result`, without an
 * exit stop. */
void calls_end_early(struct tracer *s, struct tracee *t, int64_t result);
/* Drops the state of the call that t is in. */
void calls_forget(struct tracee *t);

/* Handles the entry of a call, as reported by PTRACE_GET_SYSCALL_INFO. */
void calls_entry(struct tracer *s, struct tracee *t,
		 const struct __ptrace_syscall_info *info);
/* As calls_entry(), for a call at which mmtop only captures memory, and then
 * resumes the task at once. */
void calls_pass(struct tracer *s, struct tracee *t,
		const struct __ptrace_syscall_info *info);
/* True if t must stop at the exit of its call. */
bool calls_wants_exit(const struct tracer *s, const struct tracee *t);
/* Reports again the call that t is in, or at whose exit t is held. */
void calls_again(struct tracer *s, struct tracee *t);
/* Called when the call of t was interrupted and will be restarted as if it had
 * not been. */
void calls_broken(struct tracee *t);
/* Called when mmtop has attached in the middle of a call that the kernel
 * continues by restart_syscall(2). */
void calls_adopt(struct tracer *s, struct tracee *t,
		 const struct arch_call *call);

/* --- callers.c */
/* Called at the end of a call that may have mapped memory: reports the stack of
 * its caller. */
void callers_exit(struct tracer *s, const struct tracee *t);

/* --- seccomp.c */
void seccomp_stop(struct tracer *s, struct tracee *t, const struct stop *stop);
/* Removes CLONE_UNTRACED from the flags of a clone at the call's entry. */
void seccomp_clone(struct tracer *s, struct tracee *t,
		   const struct __ptrace_syscall_info *info);
/* Called when t has created `child`.  The child has a copy of the changed flags
 * in its registers or memory, which must be restored, too. */
void seccomp_pass_on(struct tracee *t, struct tracee *child);
/* Restores the original flags, at a stop of the parent after the call or at a
 * stop of the child. */
void seccomp_restore(struct tracee *t);

/* --- repair.c */
/* Called at a syscall-stop of t.  Returns true if tracing interrupted the call:
 * t must then continue to the trap that follows, where mmtop can hide the
 * interruption.  If the time limit of the call is over, sets its result to that
 * of a timeout, also in `info`. */
bool repair_exit(struct tracer *s, struct tracee *t,
		 struct __ptrace_syscall_info *info);
/* Called at the trap that follows a call that tracing has interrupted. */
void repair_trap(struct tracer *s, struct tracee *t);
/* Called before t gets a signal that an untraced program might not see. */
void repair_signal(struct tracer *s, struct tracee *t, int sig);
/* Called when job control stops t: its call may then return EINTR. */
void repair_stopped(struct tracer *s, struct tracee *t);
/* Called before t is resumed, if t may take a signal that woke another
 * thread. */
void repair_woken(struct tracer *s, struct tracee *t);
/* True if t is at the entry of a call, where it must not be detached.  If an
 * INTERRUPT was sent, t must stop at the call's exit. */
bool repair_ahead(const struct tracer *s, const struct tracee *t);

/* --- debugger.c */
/* At the entry of a call of t: reports a ptrace(2) that fails because mmtop
 * traces the thread. */
void debugger_call(struct tracer *s, const struct tracee *t, enum abi abi,
		   uint64_t nr, const uint64_t *args);

/* --- signals.c */
void signals_delivery(struct tracer *s, struct tracee *t, int sig);
void signals_group_stop(struct tracer *s, struct tracee *t, int sig);
void signals_continued(struct tracer *s, struct tracee *t);

/* --- init_fault.c */
/* At the delivery of sig: detaches from t if the kernel would repeat the fault
 * for ever because t is traced.  If it returns true, t is untraced, and sig
 * ends its process without a report for t. */
bool init_fault_release(struct tracer *s, struct tracee *t, int sig);

/* --- step.c */
void step_hold(struct tracer *s);
void step_next(struct tracer *s, pid_t tid, uint64_t count, bool or_other);
/* Runs the process of tid (0: the held one) until one of its threads enters a
 * call of s->until. */
void step_until(struct tracer *s, pid_t tid);
void step_continue(struct tracer *s);
/* Ends steps and holds without resuming a task. */
void step_forget(struct tracer *s);
/* True if the step of t, if it has one, stops at its current call. */
bool step_stops(const struct tracer *s, const struct tracee *t);
/* True if t must be held at its current stop. */
bool step_holds(const struct tracer *s, const struct tracee *t,
		const struct stop *stop);
/* Called when t is held at `stop`. */
void step_arrived(struct tracer *s, struct tracee *t,
		  const struct stop *stop, enum call_phase phase);
/* Called when a task has ended.  If it was being stepped, another task is
 * stepped instead. */
void step_gone(struct tracer *s, pid_t tid);
/* Called from the timer: notices that a step blocks in a call, and reports its
 * progress. */
void step_tick(struct tracer *s);

/* --- catch.c */
void catch_init(struct catches *c);
void catch_release(struct catches *c);
/* Handles REQ_CATCH, and the names of REQ_UNTIL.  Returns false if a request
 * with more names follows. */
bool catch_set(struct catches *c, const struct request *req);
/* True if the current call of t is one of c. */
bool catch_has(const struct catches *c, const struct tracee *t);

/* --- backtrace.c */
void backtrace_open(struct tracer *s);
void backtrace_close(struct tracer *s);
/* Handles REQ_STACK: starts a backtrace of task `tid`. */
void backtrace_request(struct tracer *s, pid_t tid);
/* Called at the delivery of a signal to t.  If the signal ends t, stores the
 * registers and stack for a later backtrace, so that t can continue at once. */
void backtrace_last(struct tracer *s, struct tracee *t, int sig);
/* Called from the timer: takes the answer of the reader process, and ends an
 * idle reader process. */
void backtrace_tick(struct tracer *s);

#endif
