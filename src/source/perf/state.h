/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells whether perf can report page faults.  For code that starts a session or
 * lists the sources. */
#ifndef SOURCE_PERF_STATE_H
#define SOURCE_PERF_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

#define PERF_LETTER 'k'

/* True if ret, -errno of perf_event_open(2), means that a resource is exhausted
 * rather than that the call is forbidden. */
bool perf_ran_out(int ret);
/* Returns WHY_NONE or WHY_USER_ONLY if perf can be used, else the reason.
 * *value is the detail that struct ev_source has for the reason; *error is the
 * errno of the refusal, or 0. */
enum source_why perf_ask(int64_t *value, int *error);

#endif
