/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop contents: what --save-mmap captured, as a list, as JSON, as bytes.
 *
 *	mmtop contents mmtop-capture			what there is: on a
 *							terminal, as a screen
 *	mmtop contents --json mmtop-capture		a frame a line
 *	mmtop contents --extract 1@7 mmtop-capture	the bytes of one
 *	mmtop contents --diff 1@7 1@8 mmtop-capture	where two differ
 */
#ifndef APP_REPORT_CONTENTS_H
#define APP_REPORT_CONTENTS_H

#include <stdbool.h>

#include "app/session/fullscreen.h"

struct options;

/* Whether it is the screen that shows them: where there is one, and neither a
 * list nor anything else was asked for. */
bool contents_on_screen(const struct options *o);
/* The exit status: EXIT_OWN when a file could not be read to its end; of --diff
 * 1 when there are differences.  -N: end by signal N.  screen NULL: there is
 * none. */
int contents_report(const struct options *o,
		    const struct fullscreen_options *screen);

#endif
