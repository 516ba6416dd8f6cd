/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes of one mmtop, whatever their current parent.
 *
 *	ours_mark();			before mmtop starts
 *	struct ours o;
 *	ours_list(&o);			the current ones
 *	o.v[0].pid, o.v[0].role		"front", "screen", "engine", "keeper", ...
 *	ours_find("engine")		waits for its PID; 0 at the deadline
 */
#ifndef TESTS_LIVE_OURS_H
#define TESTS_LIVE_OURS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { OURS_MAX = 32 };

struct ours {
	struct {
		pid_t pid;
		char role[16];
	} v[OURS_MAX];
	size_t n;
};

/* Sets a mark in the environment of later children. */
void ours_mark(void);
void ours_list(struct ours *o);
/* A process named just "mmtop" has the role "first". */
pid_t ours_find(const char *role);
/* Waits until none is left. */
bool ours_end(void);

#endif
