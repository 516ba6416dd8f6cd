/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last signal, in the title rule of a pane: where there is no room for
 * the Signals pane, it costs no row there.
 *
 *	─ 3 Calls  24/s ─────────────── 4 SIGALRM to 4121 at 10.000 ── all 291 ─
 */
#ifndef APP_BARS_LAST_SIGNAL_H
#define APP_BARS_LAST_SIGNAL_H

#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

/* Into the free part of the rule on `row` of the whole canvas; nothing when
 * there was no signal, or no room. */
void last_signal_draw(const struct view *view, struct canvas *c, int row);

#endif
