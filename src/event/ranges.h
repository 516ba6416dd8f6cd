/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A set of numbers (pages or bytes), stored as merged ranges.
 *
 *	struct ranges r = RANGES_INIT(4096);
 *	ranges_add(&r, 0, 4096);
 *	ranges_add(&r, 4096, 8192);	r.v.n == 1, r.total == 8192
 *	ranges_release(&r);
 *
 * Invariant: the ranges are sorted and neither overlap nor touch; there are at
 * most `max`; `total` is the sum of their lengths.  Beyond `max` ranges, the
 * highest are dropped.  The set is then exact only below `cut`, and has had at
 * least `more` ranges at or above `cut`.
 *
 * Pure: ranges from outside are not trusted.
 */
#ifndef EVENT_RANGES_H
#define EVENT_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"

struct ranges {
	VEC(struct page_range) v;
	size_t max;
	uint64_t total, more;
	uint64_t cut;			/* UINT64_MAX: nothing was dropped */
};

#define RANGES_INIT(most) { .v = VEC_INIT, .max = (most), .cut = UINT64_MAX }

/* Empties the set, but keeps its memory for reuse. */
void ranges_clear(struct ranges *r);
void ranges_release(struct ranges *r);
/* Adds [start, end), which may be empty. */
void ranges_add(struct ranges *r, uint64_t start, uint64_t end);
void ranges_add_all(struct ranges *r, const struct ranges *other);
/* Removes [start, end). */
void ranges_remove(struct ranges *r, uint64_t start, uint64_t end);
/* Returns a hash by which sets are compared. */
uint64_t ranges_hash(const struct ranges *r);

#endif
