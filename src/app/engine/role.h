/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine's process in batch (with a screen: process.h).  It is named
 * "mmtop-engine", ignores the terminal's stops and the signals that it has no
 * use for, and does not end while a filtered tree needs it.
 */
#ifndef APP_ENGINE_ROLE_H
#define APP_ENGINE_ROLE_H

#include <stdatomic.h>

/* How far trace_emergency() has come, in memory that the front shares. */
enum emergency {
	EMERGENCY_NONE,
	EMERGENCY_BEGUN,
	EMERGENCY_OVER,		/* the program ended by itself, or was not
				 * filtered */
};

/* In the new process, before anything is traced. */
void role_engine(atomic_int *emergency);

#endif
