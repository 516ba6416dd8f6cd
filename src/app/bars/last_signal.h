/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shows the last signal, and the last line of output that Output has not shown
 * yet, in the title rule of a pane, for screens without Signals or Output.
 *
 *	─ 3 Calls  24/s ─────────────── 4 SIGALRM to 4121 at 10.000 ── all 291 ─
 *	─ 3 Calls  24/s ─────── 7 Output: ingest: reading in.csv ───── all 291 ─
 */
#ifndef APP_BARS_LAST_SIGNAL_H
#define APP_BARS_LAST_SIGNAL_H

#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

/* Draws the signal into the free part of the rule on `row` of the whole canvas.
 * Draws nothing if there was no signal, or the text does not fit. */
void last_signal_draw(const struct view *view, struct canvas *c, int row);
/* The same for the line of output, which is cut to fit.  `signal`: leaves room
 * for a newer signal. */
void last_output_draw(const struct view *view, struct canvas *c, int row,
		      bool signal);

#endif
