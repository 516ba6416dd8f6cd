/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classifies the reports of waitid().
 *
 * stop_classify() is pure: it is tested with a table of inputs.  The kinds of
 * stop, and how the tracer continues after each of them (ptrace(2)):
 *
 *	STOP_SIGNAL	signal-delivery-stop.  The resuming request must pass on
 *			sig, or it is lost; GETSIGINFO is valid
 *	STOP_GROUP	group-stop by sig (SIGSTOP, TSTP, TTIN, TTOU).  Only
 *			PTRACE_LISTEN keeps the task stopped
 *	STOP_TRAP	PTRACE_INTERRUPT took effect, a new task reports for
 *			the first time, or a group-stop ended.  Resume with 0
 *	STOP_SYSCALL	entry or exit of a call: PTRACE_GET_SYSCALL_INFO returns
 *			which of them
 *	STOP_FORK, STOP_VFORK, STOP_CLONE
 *			GETEVENTMSG is the new task.  The event does not prove
 *			the kind of task.  Resume with 0
 *	STOP_VFORK_DONE	the child released the memory.  Resume with 0
 *	STOP_EXEC	the new image is in place.  The report has the leader's
 *			id; GETEVENTMSG is the id that the task had before.
 *			Resume with 0
 *	STOP_SECCOMP	a call that the filter selects (RET_TRACE) is entered,
 *			after its entry stop if there was one.  Resume with 0
 *	STOP_EXITING	the task dies as soon as it is resumed; its memory still
 *			exists.  GETEVENTMSG is the wait status
 *	STOP_EXITED	the task has exited; status is its exit code
 *	STOP_KILLED	the task was killed by sig; core: with a core dump
 *	STOP_OTHER	does not concern a tracer
 */
#ifndef SOURCE_TRACE_CORE_STOP_H
#define SOURCE_TRACE_CORE_STOP_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum stop_kind {
	STOP_OTHER, STOP_SIGNAL, STOP_GROUP, STOP_TRAP, STOP_SYSCALL,
	STOP_FORK, STOP_VFORK, STOP_CLONE, STOP_VFORK_DONE, STOP_EXEC,
	STOP_SECCOMP, STOP_EXITING, STOP_EXITED, STOP_KILLED
};

struct stop {
	enum stop_kind kind;
	pid_t tid;
	int sig;	/* STOP_SIGNAL, STOP_GROUP, STOP_KILLED */
	int status;	/* STOP_EXITED */
	bool core;	/* STOP_KILLED */
};

/* Returns the stop that `si` reports; waitid() has filled in `si`. */
struct stop stop_classify(const siginfo_t *si);

#endif
