/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pagescan.c and pagescanner.c share: the kernel's side of it.
 */
#ifndef SYS_PAGES_SCAN_KERNEL_H
#define SYS_PAGES_SCAN_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "sys/pages/scan.h"

/* As in include/uapi/linux/fs.h since Linux 6.7 (GUARD: 6.16); Debian 12's
 * headers are 6.1.  Own names, so that newer headers do not clash. */
struct scan_range {
	uint64_t start, end, categories;
};
struct scan_arg {
	uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages,
		category_inverted, category_mask, category_anyof_mask,
		return_mask;
};
_Static_assert(sizeof(struct scan_arg) == 96, "the kernel's size");

#define IOC_PAGEMAP_SCAN _IOWR('f', 16, struct scan_arg)
enum {
	CAT_WPALLOWED = 1, CAT_WRITTEN = 2, CAT_FILE = 4, CAT_PRESENT = 8,
	CAT_SWAPPED = 16, CAT_ZERO = 32, CAT_HUGE = 64, CAT_GUARD = 256
};
/* A flag: what matches is protected against writing. */
#define SCAN_WP_MATCHING 1

#define PAGESCAN_HUGE (2ull << 20)
/*
 * A pause when the walks since the last one took so long.  It costs as much
 * CPU as it takes itself, in a virtual machine more than that; but without it
 * who waits for the walk, and has gone to sleep over it, does not get in before
 * the next.
 */
#define PAGESCAN_WALK_NS 30000
/* The first of a scan comes later: most are over by then, and who waits for one
 * of those waits no longer than a pause takes. */
#define PAGESCAN_FIRST_NS 80000
/* What a dense call covers: what is plainly present costs it a fifth.  Who
 * waits spins for 10 us, and only then sleeps: so long a call may take. */
#define PAGESCAN_DENSE (16ull << 20)
/* The same of large pages, which take 80 ns each. */
#define PAGESCAN_LARGE (512ull << 20)
/* What a sparse one matches: some 10 us of what lies together, twice that of
 * pages that are scattered.  With twice as many three times as many of the
 * program's mmap()s are put to sleep, for a thirtieth of CPU time less. */
#define PAGESCAN_SPARSE (4ull << 20)

struct pagescanner {
	uint64_t page;		/* bytes */
	size_t window;		/* pages in PAGESCAN_WINDOW; 0: not ready */
	struct scan_range *vec;	/* window + 1 */
	uint64_t *entries;	/* window */
	bool ioctl;
	bool guard;		/* the kernel knows CAT_GUARD */
	bool huge_zero;		/* CAT_ZERO tells the huge zero page too */
	uint64_t zero_frame;	/* of the small zero page; 0: not known */
};

/* So many ranges the kernel has room for in 8 KiB; for more of them it takes
 * 0.4 us a call longer, however many there are. */
#define PAGESCAN_FEW 341

struct scan_ask {
	uint64_t inverted, anyof;
	uint64_t max_pages;	/* 0: all */
	size_t max_ranges;	/* at most window + 1 */
};

/* The ranges of [start, end) that match, in sc->vec; their number or
 * -errno. */
MUST_CHECK int pagescan_call(struct pagescanner *sc, int fd, uint64_t start,
			     uint64_t end, const struct scan_ask *ask);

#endif
