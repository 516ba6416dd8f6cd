/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of Calls: a call, a signal or the end of a process. */
#ifndef UI_CALLS_LINE_H
#define UI_CALLS_LINE_H

#include "ui/calls/rows.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"

enum { CALLS_TIME, CALLS_TASK, CALLS_WHAT, CALLS_COLUMNS };

/* One picture's worth of facts. */
struct calls_view {
	const struct view *view;
	struct canvas *c;
	bool focused;
	struct table_place at[CALLS_COLUMNS];
	int text_col;			/* of CALLS_WHAT */
	bool tellers;			/* there is room for who told it */
	const struct call_row *held;	/* whose stop is waited at, or NULL */
	style row;			/* of the selected row, else 0 */
};

/* Places the columns; ids of tasks have so many. */
void calls_place(struct calls_view *v, int task_cols);
void calls_line(const struct calls_view *v, int row,
		const struct calls_row *r);

#endif
