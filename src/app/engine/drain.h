/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Discards the output of a program if no other process reads its pty: closing
 * the pty would hang up the program, and a full pty would block it.
 */
#ifndef APP_ENGINE_DRAIN_H
#define APP_ENGINE_DRAIN_H

#include <sys/types.h>

/*
 * Reads from the pty `master` and discards the data.  Exits when no process has
 * the other side of the pty open, and the child process `child` (0: none) has
 * ended.  If `after` is not -1, it is one end of a socket pair: reading starts
 * when the other end is closed.  Closes all other descriptors.
 * Async-signal-safe.
 */
_Noreturn void drain_run(int master, pid_t child, int after);
/* Runs drain_run() in a new process; the caller continues. */
void drain_in_child(int master, int after);

#endif
