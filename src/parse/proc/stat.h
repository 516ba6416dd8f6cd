/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/stat and /proc/PID/task/TID/stat: one line of fields.
 *
 *	4121 (tricky) name) S 4100 4121 ...
 *
 * The name is up to 15 bytes of any value, including `)` and newline, so fields
 * are counted from the last `)` of the text.
 */
#ifndef PARSE_PROC_STAT_H
#define PARSE_PROC_STAT_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

struct stat_info {
	int64_t pid, ppid;
	struct bytes comm;	/* borrowed, hostile */
	char state;
	uint64_t flags;		/* flags PF_... of the kernel */
	uint64_t minflt, majflt;
	uint64_t threads;
	uint64_t start;		/* clock ticks since boot */
	uint64_t vsize;		/* bytes */
	uint64_t rss;		/* pages */
	uint64_t pending;	/* bit N - 1: signal N is pending for this
				 * thread; this and the next two are 0 if the
				 * text ends early */
	uint64_t arg_start, env_end;	/* start of argv, end of environ:
					 * addresses */
};

bool stat_parse(struct bytes text, struct stat_info *out);

#endif
