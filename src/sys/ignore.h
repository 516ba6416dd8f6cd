/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that must not end mmtop's processes, as a program may end with them.
 *
 *	ignore_signals(IGNORE_STRAY)	mmtop itself, once it watches
 *	ignore_signals(IGNORE_ALL)	its keeper, guard, reader, lister, drain
 *
 * A signal that reports a fault of the process itself still ends it: the kernel
 * resets the disposition of a fault that is ignored (force_sig_info_to_task()
 * in kernel/signal.c).  SIGKILL and SIGSTOP cannot be ignored.  The launched
 * program gets back what mmtop was started with (sys/inherit.h).
 */
#ifndef SYS_IGNORE_H
#define SYS_IGNORE_H

#include <stdbool.h>

enum {
	IGNORE_STRAY = 1,	/* those that no role of mmtop has a use for */
	IGNORE_STOP = 2,	/* the terminal's: TSTP, TTIN, TTOU */
	IGNORE_END = 4,		/* HUP, INT, QUIT, TERM */
	IGNORE_ALL = 7,
};

/* Of the calling process.  Handlers for faults stay: a sanitizer has some. */
void ignore_signals(unsigned groups);

/* Also for the two real-time signals that the C library reserves: they end a
 * process as others do.  Async-signal-safe. */
bool ignore_is_set(int sig);
void ignore_set(int sig, bool ignored);

#endif
