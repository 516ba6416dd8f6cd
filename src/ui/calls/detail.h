/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All about one call: its arguments as strace prints them, its result and
 * duration, its region with the owner, and its stack: that of the held thread,
 * or the one that mmtop stored when the call mapped memory.  Draws a
 * rule and the lines below it in the clip rectangle.
 */
#ifndef UI_CALLS_DETAIL_H
#define UI_CALLS_DETAIL_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

enum { CALL_DETAIL_ROWS = 10 };

/* `held`: the task is stopped at this call. */
void call_detail(struct canvas *c, const struct view *view,
		 const struct call_row *r, bool held);
/* True if mmtop may have stored the stack of the call. */
bool call_has_stack(const struct call_row *r);

#endif
