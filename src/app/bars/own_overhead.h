/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds the overhead of the screen process to that of the engine.  So STATUS
 * events show the overhead of mmtop as a whole.
 */
#ifndef APP_BARS_OWN_OVERHEAD_H
#define APP_BARS_OWN_OVERHEAD_H

#include <stdint.h>

#include "event/event.h"

struct own_overhead {
	uint64_t at_ns, cpu_ns;		/* real time and CPU time at the last
					 * measurement */
	uint64_t cpu, rss;		/* last results: CPU time in per mille
					 * of one CPU, RSS in bytes */
};

void own_overhead_add(struct own_overhead *c, struct ev_status *status);

#endif
