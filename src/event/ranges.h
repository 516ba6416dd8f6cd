/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A set of numbers, pages or bytes, as merged ranges.
 *
 *	struct ranges r = RANGES_INIT(4096);
 *	ranges_add(&r, 0, 4096);
 *	ranges_add(&r, 4096, 8192);	r.v.n == 1, r.total == 8192
 *	ranges_release(&r);
 *
 * Invariant: sorted, no two of them overlap or touch, at most max; total is
 * the sum of their lengths.  Of more than max the highest are dropped: what is
 * below `cut` is then still exact, and `more` says how many ranges at or above
 * it were seen at one time, at least.
 *
 * Pure: what is added may be hostile.
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
	uint64_t cut;			/* UINT64_MAX: nothing is dropped */
};

#define RANGES_INIT(most) { .v = VEC_INIT, .max = (most), .cut = UINT64_MAX }

/* Nothing is in it any more; it keeps its room. */
void ranges_clear(struct ranges *r);
void ranges_release(struct ranges *r);
/* Adds [start, end); nothing when it is empty. */
void ranges_add(struct ranges *r, uint64_t start, uint64_t end);
void ranges_add_all(struct ranges *r, const struct ranges *other);
/* Takes [start, end) out. */
void ranges_remove(struct ranges *r, uint64_t start, uint64_t end);
/* Tells two sets apart. */
uint64_t ranges_hash(const struct ranges *r);

#endif
