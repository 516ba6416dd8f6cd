/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine in this process, capturing what victims/changer.c does, and what
 * came of it as lines:
 *
 *	a:S1.2 call:msync 3=11 4=12 -5 absent=2 missed=1
 *
 * of process a the shared region, the first object that it was, its second
 * frame: the pages of the window that changed, with the number that each begins
 * with, and those that are gone.  The lines of one region are in order; others
 * are left out.
 */
#ifndef TESTS_LIVE_FRAMED_H
#define TESTS_LIVE_FRAMED_H

#include <stdbool.h>

#include "app/engine/engine.h"
#include "base/str.h"
#include "source/capture_host.h"

struct framed {
	bool attach, filter, watch;
	bool at_calls;		/* calls of event/wire/handover.h stop it too */
	uint64_t period_ns;	/* 0: never, as far as the test goes */
	/* out: all of it; NULL: that is what is captured. */
	void (*choose)(const struct capture_region *r,
		       struct capture_choice *out);
	const char *asks;	/* nothing is captured but what is asked for,
				 * each letter at the next msync: o one frame of
				 * the shared region, b begin, s stop */
	bool pokes;		/* each frame of the shared region is a byte for
				 * the program, once it is attached to */
	bool verbose;		/* absent, unread and error too */
	bool track;		/* its writes are tracked: the program goes on
				 * when they are, or cannot be; and each line
				 * ends with what told which pages to read */
	const char *program;	/* NULL: victim("changer") */
	/* What came of it. */
	struct str shared, private;
	int status;
	unsigned written;	/* of the private one, to whoever paints: a bit
				 * a page */
};

/* Runs "changer" with those words (separated by blanks) to its end. */
void framed_run(struct framed *f, const char *words);
void framed_release(struct framed *f);

#endif
