/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tracer: the only user of ptrace and wait.
 *
 * The engine uses the tracer through the source contract (source/source.h) and
 * the functions below.  close() detaches all traced tasks and leaves them as
 * the tracer found them, or kills them if that was requested.  Tasks that could
 * not be stopped in time stay attached (trace_holds()).
 *
 *	trace_source.open(&src, host, &err)
 *	trace_start(src, &refusal, &err)	launches or attaches
 *	   SIGCHLD, and between other work: trace_source.drain(src, budget)
 *	trace_source.request(src, &req)
 *	trace_source.close(src)
 */
#ifndef SOURCE_TRACE_CORE_TRACE_H
#define SOURCE_TRACE_CORE_TRACE_H

#include "base/err.h"
#include "event/refusal.h"
#include "source/source.h"

struct tracer;

/* The source letter of the tracer's own events. */
#define TRACE_LETTER 't'

/* Launches or attaches; returns 0 or -errno.  A failed launch fills in err
 * (ENOENT, EACCES...); a refused attach fills in `why`. */
MUST_CHECK int trace_start(struct tracer *src, struct refusal *why,
			   struct err *err);
/* Returns the PID of the launched process, or of the first process that mmtop
 * attached to; 0 before trace_start() has succeeded. */
pid_t trace_main_pid(const struct tracer *src);
/* Number of tasks that the tracer has not released. */
unsigned trace_tasks(const struct tracer *src);
/* True if the tree is detached, but mmtop must still resume its filtered calls.
 * If mmtop ends, the tree ends, too. */
bool trace_keeping(const struct tracer *src);
/* True if this thread still traces a task.  REQ_DETACH may have left it to the
 * end of the thread, it may be unable to stop (in vfork, in state D), or it has
 * ended and was not waited for.  Only the end of this thread detaches such a
 * task. */
bool trace_holds(void);
/* Called by a handler of SIGSEGV and the like, and after a failed allocation.
 * Does not return while a filtered tree lives.  Async-signal-safe; needs no
 * argument. */
void trace_emergency(void);

#endif
