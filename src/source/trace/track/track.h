/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A userfaultfd for whose pages written are to be tracked: which processes,
 * whether it may be, and the two calls of theirs that it takes (inject.h).
 *
 *	track_want(s, pid)	the screen asks, or an option
 *	   track_work(s)	one process at a time
 *	      inject: userfaultfd, then close; between them pidfd_getfd()
 *	   FACT_TRACKED: fd or why	once for each, and after each exec
 *
 * Children that a tracked process forks are wanted too; one that shares its
 * memory (vfork) is when it has its own.
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
	TRACK_WANTED,		/* from now on, as soon as it can be */
	TRACK_LATER,		/* after its exec */
	TRACK_BUSY,		/* it is being done */
	TRACK_DONE,
	TRACK_REFUSED,
};

struct track {
	pid_t pid;		/* whose turn it is, 0: nobody's */
	pid_t tid;		/* who did the last call */
	int remote;		/* the descriptor in the target, -1 */
	int fd;			/* our copy of it, -1 */
	int error;		/* of making it */
	bool own;		/* it makes one for itself meanwhile */
	bool ever;		/* some process was tracked */
	bool warned;		/* of that at level watch */
	uint64_t since_ns;	/* it was begun */
	uint64_t asked_ns;	/* the task was interrupted */
	unsigned turn;		/* how many tasks were tried */
};

void track_want(struct tracer *s, pid_t pid);
void track_unwant(struct tracer *s, pid_t pid);
/* mmtop detaches: the tracking of all processes ends before. */
void track_end(struct tracer *s);
/* A process was made by t, or went on by exec. */
void track_child(struct tracer *s, const struct tracee *t, struct group *child,
		 bool shares);
void track_exec(struct tracer *s, struct group *g);
/* t is at the entry of a call.  A call that creates a userfaultfd, or registers
 * memory with one, ends the tracking: memory registered with mmtop's
 * userfaultfd cannot be registered with another. */
void track_own(struct tracer *s, const struct tracee *t, enum abi abi,
	       uint64_t nr, const uint64_t *args);
/* t is at the entry or the exit of t->call.  True: at its exit, where it failed
 * because of mmtop, and the kernel restarts it. */
bool track_call(struct tracer *s, struct tracee *t, enum call_phase phase);
/* A keeper has only the exit stop of a call that was made while the process was
 * tracked.  True: the kernel restarts it. */
bool track_late(const struct tracer *s, struct tracee *t,
		const struct __ptrace_syscall_info *info);
void track_work(struct tracer *s);
/* Finds inject.place, which such a call needs; place.c.  -ENOEXEC: the
 * program has none; -EAGAIN: it is in the middle of an exec. */
int track_place(struct tracer *s, pid_t tid);
/* The level has changed: warns if tracked processes may now fail calls. */
void track_level(struct tracer *s);
/* A call of ours came back; -errno of it, or -ESRCH when its task ended. */
void track_injected(struct tracer *s, int64_t result);

#endif
