/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event of a control group: where its memory goes, and what limits it. */
#ifndef EVENT_KINDS_CGROUP_H
#define EVENT_KINDS_CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/field.h"

/* --- CGROUP -------------------------------------------------------------- */

/*
 * The control group that limits the memory of the process in the event's head;
 * answers REQ_CGROUP.  That group is the process's own group or the ancestor
 * with the tightest limit; without a limit, the own group.
 *
 *	version		1 or 2; 0: the group is not known, and `used` has the
 *			error
 *	path		path of the process's own group
 *	limit_path	path of the group with the limit; empty: no limit
 *	high_path	path of the group with `high`; empty: none
 *	used ... thp	of the limiting group, in bytes; see cgroup_files
 *	some, full	memory pressure of 10 s, per mille
 *	hit_...		how often the group reached `high` and `max`
 *	hugetlb		hugetlbfs pages of all sizes, of the own group
 *	memlock		RLIMIT_MEMLOCK of the process
 *	processes	number of processes in the limiting group and its
 *			subgroups
 *	unread		part of `processes` whose RSS could not be read
 *	partial		1: there are more processes or subgroups than mmtop
 *			reads
 *	largest		"PID RSS COMM\0" of the largest processes; hostile
 *
 * EV_UNKNOWN: no limit.  A value that could not be read is
 * CGROUP_ERROR(errno); ENOTSUP: this version has no such value.
 */
#define EV_CGROUP_FIELDS(F) \
	F(U, version) F(B, path) F(B, limit_path) F(B, high_path) \
	F(U, used) F(U, max) F(U, high) F(U, peak) F(U, cache) F(U, some) \
	F(U, full) F(U, hit_high) F(U, hit_max) F(U, oom) F(U, oom_kill) \
	F(U, swap) F(U, swap_max) F(U, thp) F(U, hugetlb) F(U, memlock) \
	F(U, processes) F(U, unread) F(U, partial) F(B, largest)
struct ev_cgroup { EV_CGROUP_FIELDS(EV_MEMBER) };

#define CGROUP_ERROR(error) (EV_UNKNOWN - (uint64_t)(error))
/* Returns the errno of a value that could not be read, else 0. */
static inline int cgroup_error(uint64_t v)
{
	return v != EV_UNKNOWN && v >= CGROUP_ERROR(4095) ?
	       (int)(EV_UNKNOWN - v) : 0;
}

/* The largest number of processes in `largest`. */
#define CGROUP_LARGEST 64

/* The files of the values, by version.  `key` is the key in a file of several
 * values; `also` is the key of a value to add. */
struct cgroup_file {
	size_t at;			/* offset in struct ev_cgroup */
	struct cgroup_source {
		const char *file;	/* NULL: this version has no such
					 * value */
		const char *key, *also;
	} of[2];			/* [0]: version 1, [1]: version 2 */
};
#define CGROUP_FILES 14
extern const struct cgroup_file cgroup_files[CGROUP_FILES];

/* The source of the value at this offset; NULL if it is not in the table. */
const struct cgroup_source *cgroup_source_of(size_t at, uint64_t version);

#endif
