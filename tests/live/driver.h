/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop's engine in a child of the test, controlled by letters: thousands of
 * attaches and detaches without starting a program for each.
 *
 *	struct driver d;
 *	driver_start(&d, &pid, 1, LEVEL_CALLS, DRIVER_FOLLOW);
 *	driver_do(&d, "hcd");		hold, continue, detach
 *	driver_do(&d, "a");		attach again
 *	driver_kill(&d);		kill -9, or driver_end(&d)
 *
 * Each letter is a request of the screen, and is done when the engine's STATUS
 * confirms it: a attach, d detach, h hold, c continue, n next, w level watch, l
 * level calls, k kill, e wait for the end; "." runs the engine for some
 * milliseconds; s sends SIGKILL to a process with an earlier start time, and is
 * done when mmtop refuses that.  With DRIVER_PAGES: t track the pages that the attached
 * processes write, u stop tracking; done when all processes confirm.
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
	long notes[NOTES];	/* number of each note so far */
};

/* Attaches; false if that is refused: then there is no child. */
bool driver_start(struct driver *d, const pid_t *pids, size_t n,
		  enum level level, unsigned flags);
/* Launches a program at level calls; children are followed. */
bool driver_launch(struct driver *d, char *const argv[], unsigned flags);
/* False at the first letter that is not done within the deadline of live.h. */
bool driver_do(struct driver *d, const char *letters);
/* Sends the letters without waiting: for a kill in the middle, or other actions
 * before driver_wait(). */
void driver_begin(struct driver *d, const char *letters);
bool driver_wait(struct driver *d);
void driver_kill(struct driver *d);
/* Detaches and ends the engine; false if the engine failed. */
bool driver_end(struct driver *d);

#endif
