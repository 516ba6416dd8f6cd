/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growable array of any type.
 *
 *	VEC(struct region) regions = VEC_INIT;
 *	*vec_push(&regions) = (struct region){ .start = 0x1000 };
 *	for (size_t i = 0; i < regions.n; i++)
 *		use(&regions.v[i]);
 *	vec_release(&regions);
 *
 * Invariant: n <= cap, and v has room for cap elements.  Elements move when the
 * array grows, so a pointer to an element is valid only until the next push or
 * insert.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define VEC(type) struct { type *v; size_t n, cap; }
#define VEC_INIT { NULL, 0, 0 }

/* Makes room in v for `need` elements: at least 8; the capacity doubles until
 * it suffices. */
static inline void *vec_grow_(void *v, size_t need, size_t *cap, size_t size)
{
	if (need <= *cap)
		return v;
	size_t c = *cap ? *cap : 8;
	while (c < need)
		c *= 2;
	v = xreallocarray(v, c, size);
	*cap = c;
	return v;
}

#define vec_reserve(a, need) \
	((a)->v = vec_grow_((a)->v, (need), &(a)->cap, sizeof *(a)->v))
/* Adds an element at the end, with an undefined value, and returns a pointer to
 * it. */
#define vec_push(a) (vec_reserve((a), (a)->n + 1), &(a)->v[(a)->n++])
/* Inserts an element at index i and returns a pointer to it. */
#define vec_insert(a, i) \
	__extension__({ \
		size_t vec_at_ = (size_t)(i); \
		vec_reserve((a), (a)->n + 1); \
		memmove(&(a)->v[vec_at_ + 1], &(a)->v[vec_at_], \
			((a)->n - vec_at_) * sizeof *(a)->v); \
		(a)->n++; \
		&(a)->v[vec_at_]; \
	})
#define vec_remove(a, i) \
	(memmove(&(a)->v[(i)], &(a)->v[(i) + 1], \
		 ((a)->n - (i) - 1) * sizeof *(a)->v), (a)->n--)
/*
 * Returns the index of the first element of a sorted array for which `before`,
 * an expression with the element pointer e, is false.
 *
 *	vec_lower(&regions, e, e->start < addr)
 */
#define vec_lower(a, e, before) \
	__extension__({ \
		size_t vec_low_ = 0, vec_high_ = (a)->n; \
		while (vec_low_ < vec_high_) { \
			size_t vec_mid_ = vec_low_ + \
					  (vec_high_ - vec_low_) / 2; \
			__typeof__((a)->v) e = &(a)->v[vec_mid_]; \
			if (before) \
				vec_low_ = vec_mid_ + 1; \
			else \
				vec_high_ = vec_mid_; \
		} \
		vec_low_; \
	})
#define vec_clear(a) ((a)->n = 0)
#define vec_release(a) \
	(free((a)->v), (a)->v = NULL, (a)->n = 0, (a)->cap = 0)

#endif
