/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that the engine gets in a process of its own.
 *
 * Those that report no fault of its own are ignored; TERM ends the session as
 * if the screen were gone.  SEGV and its kind, and memory that ran out, close
 * the link, leave a child that keeps the launched program's pty alive, let
 * the tracer save what it can (trace_emergency()), and then end the process.
 * Why is left in shared memory: the end itself may come much later.
 */
#ifndef APP_ENGINE_SIGNALS_H
#define APP_ENGINE_SIGNALS_H

#include <stdatomic.h>

#include "base/err.h"

/* In memory that both roles share. */
struct engine_life {
	atomic_int signal;		/* that ends it, 0 */
	atomic_int no_memory;
	atomic_int launched;		/* the program's pid, 0 */
	atomic_bool filtered;		/* the tree cannot live without it */
};

/* A descriptor that is readable once TERM came, or -errno. */
MUST_CHECK int engine_signals_open(struct engine_life *life, int link,
				   int pty);
/* Ignores TERM from here on: a keeper or a drain stays as long as the
 * program. */
void engine_signals_close(int fd);

#endif
