/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An mmtop that is started and ended: in batch, or on a terminal where random
 * keys are typed. The terminal is read, or its buffer fills up.
 *
 *	struct looker l;
 *	looker_start(&l, true, args);
 *	looker_plays(&l, 40);		for 40 milliseconds
 *	kill(looker_engine(&l, target), SIGKILL)
 *	looker_wait(&l)			until mmtop and its engine have exited
 *	looker_release(&l);
 */
#ifndef TESTS_LOAD_LOOKER_H
#define TESTS_LOAD_LOOKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "../live/live.h"

struct looker {
	struct run run;
	int master;		/* of the terminal; -1: batch */
	bool is_read;		/* whether the terminal is read */
	pid_t engine;		/* PID, 0 if not seen yet */
};

/* Starts mmtop with these arguments, NULL-terminated. */
void looker_start(struct looker *l, bool on_screen, char *const args[]);
/* Waits ms milliseconds; on a screen, types random keys. */
void looker_plays(struct looker *l, int ms);
/* Returns the tracing process: a child of l->run.pid, or that process. */
pid_t looker_engine(struct looker *l);
/* Prints the kernel's view of a process that does not exit. */
void tell_task(const char *who, pid_t pid);
/* Waits until mmtop and its engine have exited. After the deadline it prints
 * their state and returns false. */
bool looker_wait(struct looker *l);
void looker_release(struct looker *l);

#endif
