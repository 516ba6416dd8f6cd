/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes of one mmtop, whatever their parent is by now.
 *
 *	ours_mark();			before it is started
 *	struct ours o;
 *	ours_list(&o);			the current ones
 *	o.v[0].pid, o.v[0].role		"front", "screen", "engine", "keeper", ...
 *	ours_find("engine")		its number, once there is one; or 0
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
/* "mmtop" itself is role "first". */
pid_t ours_find(const char *role);
/* Waits until there is none. */
bool ours_end(void);

#endif
