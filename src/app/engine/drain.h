/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeping a pty alive that nobody looks at any more: closing it would hang
 * the program up, and not reading it would stop the program sooner or later.
 */
#ifndef APP_ENGINE_DRAIN_H
#define APP_ENGINE_DRAIN_H

#include <sys/types.h>

/*
 * Reads from master, and drops it, until nobody has the other side open and
 * child (ours, 0: none), has ended; then ends this process.  after, when it
 * is no -1, is our end of a socket pair: reading begins when the other end
 * is closed.  Every other descriptor is closed.  Async-signal-safe.
 */
_Noreturn void drain_run(int master, pid_t child, int after);
/* The same in a process of its own, which this one goes on from. */
void drain_in_child(int master, int after);

#endif
