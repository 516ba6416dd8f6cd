/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the regions of a process become others: the one way in which a map
 * changes, whether its whole text was read (read.c) or only what lies
 * where calls changed it (patch.c).
 *
 * An edit replaces a range of the old regions.  The first map is one edit over
 * everything.  What no edit touches is neither classified, decided, compared
 * nor emitted again.
 *
 *	edits_add_fresh(), edits_drop()		from the lowest address up;
 *	edits_close()				... what follows stays
 *	edits_touch()				classify it again, too
 *	edits_decide()				what all of it is
 *	edits_emit()				REGION events, in slices
 *	edits_apply()				regions are the new ones
 */
#ifndef SOURCE_SAMPLE_MAPS_EDITS_H
#define SOURCE_SAMPLE_MAPS_EDITS_H

#include "source/sample/core/sample.h"

/* The edit that ends in front of regions[at] goes on with r, or without
 * regions[at]. */
void edits_add_fresh(struct edits *e, size_t at, struct sregion *r);
void edits_drop(struct edits *e, size_t at);
void edits_close(struct edits *e);
/* regions[at] may be of another kind now. */
void edits_touch(struct sproc *p, size_t at);
/* The same for those in which threads have, or had, their stacks. */
void edits_touch_stacks(struct sproc *p);
void edits_decide(struct sampler *s, struct sproc *p);
/* Nothing is another. */
bool edits_none(const struct edits *e);
/* False when the deadline came first. */
bool edits_emit(struct sampler *s, struct sproc *p, uint64_t deadline);
void edits_apply(struct sampler *s, struct sproc *p);
void edits_release(struct sproc *p);

#endif
