/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that must not end mmtop's processes: a watched program could end too.
 *
 *	ignore_signals(IGNORE_STRAY)	mmtop itself, once it watches
 *	ignore_signals(IGNORE_ALL)	its keeper, guard, reader, lister, drain
 *
 * A signal that reports a fault of the process itself still ends it: the kernel
 * resets the disposition of a fault that is ignored (force_sig_info_to_task()
 * in kernel/signal.c).  SIGKILL and SIGSTOP cannot be ignored.  The launched
 * program gets the dispositions that mmtop was started with (sys/own/inherit.h).
 */
#ifndef SYS_OWN_IGNORE_H
#define SYS_OWN_IGNORE_H

#include <stdbool.h>

enum {
	IGNORE_STRAY = 1,	/* signals that no role of mmtop uses */
	IGNORE_STOP = 2,	/* the terminal's: TSTP, TTIN, TTOU */
	IGNORE_END = 4,		/* HUP, INT, QUIT, TERM */
	IGNORE_ALL = 7,
};

/* For the calling process.  Handlers for faults stay: a sanitizer installs
 * some. */
void ignore_signals(unsigned groups);

/* Covers the two real-time signals that the C library reserves, too: they end a
 * process like any other.  Async-signal-safe. */
bool ignore_is_set(int sig);
void ignore_set(int sig, bool ignored);

#endif
