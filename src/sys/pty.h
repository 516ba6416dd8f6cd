/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pseudo-terminal that a launched program gets as its own.
 *
 *	parent: pty_open(&master, &slave, rows, cols)
 *	child, after fork: pty_child_setup(slave), then exec
 *	parent: keeps master, closes slave
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
 * In the child: a session of its own with the slave as its controlling
 * terminal and as stdin, stdout and stderr.  Async-signal-safe.
 */
MUST_CHECK int pty_child_setup(int slave);
/*
 * In the child: TERM names the terminal that reads the master, which is not
 * the one that mmtop is on.  Allocates: only where the parent has no threads.
 */
void pty_child_environment(void);

#endif
