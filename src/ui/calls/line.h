/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of Calls: a call, a signal or the end of a process. */
#ifndef UI_CALLS_LINE_H
#define UI_CALLS_LINE_H

#include "ui/calls/rows.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"

enum { CALLS_TIME, CALLS_TASK, CALLS_WHAT, CALLS_COLUMNS };

/* The values that all lines of one drawing share. */
struct calls_view {
	const struct view *view;
	struct canvas *c;
	bool focused;
	struct table_place at[CALLS_COLUMNS];
	int text_col;			/* column where the text of the event
					 * starts */
	bool tellers;			/* there is room for the letters of the
					 * event sources */
	const struct call_row *held;	/* the call that the held task is
					 * stopped at, or NULL */
	style row;			/* style of the selected row; 0 for
					 * other rows */
};

/* Places the columns.  `task_cols` is the width of the task IDs. */
void calls_place(struct calls_view *v, int task_cols);
void calls_line(const struct calls_view *v, int row,
		const struct calls_row *r);

#endif
