/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Observes victims/blocking: programs that sleep in blocking calls, and whether
 * mmtop disturbs a call.  With a short timeout, they repeat their calls.
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
	size_t n;			/* number of processes */
	volatile struct blocking_slot *slots;
	char *path;
};

/* Starts one process with a thread for each call, or one process for each. */
void sitting_start(struct sitting *s, const char *program, bool threads,
		   int timeout_ms);
/* Lets mmtop launch one process with threads; options of mmtop, NULL last. */
void sitting_launched(struct sitting *s, const char *program, int timeout_ms,
		      const char *const *options);
/* Waits until each thread sleeps in its call, untraced. */
bool sitting_settled(struct sitting *s);
/* Waits until each thread sleeps in its call, traced or not. */
bool sitting_calm(struct sitting *s);
/* The number of calls from..to-1 that returned since the start; prints each. */
int sitting_disturbed(struct sitting *s, int from, int to);
/* A test of that name: all sleep in their calls, and none has returned since
 * the start. */
bool sitting_undisturbed(struct sitting *s, const char *name);
/* The number of calls that failed with EINTR more often than that; prints
 * each. */
int sitting_broken(struct sitting *s, unsigned percent);
/* Waits until each call with a timeout returned that many times; true if the
 * last time had the expected result and took at least timeout_ms. */
bool sitting_in_time(struct sitting *s, uint64_t times, int timeout_ms);
void sitting_release(struct sitting *s);

/* --- with the engine (driver.h) */

#define LONG_MS 600000

/* A round: the engine attaches, does the letters, and is ended, or killed
 * during them. */
struct sitting_round {
	enum level level;
	unsigned flags;			/* enum driver_flag */
	const char *letters;
	bool kills;
	/* Condition of the sitting before a kill, in addition to all threads
	 * being in their calls; NULL: none. */
	bool (*before)(void *sitting);
};

/* Repeats a round; after each, all threads sleep in their calls. */
bool sitting_rounds(struct sitting *s, const struct sitting_round *round,
		    int times);
/* Tests: no short call is interrupted, with one of n letter sequences after
 * another; and no timeout is shortened. */
void sitting_short_calls(const char *program, unsigned flags,
			 const char *const *letters, int n, int times,
			 const char *name);
void sitting_timeouts(const char *program, bool threads, unsigned flags,
		      const char *letters, const char *name);
/* Starts mmtop with these options, NULL last, and a -p for each process. */
void sitting_watched(struct sitting *s, struct run *r,
		     const char *const *options);

#endif
