/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whose each region is, out of what is known of it.  Pure: nothing is read here.
 *
 *	what the map says	[heap], [stack], where it lies	classify.c
 *	what its memory holds	an arena, a block, a thread	holds.h
 *	who asked for it	the calls that made it		asked.h
 *
 * The calls are believed before the memory, which the program writes, and the
 * memory before the place alone.  What no call told is marked as inferred, but
 * for what the kernel names.
 */
#ifndef SOURCE_SAMPLE_OWNER_OWNERS_H
#define SOURCE_SAMPLE_OWNER_OWNERS_H

#include "source/sample/maps/classify.h"

/* The regions have their kinds. */
void owners_decide(const struct classify *c);
/* Again for what is in [start, end) and next to it, and what differs is told
 * (regions.c); not between parts of a map. */
void owners_tell(struct sampler *s, struct sproc *p, uint64_t start,
		 uint64_t end);
void sregion_set_holder(struct sregion *r, const struct owner *o);

#endif
