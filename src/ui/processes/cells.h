/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the Processes pane and their cells. */
#ifndef UI_PROCESSES_CELLS_H
#define UI_PROCESSES_CELLS_H

#include "ui/kit/table.h"
#include "ui/kit/style.h"
#include "ui/kit/terms.h"
#include "ui/pane/columns.h"
#include "ui/processes/rows.h"

/* The places of the columns at one width. */
struct task_columns {
	struct table_place at[TASK_PLACES];
	int name_end;		/* PID and NAME fill columns [0, name_end) */
	int width;
};

struct task_drawing {
	struct canvas *c;
	const struct look *look;
	struct task_columns k;
	bool calls;			/* memory calls are traced */
};

/* Places the columns.  `hidden` is a mask of 1 << enum task_column for columns
 * to omit. */
struct task_columns task_columns(int width, uint32_t hidden);
/* Draws the heads of the columns, on row 1 of the clip rectangle. */
void task_draw_header(struct canvas *c, const struct task_columns *k);
void task_draw_row(const struct task_drawing *d, int row,
		   const struct task_row *t);

/* What the columns show, for the help. */
extern const struct terms_part task_columns_part;

#endif
