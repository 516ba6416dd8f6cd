/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a wait report means, before anything is done about it.
 *
 * stop_classify() is pure: a table of inputs tests it.  How to go on from each
 * (ptrace(2)):
 *
 *	STOP_SIGNAL	signal-delivery-stop.  sig is to be passed on by the
 *			resuming request, or it is lost; GETSIGINFO is valid
 *	STOP_GROUP	group-stop by sig (SIGSTOP, TSTP, TTIN, TTOU).  Only
 *			PTRACE_LISTEN keeps it stopped
 *	STOP_TRAP	PTRACE_INTERRUPT came through, a new task is there for
 *			the first time, or a group-stop ended.  Resume with 0
 *	STOP_SYSCALL	entry or exit; PTRACE_GET_SYSCALL_INFO tells which
 *	STOP_FORK, STOP_VFORK, STOP_CLONE
 *			GETEVENTMSG is the new task.  The event is no proof of
 *			what was made.  Resume with 0
 *	STOP_VFORK_DONE	the child let go of the memory.  Resume with 0
 *	STOP_EXEC	the new image is in place; reported by the leader's id,
 *			GETEVENTMSG is the id before.  Resume with 0
 *	STOP_SECCOMP	the filter's RET_TRACE: a call is entered, after its
 *			entry stop if there was one.  Resume with 0
 *	STOP_EXITING	the task dies as soon as it is resumed; memory is still
 *			there.  GETEVENTMSG is the wait status
 *	STOP_EXITED	gone; status is its exit code
 *	STOP_KILLED	gone; sig killed it, core tells of a core dump
 *	STOP_OTHER	nothing that concerns a tracer
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

/* si is what waitid() filled in. */
struct stop stop_classify(const siginfo_t *si);

#endif
