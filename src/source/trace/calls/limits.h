/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When a call that was interrupted and restarted is to end.
 *
 * A restarted call waits for its whole timeout again.  mmtop could write the
 * remaining time into its register, or into the memory that its argument points
 * to.  But other threads may read that memory, and nothing would restore
 * either after mmtop's death.  So the call restarts unchanged.  When its time
 * is up, mmtop interrupts it, and sets its result to that of a timeout.
 *
 *	if (limit_knows(&c))		the table has the call
 *		limit_set(s, t, &c);	at its first interruption
 *	if (limit_is_over(t))		at each one
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
	uint64_t at_ns;		/* 0: there is none */
	int64_t result;		/* the call's result then */
};

/* The tracer's timer for the limits of all its tasks. */
struct limits {
	int timer;		/* 0: none */
	uint64_t due_ns;
};

/* The call does nothing before it waits.  It returned -EINTR, or the kernel
 * restarts it with its whole timeout. */
bool limit_knows(const struct arch_call *c);
/* A signal made that call return -EINTR.  Other causes exist: a FUSE server may
 * return it, too. */
bool limit_is_signal(const struct tracee *t, const struct arch_call *c);
/* Counts from the call's entry, or from now if the entry was not seen. */
void limit_set(struct tracer *s, struct tracee *t, const struct arch_call *c);
bool limit_is_over(const struct tracee *t);
/* At a stop where the kernel has yet to look for signals. */
enum limit_end {
	LIMIT_STAYS,		/* it cannot be ended */
	LIMIT_ENDS,		/* it has limit.result now */
	LIMIT_REPEATS,		/* the kernel restarts it, for no time */
};
enum limit_end limit_end(struct tracee *t, const struct arch_call *c);
/* t was resumed: the timer is set. */
void limit_arm(struct tracer *s, const struct tracee *t);
void limits_end(struct tracer *s);

#endif
