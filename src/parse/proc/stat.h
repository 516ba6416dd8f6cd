/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/stat and /proc/PID/task/TID/stat: one line of fields.
 *
 *	4121 (tricky) name) S 4100 4121 ...
 *
 * The name is 15 raw bytes that may hold anything, `)` and newline too, so
 * fields are counted from the last `)` of the text.
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
	uint64_t flags;		/* the kernel's PF_* */
	uint64_t minflt, majflt;
	uint64_t threads;
	uint64_t start;		/* clock ticks since boot */
	uint64_t vsize;		/* bytes */
	uint64_t rss;		/* pages */
	uint64_t pending;	/* signals to this thread alone, 1 << (n - 1);
				 * 0 in a text that ends before, as are: */
	uint64_t arg_start, env_end;	/* where argv begins and environ ends */
};

bool stat_parse(struct bytes text, struct stat_info *out);

#endif
