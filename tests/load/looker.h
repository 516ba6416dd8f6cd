/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An mmtop that comes and goes: in batch, or on a terminal where keys are
 * typed at random, which is read or left full.
 *
 *	struct looker l;
 *	looker_start(&l, true, args);
 *	looker_plays(&l, 40);			for so many milliseconds
 *	kill(looker_engine(&l, target), SIGKILL)
 *	looker_wait(&l)				it is gone with its engine
 *	looker_release(&l);
 */
#ifndef TESTS_LOAD_LOOKER_H
#define TESTS_LOAD_LOOKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "../live/live.h"

struct looker {
	struct run run;
	int master;		/* of its terminal; -1: batch */
	bool is_read;		/* what it writes there */
	pid_t engine;		/* last seen; 0: not yet */
};

/* mmtop with these arguments, NULL last. */
void looker_start(struct looker *l, bool on_screen, char *const args[]);
/* Lets time go by, with keys on a screen. */
void looker_plays(struct looker *l, int ms);
/* The process that traces: a child of l->run.pid or itself. */
pid_t looker_engine(struct looker *l);
/* What the kernel says of a process that does not end, in the test's output. */
void tell_task(const char *who, pid_t pid);
/* Waits for its end and its engine's; false after the deadline, and what they
 * are at. */
bool looker_wait(struct looker *l);
void looker_release(struct looker *l);

#endif
