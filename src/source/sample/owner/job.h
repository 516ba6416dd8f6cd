/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known owners of a process' regions, and the schedule of the reads that find
 * more of them. */
#ifndef SOURCE_SAMPLE_OWNER_JOB_H
#define SOURCE_SAMPLE_OWNER_JOB_H

#include "source/sample/core/region.h"

struct waiting_call;
struct kept_stack;

/* A range that a call mapped (origin.h), without parts that were unmapped
 * later. */
struct asked {
	uint64_t start, end;
	struct owner told;		/* the range's owner; origin_job.c owns
					 * the text of its code */
	struct waiting_call *waiting;	/* call whose stack must be unwound;
					 * NULL: the owner is known */
	const struct kept_stack *stack;	/* its frames; NULL: unknown */
	pid_t tid;			/* thread that made the call */
	uint64_t at_ns;			/* when the call returned */
};
typedef VEC(struct asked) origin_list;

struct origin_calls {
	origin_list list;		/* owned */
	bool hung;			/* the reader process hung when it
					 * unwound a stack of this process */
};

/* The schedule of memscan.c for one process. */
struct memscan_turn {
	uint64_t due, fresh_due;	/* 0: not due */
	uint64_t took_ns;		/* time spent on reading, since the last
					 * pause */
	uint64_t turn_due;		/* when unchanged regions are read
					 * next */
	page_ranges fresh;		/* regions that are new or have
					 * changed */
	uint64_t at, turn_at;		/* addresses where the reads of changed
					 * and of unchanged regions continue */
	bool joint;			/* the next read needs all arenas and
					 * stacks in one request */
	bool hung;			/* the reader process hung when it read
					 * memory of this process */
};

#endif
