/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernel interface that scan.c, scanner.c and writes.c share.
 */
#ifndef SYS_PAGES_SCAN_KERNEL_H
#define SYS_PAGES_SCAN_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "sys/pages/scan.h"

/* Declarations of include/uapi/linux/fs.h since Linux 6.7 (GUARD: 6.16); the
 * headers of Debian 12 are of Linux 6.1.  The names are mmtop's own, so that
 * they do not clash with newer headers. */
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
/* Flag of the ioctl: write-protect the matching pages. */
#define SCAN_WP_MATCHING 1

#define PAGESCAN_HUGE (2ull << 20)
/*
 * Walk time after which a scan pauses.  Without a pause, a thread of the target
 * that sleeps until the walk ends would not run before the next walk starts. A
 * pause uses CPU time for its whole length, and more in a virtual machine.
 */
#define PAGESCAN_WALK_NS 30000
/* Walk time before the first pause of a scan.  Most scans end earlier, and a
 * thread that waits for such a scan waits no longer than for a pause. */
#define PAGESCAN_FIRST_NS 80000
/* Bytes that a call covers in a dense part.  There, a plain present page takes
 * a fifth of the time that it takes in a sparse part.  A waiting thread spins
 * for 10 us before it sleeps, so a call may take 10 us. */
#define PAGESCAN_DENSE (16ull << 20)
/* Bytes that a call covers in a part with large pages, which take 80 ns
 * each. */
#define PAGESCAN_LARGE (512ull << 20)
/* Bytes that a call matches in a sparse part: some 10 us if the pages are
 * adjacent, twice that if they are scattered.  With 8 MiB three times as many
 * mmap() calls of the program would sleep, and the scan would save only 1/30 of
 * its CPU time. */
#define PAGESCAN_SPARSE (4ull << 20)

struct pagescanner {
	uint64_t page;		/* page size in bytes */
	size_t window;		/* number of pages in PAGESCAN_WINDOW; 0: not
				 * probed yet */
	struct scan_range *vec;	/* has window + 1 elements */
	uint64_t *entries;	/* has `window` elements */
	bool ioctl;
	bool guard;		/* the kernel knows CAT_GUARD */
	bool huge_zero;		/* CAT_ZERO is also set for the huge zero
				 * page */
	uint64_t zero_frame;	/* frame number of the small zero page; 0: not
				 * known */
};

/* Number of ranges that fit in 8 KiB in the kernel.  If a call has room for
 * more ranges, it takes 0.4 us longer, even if it returns few. */
#define PAGESCAN_FEW 341

struct scan_ask {
	uint64_t inverted, anyof;
	uint64_t max_pages;	/* maximum number of matching pages; 0: no
				 * limit */
	size_t max_ranges;	/* maximum number of ranges returned, at most
				 * window + 1 */
};

/* Stores the matching ranges of [start, end) in sc->vec.  Returns their number
 * or -errno. */
MUST_CHECK int pagescan_call(struct pagescanner *sc, int fd, uint64_t start,
			     uint64_t end, const struct scan_ask *ask);

#endif
