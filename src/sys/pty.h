/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pseudo-terminal of a launched program.
 *
 *	parent: pty_open(&master, &slave, rows, cols)
 *	child, after fork: pty_child_setup(slave), then exec
 *	parent: closes slave; reads and writes master
 *
 * The master is non-blocking.
 */
#ifndef SYS_PTY_H
#define SYS_PTY_H

#include "base/err.h"

MUST_CHECK int pty_open(int *master, int *slave, unsigned rows,
			unsigned cols, struct err *err);
MUST_CHECK int pty_resize(int master, unsigned rows, unsigned cols);
/*
 * Runs in the child: starts a new session with the slave as its controlling
 * terminal and as stdin, stdout and stderr.  Async-signal-safe.
 */
MUST_CHECK int pty_child_setup(int slave);
/*
 * Runs in the child: sets TERM for the terminal emulator that reads the master,
 * which differs from the terminal that mmtop runs on.  Allocates memory: call
 * it only if the parent has no other threads.
 */
void pty_child_environment(void);

#endif
