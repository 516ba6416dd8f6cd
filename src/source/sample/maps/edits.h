/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edits turn the old regions of a process into the new ones.  Every change of a
 * map is a list of edits.  They come from the whole text (read.c), or from the
 * addresses that calls changed (patch.c).
 *
 * An edit replaces a range of the old regions.  The first map is one edit that
 * covers everything.  Regions outside of all edits are not processed: they are
 * neither classified, nor compared, nor emitted.
 *
 *	edits_add_fresh(), edits_drop()		in order of address;
 *	edits_close()				the next region stays
 *	edits_touch()				classifies a region again
 *	edits_decide()				finds kinds and owners
 *	edits_emit()				REGION events, in slices
 *	edits_apply()				replaces the regions
 */
#ifndef SOURCE_SAMPLE_MAPS_EDITS_H
#define SOURCE_SAMPLE_MAPS_EDITS_H

#include "source/sample/core/sample.h"

/* Extend the edit that ends before regions[at], or start a new edit there:
 * edits_add_fresh() adds the new region r, edits_drop() removes regions[at]. */
void edits_add_fresh(struct edits *e, size_t at, struct sregion *r);
void edits_drop(struct edits *e, size_t at);
void edits_close(struct edits *e);
/* Called if the kind of regions[at] may have changed: it is classified
 * again. */
void edits_touch(struct sproc *p, size_t at);
/* Calls edits_touch() for the regions that are, or were, stacks of threads. */
void edits_touch_stacks(struct sproc *p);
void edits_decide(struct sampler *s, struct sproc *p);
/* True if no region has changed. */
bool edits_none(const struct edits *e);
/* Emits the changes; returns false if the deadline came first. */
bool edits_emit(struct sampler *s, struct sproc *p, uint64_t deadline);
void edits_apply(struct sampler *s, struct sproc *p);
void edits_release(struct sproc *p);

#endif
