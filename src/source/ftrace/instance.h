/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tracefs: where it is mounted, the formats of its events, and an instance of our
 * own with its rings.
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
	uint16_t *by_id;		/* 1 + where in v; 0: none of ours */
	size_t ids;
	struct subbuf_layout layout;
};

/* Of what is asked for, bits of enum event_kind.  0, or -errno: the kernel has
 * none of these events. */
MUST_CHECK int formats_read(struct formats *f, uint32_t kinds);
void formats_release(struct formats *f);
/* NULL: none of ours. */
const struct trace_format *formats_find(const struct formats *f, int id);
/* Calls enable() for what is to be switched on, which says whether it is;
 * gives the kinds of which something is. */
typedef bool formats_fn(void *arg, const char *system, const char *event);
uint32_t formats_enable(uint32_t kinds, formats_fn *enable, void *arg);

/* --- asked.c -------------------------------------------------------------- */

/* The directory where tracefs is mounted, to be freed; NULL: nowhere. */
char *tracefs_place(void);

/* --- instance.c ----------------------------------------------------------- */

struct instance {
	struct tracefs_instance *t;	/* NULL: there is none */
	size_t subbuf_size;
};

/* With rings of about so many bytes each; nothing is switched on yet. */
MUST_CHECK int instance_create(struct instance *in, size_t ring_bytes);
/* Their events are told from now on, and those of what they make. */
MUST_CHECK int instance_add_tasks(struct instance *in, const pid_t *tids,
				  size_t n);
/* Everybody's are, but not theirs nor those of what they make.  Linux 5.7. */
MUST_CHECK int instance_leave_out(struct instance *in, const pid_t *tids,
				  size_t n);
/* Nobody's any more. */
void instance_drop_tasks(struct instance *in);
/* 0, or -errno: the kernel has nothing of it. */
MUST_CHECK int instance_enable(struct instance *in, uint32_t kinds);
/* Calls of every ABI, those with such a number. */
MUST_CHECK int instance_enable_raw(struct instance *in, const char *filter);
/* The rings take events, or not. */
void instance_run(struct instance *in, bool on);
/* False: another program has switched the rings or all their events off, or has
 * changed their clock. */
bool instance_runs(struct instance *in);
/* trace_pipe_raw of that CPU; a descriptor or -errno. */
MUST_CHECK int instance_open_ring(struct instance *in, int cpu);
/* As the kernel counts events of that CPU; false: it cannot be read. */
bool instance_count(struct instance *in, int cpu, struct tracering_counts *out);
/* How many sub-buffers that CPU's ring has, the reader's too, of which each has a
 * head of so many bytes; 0: not known. */
uint64_t instance_subbufs(struct instance *in, int cpu, size_t head);
void instance_remove(struct instance *in);

#endif
