/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which region of a new map is which region of the old one.  Pure.
 *
 * A region stays itself when it begins or ends where it did and maps the
 * same thing (a file at the same place of it).  Permissions may differ, and so may
 * the name: the file may have been removed ("/a (deleted)") or renamed.
 */
#ifndef SOURCE_SAMPLE_MAPS_DIFF_H
#define SOURCE_SAMPLE_MAPS_DIFF_H

#include <stdbool.h>
#include <stdint.h>

#include "source/sample/core/sample.h"

/*
 * from[i]: the index in old of what next[i] was, -1 for a new one (n_next
 * elements); kept[i]: whether old[i] is in next (n_old elements).  Both are
 * begun by the caller: what is known to be the same (in the same order) is
 * set, the rest -1 and false.
 */
void diff_match(const sregions *old, const sregions *next, int32_t *from,
		bool *kept);
bool diff_same_name(const struct sregion *a, const struct sregion *b);
/* Whether an event has to say that `a` is now `b`. */
bool diff_differs(const struct sregion *a, const struct sregion *b);

#endif
