/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guard: a process that lives for the milliseconds in which a task runs
 * with registers that mmtop has changed (inject.h).  If mmtop dies in that
 * time, the guard restores the registers.
 *
 *	guard_start(&g)			forks
 *	guard_watch(&g, &inject)	before the registers are changed
 *	guard_release(&g, &inject)	after they were restored
 *	guard_stop(&g)			the guard exits
 *
 * When mmtop has ended, the guard reads the end of its pipe.  It attaches to
 * the task, restores the registers, closes the descriptor that an injected call
 * left open, and detaches.  If mmtop and the guard are killed within the same
 * microseconds, the task spins in place, or pauses, until another tracer
 * attaches.  If Yama lets only ancestors attach, an ordinary user's guard can
 * do nothing.
 */
#ifndef SOURCE_TRACE_KEEP_GUARD_H
#define SOURCE_TRACE_KEEP_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct inject;

struct guard {
	pid_t pid;		/* 0 if there is no guard */
	int pipe;
};

MUST_CHECK int guard_start(struct guard *g);
/* False if the guard has exited: the registers must not be changed. */
MUST_CHECK bool guard_watch(struct guard *g, const struct inject *in);
void guard_release(struct guard *g, const struct inject *in);
void guard_stop(struct guard *g);

#endif
