/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tracer's own state, shared by the files of source/trace and by nobody
 * else.  Which file does what:
 *
 *	trace.c		the source: open, drain (peek, dispatch), requests
 *	stop.c		what a wait report means; tracee.c: the table
 *	stops.c		what is done about each kind of stop
 *	calls.c		system calls: entry and exit into CALL events
 *	signals.c	signals into SIGNAL events
 *	announce.c	PROCESS events and what /proc says of a task
 *	launch.c	starting a program; attach.c: seizing a running one
 *	refuse.c	why a process may not be attached to
 *	step.c		hold, next, continue; detach.c: letting go, kill
 *	status.c	STATUS events: state, cost
 *	remote.c	reading a target's memory
 *
 * Stops are peeked at (waitid with WNOWAIT).  One that goes on at once is
 * resumed unconsumed, so that the signal in it survives the sudden death of
 * mmtop (KERNEL.md finding 3); one that is held is waited for.
 */
#ifndef SOURCE_TRACE_TRACER_H
#define SOURCE_TRACE_TRACER_H

#include "base/err.h"
#include "base/vec.h"
#include "event/refusal.h"
#include "source/source.h"
#include "source/target.h"
#include "source/trace/tracee.h"

/* After this long in a call a step counts as blocked. */
#define STEP_BLOCKED_NS 100000000ull
/* How long a first stop waits for its creator's event (KERNEL.md P21). */
#define PARK_NS 200000000ull

struct identity {
	pid_t pid;
	uint64_t start;
};

enum tracer_mode {
	MODE_RUN,	/* everything goes on by itself at `level` */
	MODE_HOLD,	/* every task is held at its next stop */
	MODE_STEP	/* as HOLD, but step_tid runs to its next call stop */
};

struct source {
	struct source_host *host;
	struct tracees tracees;
	enum level level;		/* WATCH or CALLS: of MODE_RUN */
	enum tracer_mode mode;
	bool detaching, detached, ended, killing;
	bool follow, launched;
	bool started;			/* the first image is in place */
	bool was_step;			/* level shown while held is step */
	pid_t main_pid;
	VEC(struct identity) roots;	/* what A attaches to again */
	int exit_status, exit_signal;	/* of main_pid; exactly one >= 0 */
	bool exit_core;

	pid_t step_tid;			/* MODE_STEP: who runs */
	uint64_t step_left;		/* stops still to be made */
	uint64_t step_since_ns;		/* it was resumed then */
	bool step_blocked;		/* the others were let run meanwhile */
	pid_t held_tid;			/* whose stop the hold is about */
	enum call_phase held_phase;
	pid_t waits_on;

	uint64_t stops, stop_total_ns, worst_stop_ns;
	uint64_t drained_ns;		/* end of the last drain */
	unsigned unfair;		/* stops since all had their turn */
	bool parking;			/* some task may be parked */
	uint64_t emptied_ns;		/* the table has been empty since */

	struct ev_status told;		/* the last STATUS */
	bool told_once, status_stale;
	uint64_t cost_ns, cost_cpu_ns, own_cpu, own_rss;
	int timer;
};

/* --- trace.c */
struct event tracer_event(const struct source *s, enum event_kind kind,
			  const struct tracee *t);
void tracer_emit(struct source *s, const struct event *ev);
void tracer_note(struct source *s, enum note_id id, enum severity severity,
		 int64_t a, int64_t b, const char *text);
/* ptrace options for a task of the tree. */
long tracer_options(const struct source *s);
/* Lets a stopped task go on as mode and level want, with sig. */
void tracer_resume(struct source *s, struct tracee *t, int sig);
/* Waits for the stop that was peeked at, so that it can be held. */
void tracer_consume(pid_t tid);
/* Asks a running task to stop soon. */
void tracer_interrupt(struct source *s, struct tracee *t);

/* --- stops.c */
void stops_handle(struct source *s, const struct stop *stop);
/* Adopts first stops whose creator's event never came. */
void stops_unpark(struct source *s);
/* Notices that the last task is gone. */
void stops_check_end(struct source *s);

