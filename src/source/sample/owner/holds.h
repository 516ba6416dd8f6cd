/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the memory of a process says of whose it is: which regions are arenas,
 * of which thread; large blocks; threads' stacks and TLS.
 *
 * A reader of its own (holds_job.h) reads it, from pages that are there.  All of
 * it was written by the program: it is taken for a label, marked as inferred.
 * A process that hangs the reader is not looked at again.
 *
 *	at once		regions that are new, or have become others
 *	each AGAIN_NS	regions whose RSS is not what it was, or which nobody
 *			has looked at; and TURN of the others, in turns
 *
 * Arenas are numbered along their list, and belong to the threads whose TLS
 * points to them: where one of those is asked about, all are.
 */
#ifndef SOURCE_SAMPLE_OWNER_HOLDS_H
#define SOURCE_SAMPLE_OWNER_HOLDS_H

#include "source/sample/core/sample.h"

struct holds *holds_new(void);
void holds_free(struct source *s);
/* The map of p is another: r is new in it, or has become another. */
void holds_fresh(struct source *s, struct sproc *p, const struct sregion *r);
/* The first map of p is known. */
void holds_look(struct source *s, struct sproc *p);
/* When there is something to do, 0: never. */
uint64_t holds_due(const struct source *s);
/* As the other jobs. */
bool holds_work(struct source *s, uint64_t deadline);

#endif
