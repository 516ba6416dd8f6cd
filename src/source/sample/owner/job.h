/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the owners of a process' regions, and when more is read. */
#ifndef SOURCE_SAMPLE_OWNER_JOB_H
#define SOURCE_SAMPLE_OWNER_JOB_H

#include "source/sample/core/region.h"

struct waiting_call;

/* What a call mapped, or what is left of it (asked.h). */
struct asked {
	uint64_t start, end;
	struct owner told;		/* its code is the source's */
	struct waiting_call *waiting;	/* until that is known; NULL: it is */
};
typedef VEC(struct asked) asked_list;

struct asked_calls {
	asked_list list;		/* owned */
	bool hung;			/* who looked at its frames */
};

/* holds.c */
struct holds_turn {
	uint64_t due, fresh_due;	/* 0: not */
	uint64_t took_ns;		/* since the last pause */
	uint64_t turn_due;		/* for those that have not changed */
	page_ranges fresh;		/* regions that are new there */
	uint64_t at, turn_at;		/* as disk_job.at: of what has changed,
					 * of the rest */
	bool joint;			/* arenas and stacks are asked about
					 * together */
	bool hung;			/* who looked at its memory */
};

#endif
