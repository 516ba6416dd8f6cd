/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tracefs: its mount point, the formats of its events, and mmtop's own instance
 * with its rings.
 */
#ifndef SOURCE_FTRACE_INSTANCE_H
#define SOURCE_FTRACE_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/vec.h"
#include "parse/ring/subbuf.h"
#include "parse/ring/tracerecord.h"
#include "sys/ring/trace.h"

struct tracefs_instance;

/* --- formats.c ------------------------------------------------------------ */

struct formats {
	VEC(struct trace_format) v;	/* sorted by id */
	uint16_t *by_id;		/* 1 + index in v by event id; 0: event
					 * not used */
	size_t ids;
	struct subbuf_layout layout;
};

/* Reads the formats of the events of `kinds`, bits of enum event_kind.  Returns
 * 0, or -errno if the kernel has none of these events. */
MUST_CHECK int formats_read(struct formats *f, uint32_t kinds);
void formats_release(struct formats *f);
/* Returns NULL for an event that is not used. */
const struct trace_format *formats_find(const struct formats *f, int id);
/* Calls enable() for each event of `kinds`, bits of enum event_kind.  enable()
 * returns true if the event is enabled now.  Returns the kinds that have an
 * enabled event. */
typedef bool formats_fn(void *arg, const char *system, const char *event);
uint32_t formats_enable(uint32_t kinds, formats_fn *enable, void *arg);

/* --- available.c --------------------------------------------------------- */

/* Returns the directory where tracefs is mounted, or NULL if there is none.
 * The caller frees the text. */
char *tracefs_place(void);

/* --- instance.c ----------------------------------------------------------- */

struct instance {
	struct tracefs_instance *t;	/* NULL: no instance */
	size_t subbuf_size;
};

/* Creates an instance with rings of about ring_bytes each; no event is enabled
 * yet. */
MUST_CHECK int instance_create(struct instance *in, size_t ring_bytes);
/* Adds these tasks to the instance's set, which grows by the tasks that they
 * create. */
MUST_CHECK int instance_add_tasks(struct instance *in, const pid_t *tids,
				  size_t n);
/* Records the events of all tasks except the given ones and the tasks that
 * these create.  Requires Linux 5.7. */
MUST_CHECK int instance_exclude(struct instance *in, const pid_t *tids,
				size_t n);
/* Removes all tasks from the instance's set.  Call it only while recording is
 * off: with an empty set, the kernel records all tasks. */
void instance_drop_tasks(struct instance *in);
/* Enables the events of these kinds.  Returns 0, or -errno if the kernel has
 * none. */
MUST_CHECK int instance_enable(struct instance *in, uint32_t kinds);
/* Enables the raw_syscalls events, which exist for every ABI, for the calls
 * that match the filter. */
MUST_CHECK int instance_enable_raw(struct instance *in, const char *filter);
/* Starts or stops recording. */
void instance_run(struct instance *in, bool on);
/* Returns false if another program has disabled the rings or all events, or has
 * changed the trace clock. */
bool instance_runs(struct instance *in);
/* Opens trace_pipe_raw of that CPU.  Returns a descriptor or -errno. */
MUST_CHECK int instance_open_ring(struct instance *in, int cpu);
/* Reads the kernel's counters of that CPU's ring.  Returns false if the read
 * fails. */
bool instance_count(struct instance *in, int cpu, struct tracering_counts *out);
/* Returns the number of sub-buffers of that CPU's ring, including the reader's
 * sub-buffer; 0: unknown.  `head` is the size of a sub-buffer's header in
 * bytes. */
uint64_t instance_subbufs(struct instance *in, int cpu, size_t head);
void instance_remove(struct instance *in);

#endif
