/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of another process's memory that are in memory already.
 *
 * A read of a page that is absent or swapped makes the kernel bring it: the
 * process would have it from then on, and one page of hugetlbfs is 2 MiB or
 * more.
 */
#ifndef SYS_PAGES_PRESENT_H
#define SYS_PAGES_PRESENT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/* As pread() of /proc/PID/mem, but for -errno: as far as the page of at goes,
 * -EAGAIN where that is in swap, and -EFAULT where it is not present.  Of
 * pagemap -1 nothing is. */
MUST_CHECK ssize_t present_read(int mem, int pagemap, uint64_t at, void *to,
				size_t n);

#endif
