/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A task as last emitted, and an address in its stack. */
#ifndef SOURCE_SAMPLE_CORE_TASK_H
#define SOURCE_SAMPLE_CORE_TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct stask {
	pid_t tid;
	uint64_t stack;			/* an address in the task's stack; 0:
					 * not known */
	uint64_t stack_ns;		/* when `stack` was set */
	bool seen;			/* the task was in the last listing of
					 * threads */
	bool emitted;
	struct ev_task last;		/* as last emitted, without comm */
	char comm[16];
	uint8_t comm_len;
};

/* A recent call that made a region.  It shows to which thread a malloc arena
 * belongs. */
#define SPROC_CALLS 32
struct scall {
	uint64_t addr;
	pid_t tid;
};

#endif
