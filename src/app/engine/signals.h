/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Handles signals of the engine when it runs in a process of its own.
 *
 * TERM ends the session as if the screen had exited.  After SEGV and other
 * faults, and when memory runs out, the engine closes the link, and leaves a
 * child process that drains the launched program's pty.  It lets the tracer
 * save what it can (trace_emergency()), and then ends.  The cause is stored in
 * shared memory, because the process may end much later.  Other signals are
 * ignored.
 */
#ifndef APP_ENGINE_SIGNALS_H
#define APP_ENGINE_SIGNALS_H

#include <stdatomic.h>

#include "base/err.h"

/* The state of the engine's process, in memory that it shares with the screen's
 * process. */
struct engine_life {
	atomic_int signal;		/* the signal that ends the engine; 0:
					 * none */
	atomic_int no_memory;
	atomic_int launched;		/* pid of the program; 0: none */
	atomic_bool filtered;		/* the process tree still has the
					 * seccomp filter, so it needs the
					 * engine */
};

/* Installs the handlers.  Returns a descriptor that is readable after TERM, or
 * -errno. */
MUST_CHECK int engine_signals_open(struct engine_life *life, int link,
				   int pty);
/* From now on TERM is ignored: a process that handles filtered calls or drains
 * a pty must run as long as the program. */
void engine_signals_close(int fd);

#endif
