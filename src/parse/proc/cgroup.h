/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/cgroup: "hierarchy:controllers:path" lines.
 *
 *	0::/user.slice/session-2.scope		version 2
 *	4:memory:/box				version 1
 */
#ifndef PARSE_PROC_CGROUP_H
#define PARSE_PROC_CGROUP_H

#include <stdbool.h>

#include "event/event.h"

/* Paths begin with a slash; data is NULL where there is no such line.
 * Borrowed, and hostile: a path is refused when it has ".." in it (it lies
 * outside the control group namespace). */
struct cgroup_paths {
	struct bytes v2, v1_memory;
};

void cgroup_parse(struct bytes text, struct cgroup_paths *out);

#endif
