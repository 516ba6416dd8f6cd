/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The seccomp filter of a launched program.  Only the calls that the tracer
 * needs stop the program (SECCOMP_RET_TRACE); all other calls run at full
 * speed.
 *
 *	mmtop: filter_make(&f, &err)	before the fork
 *	child: filter_load(&f)		after it is seized, before exec
 *	mmtop: filter_release(&f)
 *
 * At a stop, ret_data of PTRACE_GET_SYSCALL_INFO contains the reason, an enum
 * filter_class.  The filter checks the architecture first, and allows all calls
 * of an unknown architecture.
 *
 * If a filtered task has no tracer with PTRACE_O_TRACESECCOMP, each selected
 * call returns ENOSYS.  So no filtered task is ever detached: detach.c makes
 * the tracer a keeper, which only resumes such calls.
 */
#ifndef SOURCE_TRACE_CALLS_FILTER_H
#define SOURCE_TRACE_CALLS_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>

#include "base/err.h"
#include "event/event.h"

enum filter_class {
	FILTER_NONE,
	FILTER_MEMORY,		/* a memory call (event/call.h) */
	FILTER_CLONE,		/* clone, clone3: CLONE_UNTRACED is cleared */
	FILTER_SECCOMP,		/* the program sets a seccomp filter or mode */
	FILTER_PTRACE,		/* ptrace: debugger.c reports a call that
				 * fails */
	FILTER_HANDOVER,	/* a call of event/wire/handover.h: captured,
				 * not logged */
};

struct call_filter {
	struct sock_fprog prog;		/* len is 0 if there is no filter */
};

/* Makes the filter.  If `handovers`, calls of class FILTER_HANDOVER stop the
 * program, too.  Returns 0, or -errno with the reason in err; the program then
 * has no filter. */
MUST_CHECK int filter_make(struct call_filter *f, bool handovers,
			   struct err *err);
void filter_release(struct call_filter *f);
/* Loads the filter into the calling process.  Sets no_new_privs only if the
 * kernel refuses the filter otherwise.  Async-signal-safe.  Returns 0 or
 * -errno. */
MUST_CHECK int filter_load(const struct call_filter *f);

/* True if the filter needs no_new_privs, and the program would lose rights by
 * that: its file, found as by execvp(), gives rights at exec. */
bool filter_takes_rights(const char *program);

#endif
