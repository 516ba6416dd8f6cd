/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How tracing of processes and tasks starts and ends. */
#ifndef SOURCE_TRACE_ATTACH_ATTACH_H
#define SOURCE_TRACE_ATTACH_ATTACH_H

#include "base/err.h"
#include "event/refusal.h"
#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- creator.c */
/* Returns the task that created c, and stores how (STOP_FORK, STOP_VFORK or
 * STOP_CLONE) in `kind`; c is at its first stop.  Returns NULL if the creator
 * is not certain before its own event. */
struct tracee *creator_of(const struct tracer *s, const struct tracee *c,
			  enum stop_kind *kind);

/* --- new_tasks.c */
/* Called at the stop at which t reports a task that it has created. */
void newcomer_made(struct tracer *s, struct tracee *t, const struct stop *stop);
/* Handles a report from a task that is not in the table. */
void newcomer_unknown(struct tracer *s, const struct stop *stop);
/* Handles the first report of a task that its creator's event has announced. */
void newcomer_first(struct tracer *s, struct tracee *t,
		    const struct stop *stop);
/* True if t must not be followed. */
bool newcomer_is_foreign(const struct tracer *s, const struct tracee *t);
/* Adopts the parked tasks whose creator's event did not come in time. */
void newcomers_unpark(struct tracer *s);

/* --- untraced.c */
void untraced_scan(struct tracer *s);

/* --- roots.c */
void root_add(struct tracer *s, pid_t pid, uint64_t start);
/* False if the root has exited and its pid belongs to another process now. */
bool root_is_there(const struct tracer *s, const struct root *root);
void roots_release(struct tracer *s);

/* --- signal.c */
/* Handles REQ_SIGNAL. */
void signal_send(struct tracer *s, const struct request *req);

/* --- launch.c, attach.c, refuse.c */
MUST_CHECK int launch(struct tracer *s, struct refusal *why, struct err *err);
MUST_CHECK int attach(struct tracer *s, pid_t pid, struct refusal *why);
/* As attach(), for a process that is known to allow it. */
MUST_CHECK int attach_process(struct tracer *s, pid_t tgid, bool root,
			      struct refusal *why);
void attach_again(struct tracer *s);
/* Called from the timer: seizes tasks that were created during the attach. */
void attach_late(struct tracer *s);
/* Returns true if mmtop may attach to pid; if not, fills in `why`. */
bool attach_allowed(struct tracer *s, pid_t pid, struct refusal *why);
/* Called when mmtop could not trace a child of its own: fills in `why` if the
 * reason is known. */
void launch_explain(const struct tracer *s, pid_t pid, int err,
		    struct refusal *why);
/* Fills in why PTRACE_SEIZE of process pid failed with `err`. */
void attach_explain(struct tracer *s, pid_t pid, int err,
		    struct refusal *why);

/* --- pending.c */
/* True if the process is frozen: the tracer then attaches as soon as the
 * process has thawed. */
bool pending_attach(struct tracer *s, pid_t tgid, bool root);
bool pending_has(const struct tracer *s, pid_t tgid);
/* Called from the timer: attaches to processes that have thawed. */
void pending_tick(struct tracer *s);

/* --- alarm.c */
/* Installs the handler of SIGALRM. */
void alarm_open(void);
/* Starts a SIGALRM every `us` microseconds, which limits the length of each
 * wait.  0 stops the signals. */
void alarm_every(long us);
/* Starts one timer for all calls of alarm_seize() until alarm_every(0).
 * Returns false if a timer already runs. */
MUST_CHECK bool alarm_for_seizes(void);
/* Does PTRACE_SEIZE.  Returns -EAGAIN if the task's process is in an exec that
 * does not end while mmtop waits. */
MUST_CHECK int alarm_seize(pid_t tid, long options);
/* True if mmtop traces the task, whether it is stopped, running or dead. */
bool alarm_is_ours(pid_t tid);

/* --- new_leader.c */
/* Called when mmtop has seized a task that got the id of leader t by an
 * exec. */
void succeed(struct tracer *s, struct tracee *t);
/* Called from the timer: searches for leaders that another thread has replaced
 * by an exec. */
void new_leader_scan(struct tracer *s);
/* Called before a stop is handled: if the task has replaced its leader
 * unnoticed, treats the stop as an exec. */
void new_leader_stop(struct tracer *s, struct tracee *t,
		     const struct stop *stop);

/* --- detach.c */
/* Starts to detach from all tasks.  `ends`: the calling thread exits when all
 * are detached. */
void detach_begin(struct tracer *s, bool ends);
/* Detaches t, which is at a stop, at once or soon. */
void detach_at(struct tracer *s, struct tracee *t, const struct stop *stop);
void detach_check(struct tracer *s);
/* Waits until all tasks are detached, for at most limit_ns; a few times as long
 * while tasks wait for a CPU. */
void detach_finish(struct tracer *s, uint64_t limit_ns);
void kill_tree(struct tracer *s);

#endif
