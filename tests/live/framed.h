/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs mmtop's engine in this process, captures what victims/changer.c does,
 * and returns the frames as lines:
 *
 *	a:S1.2 call:msync 3=11 4=12 -5 absent=2 missed=1
 *
 * Process a; S: the shared region, P: the private one; 1: the first object
 * there; 2: its second frame; the cause; each changed page of the window with
 * its first number; "-" before pages that are no longer present.  The lines of
 * one region are in order; other regions are omitted.
 */
#ifndef TESTS_LIVE_FRAMED_H
#define TESTS_LIVE_FRAMED_H

#include <stdbool.h>

#include "app/engine/engine.h"
#include "base/str.h"
#include "source/capture_host.h"

struct framed {
	bool attach, filter, watch;
	bool at_calls;		/* calls of event/wire/handover.h stop the
				 * program, too */
	uint64_t period_ns;	/* 0: no timed scans */
	/* Chooses what to capture; NULL: everything. */
	void (*choose)(const struct capture_region *r,
		       struct capture_choice *out);
	const char *asks;	/* captures only on request, a letter for each
				 * msync: o one frame of the shared region, b
				 * begin, s stop, - nothing */
	bool pokes;		/* each frame of the shared region sends a byte
				 * to the program's stdin, if attached */
	bool verbose;		/* lines have absent, unread and error */
	bool track;		/* tracks writes: the program starts when
				 * tracking is on or refused, and each line
				 * ends with the source of the list of
				 * changed pages */
	const char *program;	/* NULL: victim("changer") */
	/* Results. */
	struct str shared, private;
	int status;
	unsigned written;	/* pages of the private region reported as
				 * written, a bit each */
};

/* Runs "changer" with those words (separated by blanks) until it exits. */
void framed_run(struct framed *f, const char *words);
void framed_release(struct framed *f);

#endif
