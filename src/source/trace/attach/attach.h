/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How processes and tasks come to be traced, and how they are let go. */
#ifndef SOURCE_TRACE_ATTACH_ATTACH_H
#define SOURCE_TRACE_ATTACH_ATTACH_H

#include "base/err.h"
#include "event/refusal.h"
#include "source/trace/core/stop.h"
#include "source/trace/core/tracee.h"
#include "source/trace/core/tracer_state.h"

/* --- creator.c */
/* Who made c, which stands at its first stop, and how, where that is certain
 * before the event of its creator; else NULL. */
struct tracee *creator_of(const struct tracer *s, const struct tracee *c,
			  enum stop_kind *kind);

/* --- newcomers.c */
/* t has made a task, as its stop says. */
void newcomer_made(struct tracer *s, struct tracee *t, const struct stop *stop);
/* A report from a task that is not in the table. */
void newcomer_unknown(struct tracer *s, const struct stop *stop);
/* The first report of a task whose creator's event came before it. */
void newcomer_first(struct tracer *s, struct tracee *t,
		    const struct stop *stop);
/* A child of what is traced that is not to be followed. */
bool newcomer_is_foreign(const struct tracer *s, const struct tracee *t);
/* Adopts first stops whose creator's event never came. */
void newcomers_unpark(struct tracer *s);

/* --- untraced.c */
void untraced_look(struct tracer *s);

/* --- roots.c */
void root_add(struct tracer *s, pid_t pid, uint64_t start);
/* Not another process of its number. */
bool root_is_there(const struct tracer *s, const struct root *root);
void roots_release(struct tracer *s);

/* --- launch.c, attach.c, refuse.c */
MUST_CHECK int launch(struct tracer *s, struct refusal *why, struct err *err);
MUST_CHECK int attach(struct tracer *s, pid_t pid, struct refusal *why);
/* The same for a process that mmtop may attach to. */
MUST_CHECK int attach_process(struct tracer *s, pid_t tgid, bool root,
			      struct refusal *why);
void attach_again(struct tracer *s);
/* From the timer: tasks that were made while they were seized. */
void attach_late(struct tracer *s);
/* Fills in why and returns false when pid must not be attached to. */
bool attach_allowed(struct tracer *s, pid_t pid, struct refusal *why);
/* A child of our own could not be traced: fills in why, if it is known. */
void launch_explain(const struct tracer *s, pid_t pid, int err,
		    struct refusal *why);
/* What a failed PTRACE_SEIZE of that process means. */
void attach_explain(struct tracer *s, pid_t pid, int err,
		    struct refusal *why);

/* --- pending.c */
/* True if that process is frozen: the tracer attaches when it has thawed. */
bool pending_attach(struct tracer *s, pid_t tgid, bool root);
bool pending_has(const struct tracer *s, pid_t tgid);
/* From the timer. */
void pending_tick(struct tracer *s);

/* --- alarm.c */
/* Takes SIGALRM. */
void alarm_open(void);
/* One every so often, so that no wait is longer; 0: no more. */
void alarm_every(long us);
/* Starts one timer for all following alarm_seize(), until alarm_every(0); false: a
 * timer runs already. */
MUST_CHECK bool alarm_for_seizes(void);
/* PTRACE_SEIZE.  -EAGAIN: its process is in an exec that does not come to its
 * end while we wait here. */
MUST_CHECK int alarm_seize(pid_t tid, long options);
/* Whether we trace it, stopped, running or dead. */
bool alarm_is_ours(pid_t tid);

/* --- succeed.c */
/* What has the id of this leader now was seized: it came by an exec. */
void succeed(struct tracer *s, struct tracee *t);
/* From the timer. */
void succeed_look(struct tracer *s);
/* Before a stop is served: that of one who took over unseen is told as an
 * exec. */
void succeed_stop(struct tracer *s, struct tracee *t, const struct stop *stop);

/* --- detach.c */
/* ends: so does the calling thread, once everything is let go. */
void detach_begin(struct tracer *s, bool ends);
/* t is at a stop: lets go of it, now or before long. */
void detach_at(struct tracer *s, struct tracee *t, const struct stop *stop);
void detach_check(struct tracer *s);
/* Waits, bounded, until everything is let go. */
void detach_finish(struct tracer *s, uint64_t limit_ns);
void kill_tree(struct tracer *s);

#endif
