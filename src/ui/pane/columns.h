/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns that Setup and the configuration can hide by name, for each list that
 * has any. */
#ifndef UI_PANE_COLUMNS_H
#define UI_PANE_COLUMNS_H

enum region_column {
	COL_ADDRESS, COL_SIZE, COL_RSS, COL_RATE, COL_PSS, COL_SWAP,
	COL_WRITTEN, COL_PERM, COL_WHAT, COL_OWNER, COL_FLAGS, COL_RESIDENT,
	REGION_COLUMNS
};

enum task_column {
	TASK_STATE, TASK_RSS, TASK_RATE, TASK_SWAP, TASK_REGIONS, TASK_FAULTS,
	TASK_CALLS, TASK_CGROUP, TASK_COMMAND,
	TASK_COLUMNS,
	TASK_PID = TASK_COLUMNS, TASK_NAME,	/* columns that are always
						 * shown */
	TASK_PLACES
};

/* The names of the columns, in the order of their enum; the last is followed by
 * NULL. */
extern const char *const region_column_names[REGION_COLUMNS + 1];
extern const char *const task_column_names[TASK_COLUMNS + 1];

#endif
