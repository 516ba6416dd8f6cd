/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * victims/counter from outside: whether it counts, or stands still.
 *
 *	struct counter c;
 *	counter_init(&c, 3);		the file of its 3 words
 *	counter_start(&c);		runs it (or: let mmtop launch it)
 *	counter_counts(&c)		every word has moved since now
 *	counter_stop(&c);		asks it to end
 *	counter_release(&c);
 */
#ifndef TESTS_LIVE_COUNTER_H
#define TESTS_LIVE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "live.h"

struct counter {
	struct run run;		/* after counter_start() */
	bool started;
	pid_t pid;		/* for its user to keep */
	int threads;
	char *program, *path;
	volatile uint64_t *words;
	uint64_t seen[64];
};

void counter_init(struct counter *c, int threads);
void counter_start(struct counter *c);
/* Each of its threads counts within the deadline. */
bool counter_counts(struct counter *c);
/* All its threads are stopped, and nothing counts for 200 ms after that.
 * c->pid is which process. */
bool counter_stands(struct counter *c);
/* Who counts, by its own word: for one that a shell started. */
pid_t counter_told_pid(const struct counter *c);
/* How often its handler for SIGCONT ran. */
uint64_t counter_continued(const struct counter *c);
/* One more thread, which ends at once. */
bool counter_makes_thread(struct counter *c);
void counter_stop(struct counter *c);
void counter_release(struct counter *c);
/* The process that a JSON or text log's first line with "launch" is of. */
pid_t counter_pid(const char *log_path);

#endif
