/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tracer: the only user of ptrace and wait.
 *
 * Beyond the source contract (source/source.h) the engine needs two things
 * of it.  No task leaks out: after close() everything that was traced is let
 * go as it was found, or killed where that was asked for; but for who could not
 * be stopped in time (trace_holds()).
 *
 *	trace_source.open(&src, host, &err)
 *	trace_start(src, &refusal, &err)	launches or attaches
 *	   SIGCHLD, and between all else: trace_source.drain(src, budget)
 *	trace_source.request(src, &req)
 *	trace_source.close(src)
 */
#ifndef SOURCE_TRACE_CORE_TRACE_H
#define SOURCE_TRACE_CORE_TRACE_H

#include "base/err.h"
#include "event/refusal.h"
#include "source/source.h"

struct tracer;

/* In the events that it tells itself. */
#define TRACE_LETTER 't'

/* 0; or -errno: of a launch with err filled in (ENOENT, EACCES...), of a
 * refused attach with why filled in. */
MUST_CHECK int trace_start(struct tracer *src, struct refusal *why,
			   struct err *err);
/* What was launched, or attached to first; 0 before. */
pid_t trace_main_pid(const struct tracer *src);
/* How many tasks it has not released. */
unsigned trace_tasks(const struct tracer *src);
/* A detached tree whose filtered calls must still be passed on: whoever ends
 * now ends it too. */
bool trace_keeping(const struct tracer *src);
/* This thread still traces a task: one that REQ_DETACH left to the end of the
 * thread, that did not stop (in vfork, in state D), or that ended and was not
 * waited for.  Only the end of this thread detaches it. */
bool trace_holds(void);
/* For a handler of SIGSEGV and its kind, and where memory ran out: where a
 * filtered tree lives this does not return before it has ended.  Async-signal-
 * safe; asks the source for nothing. */
void trace_emergency(void);

#endif
