/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells whether the trace ring is available for a target.  For code that starts
 * a session or lists the sources. */
#ifndef SOURCE_FTRACE_STATE_H
#define SOURCE_FTRACE_STATE_H

#include <stdint.h>

#include "event/event.h"

#define RING_LETTER 'r'
#define RING_NAME "ring"

/* Returns WHY_NONE if the ring can be used, else the reason; *value is the
 * detail that struct ev_source has for the reason. */
enum source_why ring_ask(int64_t *value);
/* Returns the bits of `kinds` for which this kernel's ring has no event; 0 if
 * there is no ring.  Missing system calls are not included: the source reports
 * them. */
uint32_t ring_lacks(uint32_t kinds);
/* Removes the instances of engines that have exited.  For a process that
 * outlives a killed engine. */
void ring_sweep(void);

/* Stops recording after a crash: the process may live on, and with it the
 * instance.  Async-signal-safe. */
void ring_emergency(void);

#endif
