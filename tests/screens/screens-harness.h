/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares a pane, or any canvas, with its golden file.
 *
 *	events of tests/data/FILE -> model -> commands -> pane -> canvas
 *		-> text and styles, compared with tests/screens/golden/NAME.txt
 *
 *	static const struct pane_case cases[] = {
 *		{ .name = "regions-80x24", .events = "story.events",
 *		  .pane = &regions_pane, .rows = 24, .cols = 80 },
 *		{ .name = "regions-kind", .events = "story.events",
 *		  .pane = &regions_pane, .rows = 24, .cols = 80,
 *		  .commands = (const enum cmd[]){ DO_GROUP, DO_NONE } },
 *	};
 *	int main(void) { return pane_cases_run(cases, n); }
 *
 * Each case is one TAP line. UPDATE_GOLDEN=1 writes the files instead
 * (golden.h).
 */
#ifndef TESTS_SCREENS_HARNESS_H
#define TESTS_SCREENS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/pane/pane.h"

struct pane_case {
	const char *name;		/* of the golden file, without .txt */
	const char *events;		/* in tests/data; NULL: none */
	const char *more;		/* further event lines, as in a file */
	const struct pane_ops *pane;
	int rows, cols;			/* of the canvas */
	struct rect rect;		/* of the pane; rows 0: the whole
					 * canvas */
	bool ascii, away;		/* away: the pane has no focus */
	int colors;			/* 0: 256; -1: monochrome */
	pid_t pid, tid;			/* initial selection */
	uint64_t region;
	const enum cmd *commands;	/* given one by one, up to DO_NONE; the
					 * pane is drawn before each */
	const char *later;		/* event lines fed after the commands */
	void (*prepare)(struct view *view);	/* or NULL */
};

/* Runs all cases. Returns the exit status of the test. */
int pane_cases_run(const struct pane_case *cases, size_t n);

/*
 * The same for tests that draw their own canvas: first the number of cases,
 * then each picture, then golden_done(), which returns the exit status.
 * golden_ok() reports any other condition of a case.
 */
void golden_plan(size_t n);
void golden_check(const char *name, const struct canvas *c);
void golden_ok(bool ok, const char *name);
int golden_done(void);

#endif
