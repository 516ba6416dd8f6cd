/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The seccomp filter of a launched program: only the calls that the tracer
 * wants stop it (SECCOMP_RET_TRACE), all others run at full speed.
 *
 *	mmtop: filter_make(&f, &err)	before the fork
 *	child: filter_load(&f)		after it is seized, before exec
 *	mmtop: filter_release(&f)
 *
 * What a stop is about comes back in ret_data of PTRACE_GET_SYSCALL_INFO: enum
 * filter_class.  The filter checks the architecture first; what it does not
 * know is let through.
 *
 * A filtered call of a task without a tracer that set PTRACE_O_TRACESECCOMP
 * returns ENOSYS, for ever.  So nobody under a filter is ever let go of:
 * detach.c makes a keeper of the tracer.
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
	FILTER_SECCOMP,		/* the program asks for seccomp itself */
	FILTER_PTRACE,		/* ptrace: debugger.c reports a failing one */
	FILTER_HANDOVER,	/* event/wire/handover.h: captured, not logged */
};

struct call_filter {
	struct sock_fprog prog;		/* len 0: none */
};

/* handovers: calls of FILTER_HANDOVER stop the program, too.  0, or -errno with
 * the reason in err: then the program has no filter. */
MUST_CHECK int filter_make(struct call_filter *f, bool handovers,
			   struct err *err);
void filter_release(struct call_filter *f);
/* Loads it into the calling process; sets no_new_privs only where the kernel
 * refuses without.  Async-signal-safe.  0 or -errno. */
MUST_CHECK int filter_load(const struct call_filter *f);

/* Whether exec of that program, found as execvp() does, would give it rights
 * that no_new_privs takes away, and we could not do without no_new_privs. */
bool filter_takes_rights(const char *program);

#endif
