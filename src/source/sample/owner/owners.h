/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides the owner of each region.  Pure: reads no files.  An owner is known
 * from:
 *
 *	the map		[heap], [stack], the position	classify.c
 *	the memory	an arena, a block, a thread	memscan.h
 *	calls		the call that mapped the region	origin.h
 *
 * A call overrides the memory, because the program can write its memory.  The
 * memory overrides the position.  An owner that no call has shown is marked as
 * inferred, unless the kernel names the region.
 */
#ifndef SOURCE_SAMPLE_OWNER_OWNERS_H
#define SOURCE_SAMPLE_OWNER_OWNERS_H

#include "source/sample/maps/classify.h"

/* Requires that the kinds of the regions are set. */
void owners_decide(const struct classify *c);
/* Decides the owners of [start, end) and of its neighbours again, and emits the
 * regions whose owner has changed (regions.c).  Must not be called while a map
 * is only partly emitted. */
void owners_tell(struct sampler *s, struct sproc *p, uint64_t start,
		 uint64_t end);
void sregion_set_holder(struct sregion *r, const struct owner *o);

#endif
