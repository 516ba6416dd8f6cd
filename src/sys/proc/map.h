/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Queries one region of a process by address with PROCMAP_QUERY (Linux 6.11),
 * which takes half a microsecond, however many regions there are.
 *
 * The descriptor is an open /proc/PID/maps.  It refers to the address space
 * that the process had at the open(): after an exit or exec of the process
 * every query fails with -ESRCH.  That error is the most reliable sign that the
 * address space no longer exists.
 */
#ifndef SYS_PROC_MAP_H
#define SYS_PROC_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum procmap_perm {
	PROCMAP_R = 1, PROCMAP_W = 2, PROCMAP_X = 4, PROCMAP_SHARED = 8
};

struct procmap {
	uint64_t start, end;
	uint64_t perm;		/* enum procmap_perm */
	uint64_t page_size;	/* the region's page size, which is larger for
				 * hugetlb */
	uint64_t offset, dev, inode;
};

/*
 * Gets the region that contains addr.  If there is none and or_next is true,
 * gets the first region above.  `name` (may be NULL) receives at most `size`
 * bytes of its name, including the NUL. -ENOENT: no such region. -ESRCH: the
 * address space no longer exists. -ENOTTY: the kernel lacks PROCMAP_QUERY, or
 * MMTOP_FAULT=no-procmap-query is set.
 */
MUST_CHECK int procmap_query(int maps_fd, uint64_t addr, bool or_next,
			     struct procmap *out, char *name, size_t size);
/*
 * True if the address space of maps_fd still exists.  Also works without
 * PROCMAP_QUERY.
 */
bool procmap_alive(int maps_fd);

#endif
