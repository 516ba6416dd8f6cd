/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks that a process and all its descendants are as before mmtop attached.
 *
 *	struct family f;
 *	family_init(&f);		before mmtop starts
 *	... mmtop attaches, detaches, is killed ...
 *	family_is_free(&f, pid)		waits for it
 */
#ifndef TESTS_LIVE_FAMILY_H
#define TESTS_LIVE_FAMILY_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define FAMILY_MAX 512

struct family {
	cpu_set_t cpus;		/* ours, inherited by the processes that we
				 * start */
};

void family_init(struct family *f);
/* pid first, then its descendants; returns their number. */
size_t family_list(pid_t pid, pid_t out[static FAMILY_MAX]);
/*
 * Waits until no thread has a tracer, none is stopped, and all may run on the
 * same CPUs as before.  Reports the first thread that fails.
 */
bool family_is_free(const struct family *f, pid_t pid);
/* SIGTERM; at the deadline SIGKILL to all descendants. */
void family_end(pid_t pid);

#endif
