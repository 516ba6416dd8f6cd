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
#include <stdint.h>
#include <sys/types.h>

#include "driver.h"
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
/* The same with threads, launched by mmtop with these options, NULL last. */
void sitting_launched(struct sitting *s, const char *program, int timeout_ms,
		      const char *const *options);
/* Waits until every one sits in its call, untraced. */
bool sitting_settled(struct sitting *s);
/* Waits until every one sits in its call, traced or not. */
bool sitting_calm(struct sitting *s);
/* How many of the calls from..to-1 returned since the start; each is told. */
int sitting_disturbed(struct sitting *s, int from, int to);
/* A test of that name: they all sit, and none has returned since the start. */
bool sitting_undisturbed(struct sitting *s, const char *name);
/* How many calls returned EINTR more often than that; each is told. */
int sitting_broken(struct sitting *s, unsigned percent);
/* Waits until each call that has a timeout returned so many times; whether the
 * last time was with what is wanted and not before timeout_ms. */
bool sitting_in_time(struct sitting *s, uint64_t times, int timeout_ms);
void sitting_release(struct sitting *s);

/* --- with the engine (driver.h) */

#define LONG_MS 600000

/* What it does to them again and again: it attaches, does the letters, and is
 * ended, or killed in their middle. */
struct sitting_round {
	enum level level;
	unsigned flags;			/* enum driver_flag */
	const char *letters;
	bool kills;
	/* What must be so of the sitting before a kill; NULL: nothing more than
	 * that they are all in their calls. */
	bool (*before)(void *sitting);
};

/* They all sit again after each of them. */
bool sitting_rounds(struct sitting *s, const struct sitting_round *round,
		    int times);
/* Tests: that of calls that come and go none is broken off, with one of n
 * letters after the other; and that timeouts are as long as they were. */
void sitting_short_calls(const char *program, unsigned flags,
			 const char *const *letters, int n, int times,
			 const char *name);
void sitting_timeouts(const char *program, bool threads, unsigned flags,
		      const char *letters, const char *name);
/* mmtop itself with these options, NULL last, and a -p for each process. */
void sitting_watched(struct sitting *s, struct run *r,
		     const char *const *options);

#endif
