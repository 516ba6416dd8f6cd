/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One region of a process by address: PROCMAP_QUERY (Linux 6.11), which
 * costs half a microsecond whatever the size of the map.
 *
 * The descriptor is an open /proc/PID/maps.  It stays with the address space
 * it was opened for: when that is gone (exit or exec) every question is
 * answered by -ESRCH, which nothing else tells as surely.
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
	uint64_t page_size;	/* of the mapping: more for hugetlb */
	uint64_t offset, dev, inode;
};

/*
 * The region that contains addr, or with or_next the first one that ends
 * above it.  name (may be NULL) gets at most size bytes, NUL included, of
 * its name.  -ENOENT: there is none.  -ESRCH: the address space is gone.
 * -ENOTTY: the kernel has no such call, or MMTOP_FAULT=no-procmap-query.
 */
MUST_CHECK int procmap_query(int maps_fd, uint64_t addr, bool or_next,
			     struct procmap *out, char *name, size_t size);
/*
 * Whether the address space of maps_fd is still there, with or without the
 * call above.
 */
bool procmap_alive(int maps_fd);

#endif
