/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop detaches from the threads of a process together.  Otherwise the exit of
 * a child of a traced thread would interrupt the call of an untraced one.
 * MMTOP_FAULT=slow-detach makes the time between two threads long.
 */
#include <config.h>

#include <stdlib.h>

#include "driver.h"
#include "live.h"
#include "victims/forkers.h"
#include "words.h"

#define ROUNDS 10
#define CHILDREN 20

static bool more_children(struct words *w)
{
	return words_reach(w, FORKERS_CHILDREN,
			   w->v[FORKERS_CHILDREN] + CHILDREN);
}

/* The number of waits that the detaches interrupted; negative if a step
 * failed. */
static long cut_by_detaches(struct words *w, struct driver *d)
{
	uint64_t n = 0, before;

	for (int i = 0; i < ROUNDS; i++) {
		if (!driver_do(d, "a") || !more_children(w))
			return -1;
		before = w->v[FORKERS_CUT];
		if (!driver_do(d, "d") || !is_let_go(w->pid) ||
		    !more_children(w))
			return -1;
		n += w->v[FORKERS_CUT] - before;
	}
	return (long)n;
}

static void together(enum level level, const char *name)
{
	struct words w;
	struct driver d;
	long cut = -1;

	if (words_start(&w, "forkers", 64, FORKERS_WORDS, NULL) &&
	    more_children(&w) &&
	    driver_start(&d, &w.pid, 1, level, 0)) {
		if (driver_do(&d, "d"))
			cut = cut_by_detaches(&w, &d);
		driver_end(&d);
	}
	w.v[FORKERS_STOP] = 1;
	ok(run_wait(&w.run) && run_status(&w.run) == 0 && cut == 0,
	   "%s: detached %d times, no wait is interrupted (%ld)", name, ROUNDS,
	   cut);
	words_release(&w);
}

int main(void)
{
	setenv("MMTOP_FAULT", "slow-detach", 1);
	plan(2);
	together(LEVEL_CALLS, "calls");
	together(LEVEL_WATCH, "watch");
	return done();
}
