/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of heaps, applied in order of their time. */
#ifndef SOURCE_HEAP_ORDER_H
#define SOURCE_HEAP_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct heap_batch;
struct heap_source;

/* A block that was got or given back; or a fork. */
struct heap_change {
	uint64_t ticks, addr, size, caller;
	pid_t pid, tid;			/* pid < 0: -heap_proc_number() */
	uint32_t frames;		/* in its batch's */
	uint16_t n_frames;
	uint8_t op;			/* enum heap_event_op; HEAP_FORKED */
	bool realloc;
};
#define HEAP_FORKED HEAP_EVENT_OPS	/* addr: the child */

/* Changes [at, end) of a batch, which are in order. */
struct heap_run {
	struct heap_batch *batch;
	size_t at, end;
	uint64_t ticks;			/* of the one at `at` */
	uint64_t serial;
};

/* A change, with its n_frames frames. */
void heap_change_add(struct heap_source *s, const struct heap_change *change,
		     const uint64_t *frames);
/* Applies the changes of up to `until` (ticks); false: the deadline came first. */
bool heap_apply_until(struct heap_source *s, uint64_t until,
		      uint64_t deadline_ns);
/* The number of changes that were not applied. */
uint64_t heap_changes_left(const struct heap_source *s);
void heap_changes_free(struct heap_source *s);

#endif
