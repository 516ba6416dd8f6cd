/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The owners of regions, as the memory of a process tells them: arenas and their
 * threads; large blocks; threads' stacks and TLS.
 *
 * A reader process of its own (holds_job.h) reads resident pages only.  The
 * program wrote all that it reads: the owner is a label, marked as inferred.
 * After a process has hung the reader, the sampler does not read it again.
 *
 *	at once		new regions, and regions that became others
 *	each AGAIN_NS	regions with another RSS than the last time, regions
 *			that the reader has not seen, and TURN of the others
 *
 * Arenas are numbered along their list, and belong to the threads whose TLS
 * points to them: the reader gets all of them or none.
 */
#ifndef SOURCE_SAMPLE_OWNER_HOLDS_H
#define SOURCE_SAMPLE_OWNER_HOLDS_H

#include "source/sample/core/sample.h"

struct holds *holds_new(void);
void holds_free(struct sampler *s);
/* The map of p is another: r is new in it, or has become another. */
void holds_fresh(struct sampler *s, struct sproc *p, const struct sregion *r);
/* The first map of p is known. */
void holds_look(struct sampler *s, struct sproc *p);
/* When there is something to do, 0: never. */
uint64_t holds_due(const struct sampler *s);
/* As the other jobs. */
bool holds_work(struct sampler *s, uint64_t deadline);

#endif
