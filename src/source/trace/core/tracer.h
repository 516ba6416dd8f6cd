/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of source/trace/core do for the whole tracer; what the tracer
 * keeps is declared in tracer_state.h.
 *
 *	core/	the source, stops as they come, tasks, time, STATUS
 *	attach/	how processes and tasks come to be traced, and are let go
 *	calls/	calls and signals into events; steps; hidden interruptions
 *	keep/	filtered programs that mmtop has let go of, the guard
 *	memory/	reading a target's memory, what is about to leave it
 *	track/	whose written pages are tracked, by calls made in the target
 *
 * Stops are peeked at (waitid with WNOWAIT).  One that goes on at once is
 * resumed unconsumed, so that the signal in it survives the sudden death of
 * mmtop; one that is held is waited for.
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

/* After this long in a call a step counts as blocked. */
#define STEP_BLOCKED_NS 100000000ull
/* How long a first stop waits for its creator's event, where that is needed. */
#define PARK_NS 200000000ull

/* --- drain.c */
/* Serves stops until there is none, or for budget_ns: then it is true. */
bool tracer_drain(void *state, uint64_t budget_ns);
/* For long work between two drains: serves the stops that came, now and then. */
void drain_between(struct tracer *s);
/* A stop of that task, or of any. */
bool drain_peek(idtype_t type, pid_t id, struct stop *out);
bool drain_peek_any(struct tracer *s, struct stop *out);
/* It is time for drain_peek_any(), whose cost grows with the number of tasks. */
bool drain_is_due(const struct tracer *s);

/* --- wave.c */
/* t must stop once, in its turn. */
void wave_add(struct tracer *s, struct tracee *t);
bool wave_runs(const struct tracer *s);
/* Another task of t's process is still to stop.  wave_add() was called for the
 * tasks of that process in a row. */
bool wave_awaits(const struct tracer *s, const struct tracee *t);
/* True if more tasks may be interrupted. */
bool wave_is_due(const struct tracer *s);
/* The next stop of any task, while waves run.  last: no new wave. */
bool wave_next(struct tracer *s, struct stop *out, bool last);
void wave_release(struct tracer *s);

/* --- tracer.c */
struct event tracer_event(const struct tracer *s, enum event_kind kind,
			  const struct tracee *t);
void tracer_emit(struct tracer *s, const struct event *ev);
void tracer_note(struct tracer *s, enum note_id id, enum severity severity,
		 int64_t a, int64_t b, const char *text);
/* ptrace options for a task of the tree. */
long tracer_options(const struct tracer *s);
/*
 * Lets a stopped task go on by that ptrace request.  0; -ESRCH: killed
 * meanwhile, of which the next wait tells.  After any other failure it still
 * stands there, and it is tried again before long.
 */
int tracer_go(struct tracer *s, struct tracee *t, int request, int sig);
/* tick.c: the timer, at its full pace, from now on; the same after a rest, if
 * there is anything to look after; no more. */
void tick_begin(struct tracer *s);
void tick_soon(struct tracer *s);
void tick_end(struct tracer *s);
/* From the timer: tries again what failed then. */
void tracer_pay(struct tracer *s);
/* Lets a stopped task go on as mode and level want, with sig. */
void tracer_resume(struct tracer *s, struct tracee *t, int sig);
/* Waits for the stop that was peeked at, so that it can be held. */
void tracer_consume(pid_t tid);
/* The system call that a stopped task is at; false: it does not stand there. */
bool tracer_call_info(pid_t tid, struct __ptrace_syscall_info *out);
/* Of the stop that t is at, for the first who asks. */
bool tracee_call_info(struct tracee *t, struct __ptrace_syscall_info *out);
/* Of an event it stands at; 0: it does not. */
pid_t tracer_event_message(pid_t tid);
/* Asks a running task to stop soon. */
void tracer_interrupt(struct tracer *s, struct tracee *t);

/* --- stops.c */
void stops_handle(struct tracer *s, const struct stop *stop);
/* What every stop ends with: let go, hold, or go on. */
void stops_settle(struct tracer *s, struct tracee *t, const struct stop *stop,
		  enum call_phase phase);
/* t stands at its end. */
void stops_exiting(struct tracer *s, struct tracee *t, const struct stop *stop);
/* What the end of the main process means for the session. */
void main_ended(struct tracer *s, const struct stop *stop);
/* Held or not: LISTEN keeps it stopped and lets SIGCONT through. */
void stops_listen(struct tracer *s, struct tracee *t, const struct stop *stop);
/* t is all that is left of its process: after exec; and the end of a leader is
 * told after that of its threads, so what is left then is a thread that became
 * the leader in an exec that failed too late to come back. */
void stops_others_gone(struct tracer *s, const struct tracee *t);
/* t has ended, or is not ours any more; a leader's threads went before. */
void stops_forget(struct tracer *s, struct tracee *t);
/* Notices that the last task is gone. */
void stops_check_end(struct tracer *s);

/* --- share.c */
void share_tick(struct tracer *s);
/* Puts back the affinity of the engine. */
/* A program that begins loads its libraries: stops come fast at once. */
void share_launched(struct tracer *s);
void share_end(struct tracer *s);

/* --- announce.c */
void announce_root(struct tracer *s, struct tracee *t, enum process_op op,
		   uint8_t flags);
void announce_task(struct tracer *s, struct tracee *t, uint8_t flags);
void announce_exec(struct tracer *s, struct tracee *t, pid_t old_tid);
void announce_exit(struct tracer *s, struct tracee *t,
		   const struct stop *stop);
/* The end of the launched program after it was let go. */
void announce_main_exit(struct tracer *s, const struct stop *stop);
void announce_detach(struct tracer *s, const struct group *g);
/* t was told of before; leads: it stands for its process. */
void announce_again(struct tracer *s, struct tracee *t, bool leads);
/* True for the init of a PID namespace, also of mmtop's own. */
bool announce_is_init(const struct tracer *s, struct group *g);
/* Process of a task, its parent and start time; 0 or -errno. */
struct task_facts {
	pid_t tgid, ppid, tracer;
	pid_t ns_pid;		/* in its own PID namespace, 0: the same */
	uint64_t start, caught, ignored;
	uint64_t arg_start, env_end;
	uint64_t pending, blocked;	/* of the thread */
	uint64_t caps;		/* effective */
	char state;
	bool kthread, ends;
	uid_t uid;
	gid_t gid;
	char comm[64];
};
MUST_CHECK int task_facts(const struct source_host *h, pid_t tid,
			  struct task_facts *out);
/* Reads only tgid, tracer, ns_pid, uid, gid, caps, state and the sets of
 * signals, in half the time. */
MUST_CHECK int task_whose(const struct source_host *h, pid_t tid,
			  struct task_facts *out);
bool task_runs(const struct source_host *h, pid_t tid);
/* The parent, or the process that adopted pid; 0: pid has exited. */
pid_t task_parent(const struct source_host *h, pid_t pid);
/* Gone, or on its way: nothing of its program is executed any more. */
bool task_ends(const struct source_host *h, pid_t tid);

/* --- again.c */
void again_begin(struct tracer *s);
/* A slice of it; true when there is more to tell. */
bool again_work(struct tracer *s);

/* --- status.c */
void status_changed(struct tracer *s);
void status_tick(struct tracer *s);
/* Emits a STATUS when it would differ from the last. */
void status_tell(struct tracer *s);

#endif
