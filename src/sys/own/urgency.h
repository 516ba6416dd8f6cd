/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Raises the scheduling priority of a thread while a traced program waits for
 * that thread, if the user has the permission.
 *
 *	struct urgency u = { 0 };
 *
 *	urgency_set(&u, true);		poll(), and handle stopped tasks
 *	urgency_set(&u, false);		all other work
 *
 * Children and new threads do not inherit the priority.  A scheduling policy or
 * nice value that the user has set is not changed.
 */
#ifndef SYS_OWN_URGENCY_H
#define SYS_OWN_URGENCY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct urgency {
	pid_t tid;		/* 0 means the calling thread */
	bool asked, may, on;
	bool realtime;		/* true: SCHED_RR; false: nice -19 */
};

void urgency_set(struct urgency *u, bool on);
/* Gives the calling thread a short time slice, so that it gets a CPU soon after
 * it wakes (Linux 6.12).  Its share of CPU time does not grow. */
void urgency_prompt(void);

/* True if the CPUs are contended, so that a thread at nice 0 may wait long for
 * a CPU. */
bool cpu_is_contended(void);

#endif
