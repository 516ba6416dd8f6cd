/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets up the engine's process for a session without a screen (process.h sets
 * it up for the screen).  The process is named "mmtop-engine".  It ignores the
 * terminal's stop signals and all signals that mmtop does not use.  It does not
 * end while a filtered process tree needs it.
 */
#ifndef APP_ENGINE_ROLE_H
#define APP_ENGINE_ROLE_H

#include <stdatomic.h>

/* The state of trace_emergency(), in memory shared with the front process. */
enum emergency {
	EMERGENCY_NONE,
	EMERGENCY_BEGUN,
	EMERGENCY_OVER,		/* trace_emergency() has returned: the program
				 * ended by itself, or was not filtered */
};

/* Called in the new process before tracing starts. */
void role_engine(atomic_int *emergency);

#endif
