/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ignores signals that would end a process of mmtop, and with it the traced
 * program.
 *
 *	ignore_signals(IGNORE_STRAY)	mmtop itself, once it traces
 *	ignore_signals(IGNORE_ALL)	its keeper, guard, reader, lister, drain
 *
 * A signal that reports a fault of the process itself still ends it: the kernel
 * resets the disposition of an ignored fault (force_sig_info_to_task() in
 * kernel/signal.c).  SIGKILL and SIGSTOP cannot be ignored.  The launched
 * program gets the dispositions that mmtop was started with
 * (sys/own/inherit.h).
 */
#ifndef SYS_OWN_IGNORE_H
#define SYS_OWN_IGNORE_H

#include <stdbool.h>

enum {
	IGNORE_STRAY = 1,	/* signals that no process of mmtop uses */
	IGNORE_STOP = 2,	/* terminal stops: TSTP, TTIN, TTOU */
	IGNORE_END = 4,		/* HUP, INT, QUIT, TERM */
	IGNORE_ALL = 7,
};

/* Ignores these groups of signals in the calling process.  Handlers of fault
 * signals stay installed, since a sanitizer may have set them. */
void ignore_signals(unsigned groups);

/* These two also work for the two real-time signals that the C library
 * reserves: they end a process like any other signal.  Async-signal-safe. */
bool ignore_is_set(int sig);
void ignore_set(int sig, bool ignored);

#endif
