/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which processes and threads there are. */
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
/* Its map is looked at again: as soon as the pace allows, or now. */
void sproc_stale(struct sampler *s, struct sproc *p, bool now);
/* The same where nobody reports changes; elsewhere regions are named anew. */
void sproc_named(struct sampler *s, struct sproc *p);
/* The same, where a call has changed [start, start + len). */
void sproc_changed(struct sampler *s, struct sproc *p, uint64_t start,
		   uint64_t len);

#endif
