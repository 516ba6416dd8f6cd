/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fact: what one source reports to the other sources before it goes on,
 * mostly while a task stands still.
 *
 * source_ops.notes has the kinds that a source wants.  The engine calls note()
 * of each of them but the reporting source, in the order of its table, before
 * host_fact() returns.
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
	/* A call has mapped memory that belongs to no file. */
	FACT_MAPPED,
	/* A task stands still at a call, a signal, an exec or its end, for some
	 * ms at most, while source_host.capturing. */
	FACT_STOPPED,
	/* The call that a task is at, or the end of its process, unmaps or
	 * drops a range. */
	FACT_UNMAP,
	/* A process is about to lose its memory: its figures are read now. */
	FACT_LAST_USAGE,
	/* The last task of a process is about to end. */
	FACT_ENDING,
	/* Tracking began in a process or was refused; true: the fd is taken. */
	FACT_TRACKED,
	/* A memory call is at its entry or exit, once any process was tracked;
	 * or another call returns, during which an untraced child may have
	 * mapped memory.  True, at the exit: the call must be repeated. */
	FACT_TRACKED_CALL,
	/* Tracking ends.  Nothing is registered when note() returns. */
	FACT_UNTRACKED,
	/* Pages were written; the source that found them protects them. */
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
	const struct stack_ask *ask;	/* registers when the call returns */
	struct bytes stack;		/* the top of the stack */
};

struct fact_stopped {
	pid_t pid, tid;
	enum frame_cause cause;		/* CALL, SIGNAL, EXEC, EXIT */
	const struct ev_call *call;	/* of CALL and EXEC */
};

struct fact_unmap {
	pid_t pid, tid;
	uint64_t start, end;
	enum file_at at;
};

struct fact_tracked {
	pid_t pid;
	int fd;				/* a userfaultfd; -1: none */
	enum writes_why why;		/* there is none */
	int error;
};

struct fact_call {
	pid_t pid;			/* the process that has the memory */
	const struct ev_call *call;
	enum call_phase phase;
};

struct fact_written {
	pid_t pid;
	uint64_t start, end;
	bool fresh;			/* newly tracked: mmtop does not know
					 * earlier writes */
};

struct fact {
	enum fact_kind kind;
	const void *from;	/* the state of the reporting source */
	union {
		struct fact_task task;		/* LAUNCH, LAST_USAGE, ENDING */
		struct fact_mapped mapped;
		struct fact_stopped stopped;
		struct fact_unmap unmap;
		struct fact_tracked tracked;
		struct fact_call call;		/* TRACKED_CALL */
		struct fact_written written;
	};
};

#endif
