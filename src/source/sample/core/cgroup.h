/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory used and allowed in a process' control group, version 2 or 1.
 *
 * The limit that counts is the tightest one on the way up; what is reported
 * is that group's use and limit.  Without any limit it is the use of the
 * process' own group.  Groups are read at most once a period, however many
 * processes are in them; their limits, and whether there is a use to read, once
 * in two seconds.
 */
#ifndef SOURCE_SAMPLE_CORE_CGROUP_H
#define SOURCE_SAMPLE_CORE_CGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct cgroups;
struct procroot;

struct cgroup_usage {
	uint64_t used, max;	/* bytes; EV_UNKNOWN: not known, none */
	const char *group;	/* its path, for a moment; NULL: not known */
};

/* The mount points are found in self/mountinfo of proc. */
struct cgroups *cgroups_new(const struct procroot *proc);
void cgroups_free(struct cgroups *c);
/* now_ns: what was read longer than period_ns before is read again. */
struct cgroup_usage cgroups_usage(struct cgroups *c, pid_t pid,
				  uint64_t now_ns, uint64_t period_ns);
/* Counts the kills of the OOM killer in the group, or where that has no such
 * counter on the machine. */
void cgroups_count_kills(struct cgroups *c, const char *group,
			 uint64_t now_ns);
/* A process of that group was killed by SIGKILL: whether there were kills since
 * the count of a few seconds ago, as a victim may take that long to die. */
bool cgroups_killed(struct cgroups *c, const char *group);
/*
 * The limit of the group that the kernel calls `reached`, which is group or one
 * above it; EV_UNKNOWN where that cannot be read, or is not what was reached.
 */
uint64_t cgroups_limit(struct cgroups *c, const char *group,
		       struct bytes reached);

#endif
