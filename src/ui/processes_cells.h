/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the Processes pane, and what a row shows in them. */
#ifndef UI_PROCESSES_CELLS_H
#define UI_PROCESSES_CELLS_H

#include "ui/canvas.h"
#include "ui/processes_rows.h"
#include "ui/style.h"

/* Where the columns are, by width alone; cols 0 or col 0: not there. */
struct task_columns {
	int name_end;		/* PID and NAME fill [0, name_end) */
	int state, rss, rate, swap, regions, calls, cgroup, command;
	int width;
};

struct task_drawing {
	struct canvas *c;
	const struct look *look;
	struct task_columns k;
};

struct task_columns task_columns(int width);
/* The heads of the columns, on row 1 of the clip. */
void task_draw_header(struct canvas *c, const struct task_columns *k);
void task_draw_row(const struct task_drawing *d, int row,
		   const struct task_row *t);

#endif
