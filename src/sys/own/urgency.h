/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A task gets a CPU before others, where that is permitted: another program
 * stands still for what it does.
 *
 *	struct urgency u = { 0 };
 *
 *	urgency_set(&u, true);		poll(), and serve what is waited for
 *	urgency_set(&u, false);		all other work
 *
 * Threads and processes that it makes do not inherit it.  Where the user has
 * chosen a scheduling policy or a nice value, it stays as it is.
 */
#ifndef SYS_OWN_URGENCY_H
#define SYS_OWN_URGENCY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct urgency {
	pid_t tid;		/* 0: the calling thread */
	bool asked, may, on;
	bool realtime;		/* SCHED_RR; else nice -19 */
};

void urgency_set(struct urgency *u, bool on);
/* The calling thread gets no more of a CPU than others, but it gets it as soon
 * as it needs it, where the kernel has that (Linux 6.12). */
void urgency_prompt(void);

/* True if the CPUs are contended: a thread at nice 0 waits long for one. */
bool cpu_is_crowded(void);

#endif
