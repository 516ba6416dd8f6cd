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

/* Borrowed and hostile.  Paths start with a slash; `data` is NULL if the text
 * has no such path.  A path with ".." is outside the cgroup namespace and is
 * skipped. */
struct cgroup_paths {
	struct bytes v2, v1_memory, v1_hugetlb;
};

void cgroup_parse(struct bytes text, struct cgroup_paths *out);

#endif
