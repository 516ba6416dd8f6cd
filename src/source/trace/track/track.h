/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Creates a userfaultfd in each process whose written pages are to be tracked:
 * selects the processes, checks whether tracking is possible, and injects the
 * two calls that are needed (inject.h).
 *
 *	track_want(s, pid)	requested by the screen, or an option
 *	   track_work(s)	handles one process at a time
 *	      inject: userfaultfd, then close; between them pidfd_getfd()
 *	   FACT_TRACKED: fd or why	once for each process and each exec
 *
 * Children that a tracked process forks are tracked, too.  A child that shares
 * its parent's memory (vfork) is tracked when it gets memory of its own.
 */
#ifndef SOURCE_TRACE_TRACK_TRACK_H
#define SOURCE_TRACE_TRACK_TRACK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct __ptrace_syscall_info;
struct tracer;
struct group;
struct tracee;

enum track_state {
	TRACK_NO,
	TRACK_WANTED,		/* to be tracked as soon as possible */
	TRACK_LATER,		/* to be tracked after its exec */
	TRACK_BUSY,		/* in progress */
	TRACK_DONE,
	TRACK_REFUSED,
};

struct track {
	pid_t pid;		/* the process in progress, 0: none */
	pid_t tid;		/* the task that did the last injected call */
	int remote;		/* number of the userfaultfd in the target, -1:
				 * none */
	int fd;			/* mmtop's copy of the userfaultfd, -1: none */
	int error;		/* errno if creating the userfaultfd failed */
	bool own;		/* the program has created a userfaultfd, too */
	bool ever;		/* some process was tracked */
	bool warned;		/* the note about level watch was sent */
	uint64_t since_ns;	/* start of the work on `pid` */
	uint64_t asked_ns;	/* time of the last INTERRUPT */
	unsigned turn;		/* number of tasks tried so far */
};

void track_want(struct tracer *s, pid_t pid);
void track_unwant(struct tracer *s, pid_t pid);
/* Ends the tracking of all processes; called before mmtop detaches. */
void track_end(struct tracer *s);
/* Called when t has created a process, and when a process has called exec. */
void track_child(struct tracer *s, const struct tracee *t, struct group *child,
		 bool shares);
void track_exec(struct tracer *s, struct group *g);
/* Called at the entry of a call of t.  Ends the tracking if the call creates a
 * userfaultfd or registers memory with one: memory registered with mmtop's
 * userfaultfd cannot be registered with another. */
void track_own(struct tracer *s, const struct tracee *t, enum abi abi,
	       uint64_t nr, const uint64_t *args);
/* Called at the entry or the exit of t->call.  At the exit, returns true if the
 * call failed because of mmtop; the kernel then restarts it. */
bool track_call(struct tracer *s, struct tracee *t, enum call_phase phase);
/* For a keeper (keep.h): handles the exit of a call that started while the
 * process was tracked.  Returns true if the kernel restarts the call. */
bool track_late(const struct tracer *s, struct tracee *t,
		const struct __ptrace_syscall_info *info);
void track_work(struct tracer *s);
/* Finds inject.place, the instructions for an injected call (place.c).  Returns
 * -ENOEXEC if the program lacks them, -EAGAIN if it is in the middle of an
 * exec. */
int track_place(struct tracer *s, pid_t tid);
/* Called when the level has changed: warns if calls of tracked processes may
 * now fail. */
void track_level(struct tracer *s);
/* Called when an injected call has returned `result`: its result or -errno, or
 * -ESRCH if its task has ended. */
void track_injected(struct tracer *s, int64_t result);

#endif
