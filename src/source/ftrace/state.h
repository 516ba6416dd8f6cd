/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the trace ring can tell of a target, and whether it does: for who
 * starts a session or says what its sources are. */
#ifndef SOURCE_FTRACE_STATE_H
#define SOURCE_FTRACE_STATE_H

#include <stdint.h>

#include "event/event.h"

#define RING_LETTER 'r'
#define RING_NAME "ring"

/* WHY_NONE: it can.  Else why not; *value as in ev_source. */
enum source_why ring_ask(int64_t *value);
/* Those of some kinds of events (bits) that this kernel's ring has none of, though
 * there is one; of system calls the source says so itself. */
uint32_t ring_lacks(uint32_t kinds);
/* Removes what engines left behind that are no more: for whoever outlives one
 * that was killed. */
void ring_sweep(void);

/* Nothing is recorded any more: for whoever crashed and may live on, with the
 * instance.  Async-signal-safe. */
void ring_emergency(void);

#endif
