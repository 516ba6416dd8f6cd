/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a process, with all that descend from it, as if nobody had looked?
 *
 *	struct family f;
 *	family_init(&f);		before anything is watched
 *	... mmtop comes, goes, is killed ...
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
	cpu_set_t cpus;		/* ours, and so of what we start */
};

void family_init(struct family *f);
/* pid first, then what descends from it; how many. */
size_t family_list(pid_t pid, pid_t out[static FAMILY_MAX]);
/*
 * Waits until no thread of it has a tracer, none is stopped, and all may run
 * on the CPUs they might before.  The first that is not is told.
 */
bool family_is_free(const struct family *f, pid_t pid);
/* SIGTERM, then SIGKILL: none is left. */
void family_end(pid_t pid);

#endif
