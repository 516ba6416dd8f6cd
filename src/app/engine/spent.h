/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each source costs: the engine's CPU time, by who was at work.
 *
 *	was = spent_begin(&s, SRC_PERF)		from now on it is perf
 *	   ...					what comes of its events too
 *	spent_end(&s, was)			who was before goes on
 *	spent_take(&s, out)			since the last time
 *
 * Reading the CPU's clock takes ten times as long as reading the wall's: of
 * each stretch the wall's time is taken, and all of it is scaled down to what
 * the process has used, where it was kept waiting.
 */
#ifndef APP_ENGINE_SPENT_H
#define APP_ENGINE_SPENT_H

#include <stdint.h>

#define SPENT_MAX 8

struct spent {
	int who;			/* -1: nobody */
	uint64_t since_ns;
	uint64_t ns[SPENT_MAX];		/* since the last time, of each */
	uint64_t taken_ns, taken_cpu_ns;
};

void spent_init(struct spent *s);
int spent_begin(struct spent *s, int who);
void spent_end(struct spent *s, int was);
/* Of each, in millionths of one CPU. */
void spent_take(struct spent *s, uint64_t out[SPENT_MAX]);
/* The same without a clock: so much of the wall's and the CPU's time is over. */
void spent_share(struct spent *s, uint64_t wall_ns, uint64_t cpu_ns,
		 uint64_t out[SPENT_MAX]);

#endif
