/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tracer makes of system calls and signals: events, steps, repairs. */
#ifndef SOURCE_TRACE_CALLS_CALLS_H
#define SOURCE_TRACE_CALLS_CALLS_H

#include <sys/ptrace.h>

#include "event/request.h"
#include "source/trace/core/arch.h"
#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- calls.c */
/* The syscall-stop of t; returns which phase it is. */
enum call_phase calls_stop(struct tracer *s, struct tracee *t,
			   const struct __ptrace_syscall_info *info);
/* The same, with nothing reported: repair.c needs the call's start. */
enum call_phase calls_note(struct tracee *t,
			   const struct __ptrace_syscall_info *info);
/* The kernel makes the call again, unless a handler is to run. */
bool calls_restarts(int64_t result);
/* The interrupted call of t ended with that result, without an exit stop. */
void calls_cut(struct tracer *s, struct tracee *t, int64_t result);
/* The call t is in was interrupted and goes on: only a trap is in the way. */
void calls_forget(struct tracee *t);

/* The entry of a call, as GET_SYSCALL_INFO told it. */
void calls_entry(struct tracer *s, struct tracee *t,
		 const struct __ptrace_syscall_info *info);
/* ... that is resumed at once: mmtop only captures memory. */
void calls_pass(struct tracer *s, struct tracee *t,
		const struct __ptrace_syscall_info *info);
/* Whether the exit of the call that t is in is waited for. */
bool calls_wants_exit(const struct tracer *s, const struct tracee *t);
/* The call that t is in, or at whose exit it is held, is told once more. */
void calls_again(struct tracer *s, struct tracee *t);
/* The call was broken off and is begun again as if nothing had happened. */
void calls_broken(struct tracee *t);
/* Attached in the middle of a call that goes on by restart_syscall(2). */
void calls_adopt(struct tracer *s, struct tracee *t,
		 const struct arch_call *call);

/* --- callers.c */
/* At the end of a call that may have mapped memory. */
void callers_exit(struct tracer *s, const struct tracee *t);

/* --- seccomp.c */
void seccomp_stop(struct tracer *s, struct tracee *t, const struct stop *stop);
/* Takes CLONE_UNTRACED out of a clone that is entered. */
void seccomp_clone(struct tracer *s, struct tracee *t,
		   const struct __ptrace_syscall_info *info);
/* The child that t made has what was taken out too. */
void seccomp_pass_on(struct tracee *t, struct tracee *child);
/* Puts back what was taken out: at a stop of the parent after the call, or of
 * the child. */
void seccomp_restore(struct tracee *t);

/* --- repair.c */
/* t is at the stop of a call.  True if the call was interrupted because of
 * tracing, and t must first go on to the trap that follows, where mmtop can
 * hide that.  Changes the result of a call whose time is up, in info too. */
bool repair_exit(struct tracer *s, struct tracee *t,
		 struct __ptrace_syscall_info *info);
/* t is at that trap. */
void repair_trap(struct tracer *s, struct tracee *t);
/* t is at the delivery of a signal, perhaps one that only its tracer sees. */
void repair_signal(struct tracer *s, struct tracee *t, int sig);
/* t is stopped by job control: calls that return EINTR for that do. */
void repair_stopped(struct tracer *s, struct tracee *t);
/* t is about to be resumed: it could take a signal that woke another thread. */
void repair_woken(struct tracer *s, struct tracee *t);
/* t stands at the entry of a call: it must not be let go here, and its exit
 * must be seen when it was asked to stop. */
bool repair_ahead(const struct tracer *s, const struct tracee *t);

/* --- debugger.c */
/* t is at the entry of a call: reports a ptrace(2) that fails because mmtop traces
 * the thread. */
void debugger_call(struct tracer *s, const struct tracee *t, enum abi abi,
		   uint64_t nr, const uint64_t *args);

/* --- signals.c */
void signals_delivery(struct tracer *s, struct tracee *t, int sig);
void signals_group_stop(struct tracer *s, struct tracee *t, int sig);
void signals_continued(struct tracer *s, struct tracee *t);

/* --- init_fault.c */
/* At the delivery of sig: detaches from t where the kernel would repeat its
 * fault for ever because t is traced.  True: t is untraced, and its process
 * ends by sig without a report for t. */
bool init_fault_release(struct tracer *s, struct tracee *t, int sig);

/* --- step.c */
void step_hold(struct tracer *s);
void step_next(struct tracer *s, pid_t tid, uint64_t count, bool or_other);
void step_continue(struct tracer *s);
/* Whether t, at a stop now, is to be held. */
bool step_holds(const struct tracer *s, const struct tracee *t,
		const struct stop *stop);
/* t stands still at stop. */
void step_arrived(struct tracer *s, struct tracee *t,
		  const struct stop *stop, enum call_phase phase);
/* A task is gone: another must be stepped. */
void step_gone(struct tracer *s, pid_t tid);
/* t goes on from a call that a step does not stop at. */
void step_passes(struct tracer *s, const struct tracee *t);
/* From the timer: notices that a step blocks. */
void step_tick(struct tracer *s);

/* --- catch.c */
void catch_release(struct tracer *s);
/* REQ_CATCH */
void catch_set(struct tracer *s, const struct request *req);
/* Whether a step stops at the call that t is at. */
bool catch_has(const struct tracer *s, const struct tracee *t);

/* --- backtrace.c */
void backtrace_open(struct tracer *s);
void backtrace_close(struct tracer *s);
/* REQ_STACK */
void backtrace_request(struct tracer *s, pid_t tid);
/* t stands at the delivery of a signal.  Where that ends it, what its frames
 * are made from is kept, and it goes on at once. */
void backtrace_last(struct tracer *s, struct tracee *t, int sig);
/* From the timer. */
void backtrace_tick(struct tracer *s);

#endif
