/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides at the end of a period if the whole map must be read.
 *
 * If calls or records of perf report each change (`reported`), it is enough to
 * read the changed addresses (patch.c).  Some changes cannot be reported: a
 * stack that grows, a shrinking mremap() under perf, another process that
 * shares the memory.  They usually change the size of the address space.  So
 * while that size equals the sum of the regions, the whole map is read rarely.
 * The interval is SAFETY_SHARE times the duration of a read, but at most a
 * minute.
 *
 * If changes are not reported, the map is not read while its totals are
 * unchanged (totals.h).
 */
#ifndef SOURCE_SAMPLE_MAPS_QUIET_H
#define SOURCE_SAMPLE_MAPS_QUIET_H

#include <stdbool.h>

#include "source/sample/core/sample.h"

/* Reads that only check the map use at most a thousandth of a CPU. */
#define SAFETY_SHARE 1000
#define SAFETY_MAX_NS (60 * NS_PER_S)

/* Called at the end of a period.  Returns false if the whole map must be
 * read. */
bool map_is_quiet(struct sampler *s, struct sproc *p);
/* True if a source reports each change of maps. */
bool maps_reported(const struct sampler *s);

#endif
