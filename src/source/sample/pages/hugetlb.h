/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds mappings of hugetlbfs, because smaps does not count their pages as RSS.
 *
 * PROCMAP_QUERY returns the page size of a mapping, which shows if it is of
 * hugetlbfs.  Without that ioctl, the device number of the mapping shows it.
 * To learn the numbers of the kernel's own mounts, mmtop maps (but does not
 * touch) a page of each size; mounts of the user are in mountinfo.
 */
#ifndef SOURCE_SAMPLE_PAGES_HUGETLB_H
#define SOURCE_SAMPLE_PAGES_HUGETLB_H

#include <stdbool.h>

#include "source/sample/core/sample.h"

struct hugetlb_devs;

struct hugetlb_devs *hugetlb_new(struct procroot *proc);
void hugetlb_free(struct hugetlb_devs *h);
/* True if r is a mapping of hugetlbfs.  If maps_fd is -1, r's device number
 * decides. */
bool hugetlb_region(struct hugetlb_devs *h, const struct sregion *r,
		    int maps_fd, uint64_t page_size);

#endif
