/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tasks that were put on one CPU, and the affinity that each had before.
 *
 * The table is shared memory: made before the roles part, it can be put back
 * by whichever of them survives.  One process pins, any may put back; a task
 * is put back only while it is still the one that was pinned (its start time)
 * and still has the affinity it was given: who changed it since meant it.
 *
 *	pins = pins_new();  fork();
 *	engine: pins_pin(pins, tid, cpu) ... pins_unpin(pins, tid)
 *	other:  pins_put_back(pins), when the engine is gone
 */
#ifndef SYS_PINS_H
#define SYS_PINS_H

#include <sys/types.h>

#include "base/err.h"

struct pins;

/* NULL when there is no memory to share: then nothing is pinned. */
struct pins *pins_new(void);
void pins_free(struct pins *p);
/* Moves tid to cpu; 0 or -errno, -ENOSPC when the table is full. */
MUST_CHECK int pins_pin(struct pins *p, pid_t tid, int cpu);
/* Gives tid the affinity that `pinned` had before: a child of it. */
void pins_like(struct pins *p, pid_t pinned, pid_t tid);
void pins_unpin(struct pins *p, pid_t tid);
void pins_put_back(struct pins *p);

#endif
