/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of processes and threads. */
#ifndef SOURCE_SAMPLE_CORE_PROCS_H
#define SOURCE_SAMPLE_CORE_PROCS_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/state.h"

struct sproc *sproc_find(struct sampler *s, pid_t pid);
struct sproc *sproc_add(struct sampler *s, pid_t pid);
void sproc_remove(struct sampler *s, struct sproc *p);
void sproc_remove_all(struct sampler *s);
void sproc_exec(struct sampler *s, struct sproc *p);
struct stask *sproc_task(struct sproc *p, pid_t tid);
struct stask *sproc_add_task(struct sproc *p, pid_t tid);
void sproc_remove_task(struct sproc *p, pid_t tid);
/* Schedules a read of p's whole map: at once if `now`, otherwise as soon as the
 * minimum interval between two reads has passed. */
void sproc_stale(struct sampler *s, struct sproc *p, bool now);
/* Called if the names of p's regions may have changed.  If map changes are
 * reported, the regions are classified again; otherwise the whole map is
 * read. */
void sproc_named(struct sampler *s, struct sproc *p);
/* Schedules a read of [start, start + len) of p's map, which a call has
 * changed. */
void sproc_changed(struct sampler *s, struct sproc *p, uint64_t start,
		   uint64_t len);

#endif
