/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the engine's CPU time, by source.
 *
 *	was = spent_begin(&s, SRC_PERF)	perf is charged from now on, also for
 *					the handling of its events
 *	spent_end(&s, was)		the previous source is charged again
 *	spent_take(&s, out)		the shares since the last call
 *
 * Reading the CPU clock takes ten times as long as reading the wall clock.  So
 * each interval is measured in wall time.  If the process had to wait for a
 * CPU, the sum is scaled down to the CPU time of the process.
 */
#ifndef APP_ENGINE_SPENT_H
#define APP_ENGINE_SPENT_H

#include <stdint.h>

#define SPENT_MAX 8

struct spent {
	int who;			/* source being charged; -1: none */
	uint64_t since_ns;
	uint64_t ns[SPENT_MAX];		/* by source, since the last
					 * spent_take() */
	uint64_t taken_ns, taken_cpu_ns;
};

void spent_init(struct spent *s);
int spent_begin(struct spent *s, int who);
void spent_end(struct spent *s, int was);
/* Stores the share of each source since the last call, in millionths of one
 * CPU. */
void spent_take(struct spent *s, uint64_t out[SPENT_MAX]);
/* Like spent_take(), but for the given wall and CPU time. */
void spent_share(struct spent *s, uint64_t wall_ns, uint64_t cpu_ns,
		 uint64_t out[SPENT_MAX]);

#endif
