/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which mappings are of hugetlbfs: smaps counts none of their pages as RSS.
 *
 * PROCMAP_QUERY tells by the page size.  Without it the device number does:
 * the kernel's own mounts are found by mapping (not touching) such pages
 * here, those of the user in mountinfo.
 */
#ifndef SOURCE_SAMPLE_PAGES_HUGETLB_H
#define SOURCE_SAMPLE_PAGES_HUGETLB_H

#include <stdbool.h>

#include "source/sample/core/sample.h"

struct hugetlb_devs;

struct hugetlb_devs *hugetlb_new(struct procroot *proc);
void hugetlb_free(struct hugetlb_devs *h);
/* maps_fd may be -1. */
bool hugetlb_region(struct hugetlb_devs *h, const struct sregion *r,
		    int maps_fd, uint64_t page_size);

#endif
