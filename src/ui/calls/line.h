/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of Calls: a call, a signal or the end of a process. */
#ifndef UI_CALLS_LINE_H
#define UI_CALLS_LINE_H

#include "ui/calls/rows.h"
#include "ui/pane/pane.h"

#define CALLS_TIME_COLS 7

/* One picture's worth of facts. */
struct calls_view {
	const struct view *view;
	struct canvas *c;
	bool focused;
	int task_col, task_cols, text_col;
	bool tellers;			/* there is room for who told it */
	const struct call_row *held;	/* whose stop is waited at, or NULL */
	style row;			/* of the selected row, else 0 */
};

void calls_line(const struct calls_view *v, int row,
		const struct calls_row *r);

#endif
