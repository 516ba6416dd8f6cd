/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the Processes pane, and what a row shows in them. */
#ifndef UI_PROCESSES_CELLS_H
#define UI_PROCESSES_CELLS_H

#include "ui/kit/table.h"
#include "ui/processes/rows.h"
#include "ui/kit/style.h"

enum task_column {
	TASK_STATE, TASK_RSS, TASK_RATE, TASK_SWAP, TASK_REGIONS, TASK_FAULTS,
	TASK_CALLS, TASK_CGROUP, TASK_COMMAND,
	TASK_COLUMNS,
	TASK_PID = TASK_COLUMNS, TASK_NAME,	/* which are always there */
	TASK_PLACES
};

/* Where the columns are, by width alone. */
struct task_columns {
	struct table_place at[TASK_PLACES];
	int name_end;		/* PID and NAME fill [0, name_end) */
	int width;
};

struct task_drawing {
	struct canvas *c;
	const struct look *look;
	struct task_columns k;
	bool calls;			/* memory calls are seen */
};

/* As a configuration names them; NULL behind the last. */
extern const char *const task_column_names[TASK_COLUMNS + 1];

/* hidden: 1 << enum task_column, without them. */
struct task_columns task_columns(int width, uint32_t hidden);
/* The heads of the columns, on row 1 of the clip. */
void task_draw_header(struct canvas *c, const struct task_columns *k);
void task_draw_row(const struct task_drawing *d, int row,
		   const struct task_row *t);

#endif
