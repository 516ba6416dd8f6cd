/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The time of records: ticks of the processor's counter where the kernel keeps
 * time by it, else nanoseconds of CLOCK_MONOTONIC in the initial time namespace;
 * and what they are of our own CLOCK_MONOTONIC.  The rate is the one between the
 * first look and the last.
 *
 *	heapclock_init(&c)		once
 *	heapclock_look(&c)		before each round
 *	heapclock_ns(&c, ticks)		between the first look and the last
 */
#ifndef SOURCE_HEAP_CLOCK_H
#define SOURCE_HEAP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct heapclock {
	bool counts;			/* ticks are the processor's */
	uint64_t tick0, ns0;		/* the first look */
	uint64_t tick1, ns1;		/* the last one */
};

void heapclock_init(struct heapclock *c);
void heapclock_look(struct heapclock *c);
uint64_t heapclock_ns(const struct heapclock *c, uint64_t ticks);
/* Ticks: now, and in a second. */
uint64_t heapclock_now(const struct heapclock *c);
uint64_t heapclock_second(const struct heapclock *c);

#endif
