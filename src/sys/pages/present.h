/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads only those bytes of another process's memory that are present.
 *
 * For a plain read, the kernel would allocate an absent page, or swap in a
 * swapped page.  This would add memory to the process: 2 MiB or more for a page
 * of hugetlbfs.
 */
#ifndef SYS_PAGES_PRESENT_H
#define SYS_PAGES_PRESENT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/* Like pread() of /proc/PID/mem, but returns -errno, and reads at most to
 * the end of the page that contains `at`. -EAGAIN: the page is in swap.
 * -EFAULT: the page is not present.  If pagemap is -1, every page counts as
 * not present. */
MUST_CHECK ssize_t present_read(int mem, int pagemap, uint64_t at, void *to,
				size_t n);

#endif
