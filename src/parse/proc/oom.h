/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The OOM killer's records in the kernel's log (/dev/kmsg), of Linux 5.1 and
 * newer:
 *
 *	6,81,5948053,-;oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),
 *	cpuset=/,mems_allowed=0,oom_memcg=/a,task_memcg=/a/b,task=x,pid=7,uid=0
 *	3,82,5948054,-;Memory cgroup out of memory: Killed process 7 (x) ...
 *
 * Only the kernel writes records of facility 0.
 */
#ifndef PARSE_PROC_OOM_H
#define PARSE_PROC_OOM_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/event.h"

/* What had no memory left. */
enum oom_scope { OOM_MACHINE, OOM_CGROUP, OOM_CPUSET, OOM_POLICY };

struct oom_record {
	bool killed;			/* the second kind */
	pid_t pid;
	enum oom_scope scope;		/* of the second kind: one of the first
					 * two */
	struct bytes memcg;		/* of the first kind, in OOM_CGROUP:
					 * whose limit was reached */
};

/* False for all other records. */
bool oom_record_parse(struct bytes record, struct oom_record *out);

#endif
