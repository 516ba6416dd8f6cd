/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the screen costs, added to what the engine says that it costs itself:
 * STATUS shows what mmtop takes as a whole.
 */
#ifndef APP_BARS_OWN_COST_H
#define APP_BARS_OWN_COST_H

#include <stdint.h>

#include "event/event.h"

struct own_cost {
	uint64_t at_ns, cpu_ns;		/* of the last look */
	uint64_t cpu, rss;		/* per mille of one CPU; bytes */
};

void own_cost_add(struct own_cost *c, struct ev_status *status);

#endif
