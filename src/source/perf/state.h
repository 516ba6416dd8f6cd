/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether perf can tell of page faults, and whether it does: for who starts a
 * session or says what its sources are. */
#ifndef SOURCE_PERF_STATE_H
#define SOURCE_PERF_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

#define PERF_LETTER 'k'

/* ret, -errno of perf_event_open(2), means that a resource ran out, not that the
 * call is forbidden. */
bool perf_ran_out(int ret);
/* WHY_NONE or WHY_USER_ONLY: it can.  Else why not; *value as in ev_source,
 * *error the errno of the refusal, 0 for none. */
enum source_why perf_ask(int64_t *value, int *error);

#endif
