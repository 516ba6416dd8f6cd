/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a period may pass without reading all of a map.
 *
 * Where calls or records of perf report each change (reported), the patches
 * are the map.  What they cannot report (a stack that grows, a shrinking
 * mremap() under perf, another process that shares the memory) mostly changes
 * the size of the address space: while that is the sum of the regions, the
 * whole map is read only once in SAFETY_SHARE times what reading takes, and at
 * least once a minute.
 *
 * Elsewhere the map rests while its totals do (totals.h).
 */
#ifndef SOURCE_SAMPLE_MAPS_QUIET_H
#define SOURCE_SAMPLE_MAPS_QUIET_H

#include <stdbool.h>

#include "source/sample/core/sample.h"

/* A thousandth of a CPU. */
#define SAFETY_SHARE 1000
#define SAFETY_MAX_NS (60 * NS_PER_S)

/* At the end of a period; false: the whole map is to be read. */
bool map_is_quiet(struct sampler *s, struct sproc *p);
/* Whether somebody reports each change of maps. */
bool maps_reported(const struct sampler *s);

#endif
