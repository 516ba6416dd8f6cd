/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matches the regions of a new map with those of the old map.  Pure.
 *
 * Two regions match if they start or end at the same address, and map the same
 * object (a file at the same offset).  Their permissions may differ.  Their
 * names may differ, too, because a file can be removed ("/a (deleted)") or
 * renamed.
 */
#ifndef SOURCE_SAMPLE_MAPS_DIFF_H
#define SOURCE_SAMPLE_MAPS_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/sample.h"

/*
 * Matches next with old.  For each next[i], from[i] is set to the index of the
 * same region in `old`, or stays -1 if next[i] is new.  kept[i] is set to true
 * if old[i] is in `next`.  The caller initializes both arrays with -1 and
 * false, or with matches that it knows; these must have the same order in both
 * maps.
 */
void diff_match(const sregions *old, const sregions *next, int32_t *from,
		bool *kept);
bool diff_same_name(const struct sregion *a, const struct sregion *b);
/* True if the change from `a` to `b` needs an event. */
bool diff_differs(const struct sregion *a, const struct sregion *b);

#endif
