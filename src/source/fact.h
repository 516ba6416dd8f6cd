/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fact: a report from one source to the other sources, mostly while a task is
 * stopped.
 *
 * source_ops.notes has the kinds of fact that a source wants.  Before
 * host_fact() returns, the engine calls note() of each source that wants the
 * kind, except the reporting source, in the order of its table of sources.
 *
 *	host_fact(host, &(struct fact){
 *		.kind = FACT_UNMAP, .from = s,
 *		.unmap = { pid, tid, start, end, FILE_AT_MUNMAP } });
 */
#ifndef SOURCE_FACT_H
#define SOURCE_FACT_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

struct stack_ask;

enum fact_kind {
	/* A task is about to execute the launched program. */
	FACT_LAUNCH,
	/* A call has mapped memory without a file. */
	FACT_MAPPED,
	/* A task is stopped at a call, a signal, an exec or its end, for some
	 * ms at most.  Reported only if source_host.capturing. */
	FACT_STOPPED,
	/* A range is about to be unmapped or dropped, by a call or by the end
	 * of the process. */
	FACT_UNMAP,
	/* A process is about to lose its memory: the sampler reads its usage
	 * now. */
	FACT_LAST_USAGE,
	/* The last task of a process is about to end. */
	FACT_ENDING,
	/* Tracking of writes has started in a process or was refused.  note()
	 * returns true if it has taken over the fd. */
	FACT_TRACKED,
	/* A memory call is at its entry or exit; or another call returns,
	 * during which an untraced child may have mapped memory.  Reported only
	 * after tracking has started in some process.  At the exit, note()
	 * returns true if the call must be repeated. */
	FACT_TRACKED_CALL,
	/* Tracking of all processes ends.  When note() returns, no memory is
	 * registered with their userfaultfds. */
	FACT_UNTRACKED,
	/* Pages were written.  The reporting source write-protects them
	 * again. */
	FACT_WRITTEN,
	/* The session ends; END is the next event. */
	FACT_SESSION_END,
};

struct fact_task {
	pid_t pid, tid;
};

struct fact_mapped {
	pid_t pid;
	uint64_t start, len;
	const struct stack_ask *ask;	/* the registers when the call
					 * returns */
	struct bytes stack;		/* the top of the stack */
};

struct fact_stopped {
	pid_t pid, tid;
	enum frame_cause cause;		/* CALL, SIGNAL, EXEC, EXIT */
	const struct ev_call *call;	/* for CALL and EXEC */
};

struct fact_unmap {
	pid_t pid, tid;
	uint64_t start, end;
	enum file_at at;
};

struct fact_tracked {
	pid_t pid;
	int fd;				/* the userfaultfd; -1 if tracking was
					 * refused */
	enum writes_why why;		/* why it was refused */
	int error;
};

struct fact_call {
	pid_t pid, tid;			/* the process that has the memory, and
					 * the caller */
	const struct ev_call *call;
	enum call_phase phase;
};

struct fact_written {
	pid_t pid;
	uint64_t start, end;
	bool fresh;			/* newly tracked: earlier writes are
					 * unknown */
};

struct fact {
	enum fact_kind kind;
	const void *from;	/* the state of the reporting source */
	union {
		struct fact_task task;		/* for FACT_LAUNCH,
						 * FACT_LAST_USAGE,
						 * FACT_ENDING */
		struct fact_mapped mapped;
		struct fact_stopped stopped;
		struct fact_unmap unmap;
		struct fact_tracked tracked;
		struct fact_call call;		/* for FACT_TRACKED_CALL */
		struct fact_written written;
	};
};

#endif
