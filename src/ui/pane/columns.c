/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane/columns.h"

const char *const region_column_names[REGION_COLUMNS + 1] = {
	[COL_ADDRESS] = "address", [COL_SIZE] = "size", [COL_RSS] = "rss",
	[COL_RATE] = "rate", [COL_PSS] = "pss", [COL_SWAP] = "swap",
	[COL_WRITTEN] = "written", [COL_PERM] = "perm", [COL_WHAT] = "what",
	[COL_OWNER] = "owner", [COL_FLAGS] = "flags",
	[COL_RESIDENT] = "resident",
};

const char *const task_column_names[TASK_COLUMNS + 1] = {
	[TASK_STATE] = "state", [TASK_RSS] = "rss", [TASK_RATE] = "rate",
	[TASK_SWAP] = "swap", [TASK_REGIONS] = "regions",
	[TASK_CALLS] = "calls", [TASK_FAULTS] = "faults",
	[TASK_CGROUP] = "cgroup", [TASK_COMMAND] = "command",
};
