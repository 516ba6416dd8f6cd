/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions of source/trace/core for the whole tracer; tracer_state.h declares
 * its state.
 *
 *	core/	the source, handling of stops, tasks, time, STATUS
 *	attach/	how tracing of processes and tasks starts and ends
 *	calls/	calls and signals as events; steps; hidden interruptions
 *	keep/	detached programs that still have a filter; the guard
 *	memory/	reads of a target's memory; memory about to be unmapped
 *	track/	tracking of written pages, by calls injected into the target
 *
 * The tracer peeks at stops (waitid with WNOWAIT).  It resumes a task without
 * consuming the stop; so the signal that the stop reports is not lost if mmtop
 * is killed.  It consumes a stop only to hold the task there.
 */
#ifndef SOURCE_TRACE_CORE_TRACER_H
#define SOURCE_TRACE_CORE_TRACER_H

#include <sys/ptrace.h>
#include <sys/wait.h>

#include "base/err.h"
#include "base/str.h"
#include "event/refusal.h"
#include "event/request.h"
#include "source/source.h"
#include "source/target.h"
#include "source/trace/core/arch.h"
#include "source/trace/calls/filter.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* A step counts as blocked when the task has been in a call for this long. */
#define STEP_BLOCKED_NS 100000000ull
/* How long a task waits at its first stop for its creator's event, if the
 * tracer needs that event. */
#define PARK_NS 200000000ull

/* --- drain.c */
/* Handles stops until none are left (returns false), or for budget_ns
 * (returns true). */
bool tracer_drain(void *state, uint64_t budget_ns);
/* Called from time to time during long work between two drains: handles waiting
 * stops. */
void drain_between(struct tracer *s);
/* Peeks at a stop of task id, or of any task. */
bool drain_peek(idtype_t type, pid_t id, struct stop *out);
bool drain_peek_any(struct tracer *s, struct stop *out);
/* True if drain_peek_any() is due.  Its cost grows with the number of tasks. */
bool drain_is_due(const struct tracer *s);

/* --- wave.c */
/* Queues t: one of the next waves makes it stop once. */
void wave_add(struct tracer *s, struct tracee *t);
bool wave_runs(const struct tracer *s);
/* True if another task of t's process has yet to stop.  Requires that the tasks
 * of the process were passed to wave_add() in sequence. */
bool wave_awaits(const struct tracer *s, const struct tracee *t);
/* True if more tasks may be interrupted. */
bool wave_is_due(const struct tracer *s);
/* While waves are running, finds the next stop of any task.  `last`: does not
 * start another wave. */
bool wave_next(struct tracer *s, struct stop *out, bool last);
void wave_release(struct tracer *s);

/* --- tracer.c */
struct event tracer_event(const struct tracer *s, enum event_kind kind,
			  const struct tracee *t);
void tracer_emit(struct tracer *s, const struct event *ev);
void tracer_note(struct tracer *s, enum note_id id, enum severity severity,
		 int64_t a, int64_t b, const char *text);
/* Returns the ptrace options for a task of the tree. */
long tracer_options(const struct tracer *s);
/*
 * Resumes a stopped task with the given ptrace request.  Returns 0, or -ESRCH
 * if the task was killed, which the next wait reports.  After any other failure
 * the task is still stopped, and the request is repeated soon.
 */
int tracer_go(struct tracer *s, struct tracee *t, int request, int sig);
/* In tick.c.  tick_begin() starts the timer at its full rate.  tick_soon() sets
 * the full rate again if there is work.  tick_end() ends the timer. */
void tick_begin(struct tracer *s);
void tick_soon(struct tracer *s);
void tick_end(struct tracer *s);
/* Called from the timer: repeats failed requests. */
void tracer_retry(struct tracer *s);
/* Resumes a stopped task with signal sig, as mode and level require. */
void tracer_resume(struct tracer *s, struct tracee *t, int sig);
/* Consumes a stop at which the tracer has peeked, to hold the task there. */
void tracer_consume(pid_t tid);
/* Gets the system call at which a task is stopped; false if it is not at a
 * call. */
