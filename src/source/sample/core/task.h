/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A task as the sampler emitted it, and what says which stack is its own. */
#ifndef SOURCE_SAMPLE_CORE_TASK_H
#define SOURCE_SAMPLE_CORE_TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct stask {
	pid_t tid;
	uint64_t stack;			/* an address in its stack, 0 */
	uint64_t stack_ns;		/* when that was learned */
	bool seen;			/* in the last listing */
	bool emitted;
	struct ev_task last;		/* without comm */
	char comm[16];
	uint8_t comm_len;
};

/* The calls that made a region, to say whose arena it is. */
#define SPROC_CALLS 32
struct scall {
	uint64_t addr;
	pid_t tid;
};

#endif
