/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * victims/blocking from outside: programs that sit in blocking calls, and
 * whether one of them noticed anything.  With a short timeout they are called
 * again and again.
 *
 *	struct sitting s;
 *	sitting_start(&s, victim("blocking"), false, 600000);
 *	...attach to s.pids[0..s.n)...
 *	sitting_disturbed(&s, 0, BLOCKING_CALLS)	how many returned early
 *	sitting_release(&s);
 */
#ifndef TESTS_LIVE_SITTING_H
#define TESTS_LIVE_SITTING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "live.h"
#include "victims/blocking.h"

struct sitting {
	struct run runs[BLOCKING_CALLS];
	pid_t pids[BLOCKING_CALLS];
	size_t n;			/* processes */
	volatile struct blocking_slot *slots;
	char *path;
};

/* One process with a thread for each call, or one process for each. */
void sitting_start(struct sitting *s, const char *program, bool threads,
		   int timeout_ms);
/* Waits until every one sits in its call, untraced. */
bool sitting_settled(struct sitting *s);
/* Waits until every one sits in its call, traced or not. */
bool sitting_calm(struct sitting *s);
/* How many of the calls from..to-1 returned since the start; each is told. */
int sitting_disturbed(struct sitting *s, int from, int to);
/* How many calls returned EINTR; each is told. */
int sitting_broken(struct sitting *s);
void sitting_release(struct sitting *s);

#endif
