/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Explains one signal: where its address is among the regions, what sent the
 * signal, what happens next.  Draws a rule and up to four lines in the clip
 * rectangle.
 */
#ifndef UI_SIGNALS_DETAIL_H
#define UI_SIGNALS_DETAIL_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

void signal_detail(struct canvas *c, const struct view *view,
		   const struct signal_row *s);
/* Appends where the thread was in its code: address, file and function.
 * Returns false if the frames of the thread were not read. */
bool signal_code_place(struct str *out, const struct view *view,
		       const struct signal_row *s);

#endif
