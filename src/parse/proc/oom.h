/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The OOM killer's records in the kernel log (/dev/kmsg), since Linux 5.1:
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
	bool killed;			/* true: a "Killed process" record;
					 * false: an "oom-kill" record */
	pid_t pid;
	enum oom_scope scope;		/* for "Killed process", OOM_MACHINE or
					 * OOM_CGROUP */
	struct bytes memcg;		/* for "oom-kill" with OOM_CGROUP: the
					 * cgroup that reached its limit */
};

/* Returns false for any other record. */
bool oom_record_parse(struct bytes record, struct oom_record *out);

#endif