/* --- calls.c */
/* The syscall-stop of t; tells which phase it is. */
enum call_phase calls_stop(struct source *s, struct tracee *t);
/* The call t is in was interrupted and goes on: only a trap is in the way. */
void calls_forget(struct tracee *t);

/* --- signals.c */
void signals_delivery(struct source *s, struct tracee *t, int sig);
void signals_group_stop(struct source *s, struct tracee *t, int sig);
void signals_continued(struct source *s, struct tracee *t);

/* --- announce.c */
void announce_root(struct source *s, struct tracee *t, enum process_op op,
		   uint8_t flags);
void announce_task(struct source *s, struct tracee *t, uint8_t flags);
void announce_exec(struct source *s, struct tracee *t, pid_t old_tid);
void announce_exit(struct source *s, struct tracee *t,
		   const struct stop *stop);
/* The end of the launched program after it was let go. */
void announce_main_exit(struct source *s, const struct stop *stop);
void announce_detach(struct source *s, const struct group *g);
/* Process of a task, its parent and start time; 0 or -errno. */
struct task_facts {
	pid_t tgid, ppid, tracer;
	uint64_t start;
	char state;
	bool kthread;
	uid_t uid;
	char comm[64];
};
MUST_CHECK int task_facts(const struct source_host *h, pid_t tid,
			  struct task_facts *out);

/* --- launch.c, attach.c, refuse.c */
MUST_CHECK int launch(struct source *s, struct err *err);
MUST_CHECK int attach(struct source *s, pid_t pid, struct refusal *why);
void attach_again(struct source *s);
/* Fills in why and returns false when pid must not be attached to. */
bool attach_allowed(struct source *s, pid_t pid, struct refusal *why);
/* What a failed PTRACE_SEIZE of that process means. */
void attach_explain(struct source *s, pid_t pid, int err,
		    struct refusal *why);

/* --- step.c */
void step_hold(struct source *s);
void step_next(struct source *s, pid_t tid, uint64_t count);
void step_continue(struct source *s);
/* Whether t, at a stop now, is to be held. */
bool step_holds(const struct source *s, const struct tracee *t,
		const struct stop *stop);
/* t stands still at stop. */
void step_arrived(struct source *s, struct tracee *t,
		  const struct stop *stop, enum call_phase phase);
/* A task is gone: another must be stepped. */
void step_gone(struct source *s, pid_t tid);
/* From the timer: notices that a step blocks. */
void step_tick(struct source *s);

/* --- detach.c */
void detach_begin(struct source *s);
/* t is at a stop: lets go of it. */
void detach_at(struct source *s, struct tracee *t, const struct stop *stop);
void detach_check(struct source *s);
/* Waits, bounded, until everything is let go. */
void detach_finish(struct source *s, uint64_t limit_ns);
void kill_tree(struct source *s);

/* --- status.c */
void status_changed(struct source *s);
void status_tick(struct source *s);
/* Emits a STATUS when it would differ from the last. */
void status_tell(struct source *s);

/* --- remote.c */
/* All of these but remote_fd() go through the host's reader, as they may hang;
 * where it gives up, a NOTE says so once per process.
 *
 * Reads at most n bytes at addr; what could be read or -errno.  Through
 * /proc/TID/mem, which answers EIO where process_vm_readv would hang on a
 * userfaultfd page (KERNEL.md finding 4), but hangs as it does where a file
 * server does not deliver. */
MUST_CHECK long remote_read(const struct source_host *h, pid_t tid,
			    uint64_t addr, void *buf, size_t n);
/* A string, at most 4 KiB of it; empty when not all of it can be read. */
void remote_string(const struct source_host *h, pid_t tid, uint64_t addr,
		   struct str *out);
/* What /proc/TID/FILE holds (cmdline); empty when it cannot be read. */
void remote_file(const struct source_host *h, pid_t tid, const char *file,
		 struct str *out);
/* The file behind a descriptor: its path, or what the link says. */
void remote_fd(const struct source_host *h, pid_t tid, int fd,
	       struct str *out);

#endif
