/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Observes victims/counter: whether it counts or is stopped.
 *
 *	struct counter c;
 *	counter_init(&c, 3);		the file of its 3 words
 *	counter_start(&c);		runs it (or: let mmtop launch it)
 *	counter_counts(&c)		waits until every word has changed
 *	counter_stop(&c);		makes it exit
 *	counter_release(&c);
 */
#ifndef TESTS_LIVE_COUNTER_H
#define TESTS_LIVE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "live.h"

struct counter {
	struct run run;		/* set by counter_start() */
	bool started;
	pid_t pid;		/* counter_start() sets it; a test may change
				 * it */
	int threads;
	char *program, *path;
	volatile uint64_t *words;
	uint64_t seen[64];
};

void counter_init(struct counter *c, int threads);
void counter_start(struct counter *c);
/* Each thread counts within the deadline. */
bool counter_counts(struct counter *c);
/* All threads of process c->pid are stopped, and no word changes for 400 ms. */
bool counter_stands(struct counter *c);
/* The PID that the counter itself reports: for one that a shell started. */
pid_t counter_told_pid(const struct counter *c);
/* How often the counter's handler for SIGCONT ran. */
uint64_t counter_continued(const struct counter *c);
/* Starts one more thread, which exits at once. */
bool counter_makes_thread(struct counter *c);
void counter_stop(struct counter *c);
void counter_release(struct counter *c);
/* The PID of the first line with "launch" of a JSON or text log. */
pid_t counter_pid(const char *log_path);

#endif
