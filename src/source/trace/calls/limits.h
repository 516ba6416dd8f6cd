/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time at which mmtop ends a call that was interrupted and restarted.
 *
 * A restarted call waits for its whole timeout again.  mmtop could write the
 * remaining time into a register or the memory of the call's argument.  But
 * other threads may read that memory, and nothing would restore it if mmtop
 * died.  So the call restarts unchanged.  When its time is up, mmtop interrupts
 * it and sets its result to that of a timeout.
 *
 *	if (limit_knows(&c))		the table has the call
 *		limit_set(s, t, &c);	at its first interruption
 *	if (limit_is_over(t))		at each interruption
 *		limit_end(t, &c);
 */
#ifndef SOURCE_TRACE_CALLS_LIMITS_H
#define SOURCE_TRACE_CALLS_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "source/trace/core/arch.h"

struct tracer;
struct tracee;

struct limit {
	bool known;		/* the call's timeout was read */
	uint64_t at_ns;		/* 0: no timeout */
	int64_t result;		/* result of the call at that time */
};

/* The timer that the tracer uses for the limits of all tasks. */
struct limits {
	int timer;		/* 0 if no timer is set */
	uint64_t due_ns;
};

/* True for a call that does nothing before it waits, and that returned -EINTR
 * or that the kernel restarts with its whole timeout. */
bool limit_knows(const struct arch_call *c);
/* True if a signal made the call return -EINTR.  A FUSE server, for example,
 * may return -EINTR without a signal. */
bool limit_is_signal(const struct tracee *t, const struct arch_call *c);
/* Sets the time limit of the call, counted from its entry, or from now if mmtop
 * did not see the entry. */
void limit_set(struct tracer *s, struct tracee *t, const struct arch_call *c);
bool limit_is_over(const struct tracee *t);
/* The result of limit_end(), at a stop before the kernel checks for signals. */
enum limit_end {
	LIMIT_STAYS,		/* the call cannot be ended */
	LIMIT_ENDS,		/* the call now returns limit.result */
	LIMIT_REPEATS,		/* the kernel restarts the call with a timeout
				 * of 0 */
};
enum limit_end limit_end(struct tracee *t, const struct arch_call *c);
/* Called when t was resumed: sets the timer for the limit of t. */
void limit_arm(struct tracer *s, const struct tracee *t);
void limits_end(struct tracer *s);

#endif
