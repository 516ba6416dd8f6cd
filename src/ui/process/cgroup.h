/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the Cgroup view; the console prints them, too. */
#ifndef UI_PROCESS_CGROUP_H
#define UI_PROCESS_CGROUP_H

#include "ui/process/lines.h"

/* Makes the lines for cols columns: the control group that limits p. */
void cgroup_lines_make(struct process_lines *st, const struct view *view,
		       const struct process *p, int cols);

#endif
