/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command `mmtop contents` shows what --save-mmap captured, as a list,
 * JSON, or bytes.
 *
 *	mmtop contents mmtop-capture			prints a list; on a
 *							terminal, shows the
 *							screen
 *	mmtop contents --json mmtop-capture		prints a frame a line
 *	mmtop contents --extract 1@7 mmtop-capture	prints the bytes of a
 *							frame
 *	mmtop contents --diff 1@7 1@8 mmtop-capture	prints where two frames
 *							differ
 */
#ifndef APP_REPORT_CONTENTS_H
#define APP_REPORT_CONTENTS_H

#include <stdbool.h>

#include "app/session/fullscreen.h"

struct options;

/* True if the captures are to be shown on the screen: the terminal supports it,
 * and the user requested no other output. */
bool contents_on_screen(const struct options *o);
/* Returns the exit status: EXIT_OWN if a file could not be read to its end;
 * with --diff, 1 if there are differences; -N if the caller must end by signal
 * N.  If `screen` is NULL, no screen is shown. */
int contents_report(const struct options *o,
		    const struct fullscreen_options *screen);

#endif
