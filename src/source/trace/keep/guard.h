/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A process that lives for the milliseconds in which a task's registers are
 * not its own (inject.h), and puts them back when mmtop dies meanwhile.
 *
 *	guard_start(&g)			forks
 *	guard_watch(&g, &inject)	before they are changed
 *	guard_release(&g, &inject)	after they were put back
 *	guard_stop(&g)			it goes, with nothing to do
 *
 * It learns of the end of mmtop by the end of its pipe, attaches, puts the
 * registers back, closes what a call of ours left open, and lets go.  What
 * remains is that both are killed within the same microseconds: then the task
 * turns in place, or pauses, until somebody attaches.  Where Yama lets only
 * ancestors attach, an ordinary user's guard can do nothing.
 */
#ifndef SOURCE_TRACE_KEEP_GUARD_H
#define SOURCE_TRACE_KEEP_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct inject;

struct guard {
	pid_t pid;		/* 0: none */
	int pipe;
};

MUST_CHECK int guard_start(struct guard *g);
/* False when it is not there (any more): then nothing may be changed. */
MUST_CHECK bool guard_watch(struct guard *g, const struct inject *in);
void guard_release(struct guard *g, const struct inject *in);
void guard_stop(struct guard *g);

#endif
