/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A victim that shares 64-bit words with its test, in a file that is its first
 * argument.
 *
 *	struct words w;
 *	words_start(&w, "queue", 64, QUEUE_WORDS, NULL);
 *	w.v[QUEUE_BAD], w.pid
 *	words_release(&w);
 */
#ifndef TESTS_LIVE_WORDS_H
#define TESTS_LIVE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live.h"

struct words {
	struct run run;
	bool started;
	pid_t pid;
	char *program, *path;
	volatile uint64_t *v;
	size_t n;
};

/* Creates the file, and finds the program; starts nothing.  bits is 64 or 32;
 * false if there are no 32-bit programs. */
bool words_init(struct words *w, const char *name, int bits, size_t n);
/* Also starts the program with the file and arg, which may be NULL. */
bool words_start(struct words *w, const char *name, int bits, size_t n,
		 const char *arg);
/* Waits until word i is at least value. */
bool words_reach(struct words *w, size_t i, uint64_t value);
void words_release(struct words *w);

/* Waits until no thread of pid has a tracer; at the deadline, prints one that
 * has, and returns false. */
bool is_let_go(pid_t pid);

#endif
