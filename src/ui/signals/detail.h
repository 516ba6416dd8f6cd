/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One signal explained: where its address lies among the regions, what sent
 * it, what comes next.  A rule and up to four lines in the clip.
 */
#ifndef UI_SIGNALS_DETAIL_H
#define UI_SIGNALS_DETAIL_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

void signal_detail(struct canvas *c, const struct view *view,
		   const struct signal_row *s);
/* The code that the thread had come to, as address, file and function; false
 * where its frames were not read. */
bool signal_code_place(struct str *out, const struct view *view,
		       const struct signal_row *s);

#endif
