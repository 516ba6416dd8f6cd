/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory usage and limit of a process' control group, version 2 or 1.
 *
 * The effective limit is the tightest limit of the group and its ancestors.
 * mmtop reports that limit, and the usage of the group that has it.  Without a
 * limit, it reports the usage of the process' own group.
 *
 * A group is read at most once per period, for all its processes.  Its limits,
 * and whether it counts memory at all, are read every two seconds.
 */
#ifndef SOURCE_SAMPLE_CORE_CGROUP_H
#define SOURCE_SAMPLE_CORE_CGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "event/event.h"

struct cgroups;
struct procroot;

struct cgroup_usage {
	uint64_t used, max;	/* bytes; EV_UNKNOWN: `used` is not known, or no
				 * limit exists */
	const char *group;	/* path of the group's folder, valid until the
				 * next cgroups_usage(); NULL: not known */
	const char *name;	/* path of the group in its hierarchy, part of
				 * `group`; "/" for the root */
};

/* Reads the mount points of the cgroup hierarchies from self/mountinfo of
 * proc. */
struct cgroups *cgroups_new(const struct procroot *proc);
void cgroups_free(struct cgroups *c);
/* Returns the usage of pid's group, from the last read if that is less than
 * period_ns older than now_ns. */
struct cgroup_usage cgroups_usage(struct cgroups *c, pid_t pid,
				  uint64_t now_ns, uint64_t period_ns);

/* Where the values of a process' group are. */
struct cgroup_place {
	unsigned version;	/* 0: not known */
	char *dir;		/* folder of the process' own group */
	char *root;		/* path of the group at the mount point */
	size_t point;		/* length of the mount point in `dir` */
	char *hugetlb;		/* folder with the hugetlb files; "": none */
};
/* Returns 0, and the place in memory that the caller releases, or -errno;
 * -ENODEV: no hierarchy counts memory. */
MUST_CHECK int cgroups_place(struct cgroups *c, pid_t pid, uint64_t now_ns,
			     struct cgroup_place *out);
void cgroup_place_release(struct cgroup_place *p);
/* Reads the start of a file.  Its folder is the first len bytes of dir.
 * Returns the number of bytes or -errno. */
ssize_t cgroup_read(const char *dir, size_t len, const char *file, char *buf,
		    size_t size);
/* Reads a file such as "123\n".  Returns EV_UNKNOWN for "max" and for the huge
 * number that version 1 has instead, or CGROUP_ERROR(). */
uint64_t cgroup_number(const char *dir, size_t len, const char *file);
/* Returns the lowest number of this file in the group and its ancestors, and
 * the length of the folder that has it.  EV_UNKNOWN, and the length of dir:
 * none. */
uint64_t cgroup_tightest(const char *dir, size_t point, const char *file,
			 size_t *limited);

/* Records the OOM kill counter of the group, or the machine's counter if the
 * group has none. */
void cgroups_count_kills(struct cgroups *c, const char *group,
			 uint64_t now_ns);
/* Called after a process of the group was killed by SIGKILL.  True if the
 * counter of OOM kills has increased in the last few seconds.  A victim may
 * take that long to exit. */
bool cgroups_killed(struct cgroups *c, const char *group);
/*
 * Returns the limit of the group `reached`, as named by the kernel: `group` or
 * one of its ancestors.  EV_UNKNOWN: the limit cannot be read, or was not
 * reached.
 */
uint64_t cgroups_limit(struct cgroups *c, const char *group,
		       struct bytes reached);

#endif
