/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop's engine in a child of the test, told by letters what to do: thousands
 * of comings and goings without a thousand starts of a program.
 *
 *	struct driver d;
 *	driver_start(&d, &pid, 1, LEVEL_CALLS, DRIVER_FOLLOW);
 *	driver_do(&d, "hcd");		hold, continue, detach
 *	driver_do(&d, "a");		attach again
 *	driver_kill(&d);		kill -9, or driver_end(&d)
 *
 * Each letter is a request of the screen, and counts as done when the engine's
 * STATUS says so: a attach, d detach, h hold, c continue, n next, w level
 * watch, l level calls, k kill, e waits for the end; "." lets the engine run
 * for some milliseconds.  With DRIVER_PAGES: t track what the processes that it
 * attached to write, u no longer; these count as done when all say so.
 */
#ifndef TESTS_LIVE_DRIVER_H
#define TESTS_LIVE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "event/event.h"

enum driver_flag {
	DRIVER_FOLLOW = 1 << 0,
	DRIVER_NO_REPAIR = 1 << 1,
	DRIVER_PIN = 1 << 2,
	DRIVER_FILTER = 1 << 3,
	DRIVER_PAGES = 1 << 4
};

struct driver {
	pid_t pid;
	int fd;
	long notes[NOTES];	/* how many of each so far */
};

/* Attaches; false when that was refused: then there is no child. */
bool driver_start(struct driver *d, const pid_t *pids, size_t n,
		  enum level level, unsigned flags);
/* Launches a program, at level calls, children followed. */
bool driver_launch(struct driver *d, char *const argv[], unsigned flags);
/* False at the first letter that was not done within live.h's deadline. */
bool driver_do(struct driver *d, const char *letters);
/* Sends the letters and does not wait: for a kill in the middle, or other
 * actions before driver_wait(). */
void driver_begin(struct driver *d, const char *letters);
bool driver_wait(struct driver *d);
void driver_kill(struct driver *d);
/* Lets go of everything in the orderly way; false when it did not end so. */
bool driver_end(struct driver *d);

#endif
