/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks claims, which are mappings that other sources reported, against the
 * map.  If they disagree, the map is right.
 *
 * Each successful call, and each record of perf, that maps memory is a claim. A
 * claim is confirmed and dropped as soon as the map has any region there.  A
 * claim is denied if two reads of the whole map, CLAIMS_SETTLE_NS apart, have
 * no region there, unless an unmapping was reported since the claim. EV_DENIED
 * is then emitted once, for the source of the claim.  A claim that names a file
 * is denied, too, if the map has another file or anonymous memory there, and no
 * mapping over it was reported.
 *
 * If unmapping is not reported, or some reports were lost, no claim is judged:
 * memory may have been mapped and unmapped between two reads.  In doubt a claim
 * is dropped, because each source has its own delay.
 *
 *	claims_note(s, ev)		each event of other sources
 *	claims_confirm(s, p, v)		v is a newer map, or a part of it
 *	claims_judge(s, p, v)		v is a whole map, read at
 *					p->map.read_ns
 */
#ifndef SOURCE_SAMPLE_MAPS_MAP_CHECK_H
#define SOURCE_SAMPLE_MAPS_MAP_CHECK_H

#include <stdbool.h>

#include "source/sample/core/sample.h"

#define CLAIMS_SETTLE_NS NS_PER_S

struct claims;

struct claims *claims_new(void);
void claims_free(struct claims *c);
void claims_note(struct sampler *s, const struct event *ev);
void claims_confirm(struct sampler *s, const struct sproc *p,
		    const sregions *v);
void claims_judge(struct sampler *s, const struct sproc *p, const sregions *v);
/* True if some claim about p is not confirmed yet. */
bool claims_wait(const struct sampler *s, const struct sproc *p);

#endif
