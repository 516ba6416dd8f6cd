/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the memory of a process says of whose it is: which regions are arenas,
 * of which thread; large blocks; threads' stacks and TLS.
 *
 * Read by a reader of its own (holds_job.h), from what is there, soon after the
 * map has changed and now and then; who hangs it is not looked at again.  All
 * of it was written by the program: it is taken for a label, marked as inferred.
 * Of more than HOLDS_REGIONS regions the arenas and stacks are looked at each
 * time, the others in turns.
 */
#ifndef SOURCE_SAMPLE_HOLDS_H
#define SOURCE_SAMPLE_HOLDS_H

#include "source/sample/sample.h"

struct holds *holds_new(void);
void holds_free(struct source *s);
/* Its map is another: it is looked at soon. */
void holds_look(struct source *s, struct sproc *p);
/* When there is something to do, 0: never. */
uint64_t holds_due(const struct source *s);
/* As the other jobs. */
bool holds_work(struct source *s, uint64_t deadline);

#endif