bool tracer_call_info(pid_t tid, struct __ptrace_syscall_info *out);
/* As tracer_call_info(), but uses the info that was read in advance, if any. */
bool tracee_call_info(struct tracee *t, struct __ptrace_syscall_info *out);
/* Returns the message of the ptrace event at which the task is stopped; 0 if
 * the stop is not an event. */
pid_t tracer_event_message(pid_t tid);
/* Makes a running task stop soon. */
void tracer_interrupt(struct tracer *s, struct tracee *t);

/* --- stops.c */
void stops_handle(struct tracer *s, const struct stop *stop);
/* The last step in the handling of each stop: detaches, holds or resumes t. */
void stops_settle(struct tracer *s, struct tracee *t, const struct stop *stop,
		  enum call_phase phase);
/* Called when t is at its exit stop. */
void stops_exiting(struct tracer *s, struct tracee *t, const struct stop *stop);
/* Records how the main process ended. */
void main_ended(struct tracer *s, const struct stop *stop);
/* Does PTRACE_LISTEN, which keeps t stopped but lets SIGCONT through; t may be
 * held or not. */
void stops_listen(struct tracer *s, struct tracee *t, const struct stop *stop);
/* Removes all tasks of t's process except t: after an exec, and at the end of a
 * leader.  The kernel reports the end of a leader after the ends of its
 * threads.  So a thread that is still in the table has become the leader, in an
 * exec that failed too late to return. */
void stops_drop_others(struct tracer *s, const struct tracee *t);
/* Removes t, which has ended or is no longer traced; if it is a leader, removes
 * its threads first. */
void stops_forget(struct tracer *s, struct tracee *t);
/* Detects that the last task has ended. */
void stops_check_end(struct tracer *s);

/* --- share.c */
void share_tick(struct tracer *s);
/* Called after a launch: assumes frequent stops, since the program loads its
 * libraries. */
void share_launched(struct tracer *s);
void share_end(struct tracer *s);

/* --- announce.c */
void announce_root(struct tracer *s, struct tracee *t, enum process_op op,
		   uint8_t flags);
void announce_task(struct tracer *s, struct tracee *t, uint8_t flags);
void announce_exec(struct tracer *s, struct tracee *t, pid_t old_tid);
void announce_exit(struct tracer *s, struct tracee *t,
		   const struct stop *stop);
/* Called when the launched program has ended after its detach. */
void announce_main_exit(struct tracer *s, const struct stop *stop);
void announce_detach(struct tracer *s, const struct group *g);
/* Reports t once more.  `leads`: t represents its process. */
void announce_repeat(struct tracer *s, struct tracee *t, bool leads);
/* True if g is the init of a PID namespace, which may be mmtop's own. */
bool announce_is_init(const struct tracer *s, struct group *g);
/* Fields of a task in /proc.  task_facts() returns 0 or -errno. */
struct task_facts {
	pid_t tgid, ppid, tracer;
	pid_t ns_pid;		/* the task's tid in its own PID namespace; 0:
				 * the same */
	uint64_t start, caught, ignored;
	uint64_t arg_start, env_end;
	uint64_t pending, blocked;	/* signals of the thread */
	uint64_t caps;		/* effective capabilities */
	char state;
	bool kthread, ends;
	uid_t uid;
	gid_t gid;
	char comm[64];
};
MUST_CHECK int task_facts(const struct source_host *h, pid_t tid,
			  struct task_facts *out);
/* Reads only tgid, tracer, ns_pid, uid, gid, caps, state and the signal sets,
 * which takes half the time of task_facts(). */
MUST_CHECK int task_whose(const struct source_host *h, pid_t tid,
			  struct task_facts *out);
bool task_runs(const struct source_host *h, pid_t tid);
/* Returns the parent of pid, or the process that adopted it; 0 if pid has
 * exited. */
pid_t task_parent(const struct source_host *h, pid_t pid);
/* True if the task has exited or is about to: it executes no more code of its
 * program. */
bool task_ends(const struct source_host *h, pid_t tid);

/* --- snapshot.c */
void again_begin(struct tracer *s);
/* Reports some of the tasks; returns true if tasks are left. */
bool again_work(struct tracer *s);

/* --- status.c */
void status_changed(struct tracer *s);
void status_tick(struct tracer *s);
/* Emits a STATUS if it differs from the last one. */
void status_tell(struct tracer *s);

#endif
