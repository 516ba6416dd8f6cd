/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The times of records are ticks of the processor's counter if the kernel can
 * use it as a clock source, else nanoseconds of CLOCK_MONOTONIC in the initial
 * time namespace.  This clock converts them to mmtop's own CLOCK_MONOTONIC, at
 * the average rate between its first and its last reading.
 *
 *	heapclock_init(&c)		once
 *	heapclock_read(&c)		before records are read
 *	heapclock_ns(&c, ticks)		between the first and last reading
 */
#ifndef SOURCE_HEAP_CLOCK_H
#define SOURCE_HEAP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct heapclock {
	bool counts;			/* true if ticks are those of the
					 * processor's counter */
	uint64_t tick0, ns0;		/* the first reading: ticks, and ns of
					 * CLOCK_MONOTONIC */
	uint64_t tick1, ns1;		/* the last reading: ticks, and ns of
					 * CLOCK_MONOTONIC */
};

void heapclock_init(struct heapclock *c);
void heapclock_read(struct heapclock *c);
uint64_t heapclock_ns(const struct heapclock *c, uint64_t ticks);
/* The current time in ticks, and the number of ticks of one second. */
uint64_t heapclock_now(const struct heapclock *c);
uint64_t heapclock_second(const struct heapclock *c);

#endif
