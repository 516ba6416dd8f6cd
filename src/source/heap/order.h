/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies the changes of heaps in order of their time. */
#ifndef SOURCE_HEAP_ORDER_H
#define SOURCE_HEAP_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct heap_batch;
struct heap_source;

/* A change of a heap: a block was allocated or freed, or a process forked. */
struct heap_change {
	uint64_t ticks, addr, size, caller;
	pid_t pid, tid;			/* if pid is negative: -pid is the
					 * heap_proc_number() of an unknown
					 * process */
	uint32_t frames;		/* index of its first frame in the
					 * `frames` of its batch */
	uint16_t n_frames;
	uint8_t op;			/* enum heap_event_op, or HEAP_FORKED */
	bool realloc;
};
#define HEAP_FORKED HEAP_EVENT_OPS	/* an `op`; addr is the PID of the
					 * child */

/* A run: the changes [at, end) of a batch, which are in order of time. */
struct heap_run {
	struct heap_batch *batch;
	size_t at, end;
	uint64_t ticks;			/* time of the change at `at` */
	uint64_t serial;
};

/* Adds a change.  Its n_frames stack frames are copied from `frames`. */
void heap_change_add(struct heap_source *s, const struct heap_change *change,
		     const uint64_t *frames);
/* Applies the changes up to the time `until` (ticks).  Returns false if the
 * deadline came first. */
bool heap_apply_until(struct heap_source *s, uint64_t until,
		      uint64_t deadline_ns);
/* The number of changes that have not been applied. */
uint64_t heap_changes_left(const struct heap_source *s);
void heap_changes_free(struct heap_source *s);

#endif
