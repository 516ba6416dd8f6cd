/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What other sources said is mapped, held against the map, which decides.
 *
 * A call that succeeded and a record of perf both say: from now on something is
 * mapped there.  As soon as the map has anything there it is confirmed, and
 * forgotten.  What two readings of the whole map, CLAIMS_SETTLE_NS apart, both
 * have nothing of, and nobody told of its unmapping meanwhile, is denied: told
 * once, for the source that said it (EV_DENIED).  So is a record of a file where
 * the map has another one, or memory of none, and nobody told of anything that
 * was mapped over it.
 *
 * Where nobody tells of unmapping, or some of it was lost, there is nothing to
 * judge: what was mapped and unmapped between two looks is no disagreement.
 * In doubt a claim is dropped: each source tells in its own time.
 *
 *	claims_note(s, ev)		each event of the others
 *	claims_confirm(s, p, v)		v is a newer map, of a part maybe
 *	claims_judge(s, p, v)		a whole one, read at p->map.read_ns
 */
#ifndef SOURCE_SAMPLE_MAPS_CLAIMS_H
#define SOURCE_SAMPLE_MAPS_CLAIMS_H

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
/* Something that was said of p waits for the map. */
bool claims_wait(const struct sampler *s, const struct sproc *p);

#endif
