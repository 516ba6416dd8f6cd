/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the pages written since the last scan, in memory that is registered
 * with a userfaultfd (sys/pages/uffd.h).  One call reports the pages and
 * write-protects them again, so that no write is missed.
 *
 *	writescan_begin(&w, pagemap, start, end);
 *	while ((rc = writescan_step(&w, 2 ms, run, arg)) == 0)
 *		...			continue later
 *	writescan_end(&w);
 *
 * Skips pages that are unregistered or absent.  A zero page that was only read
 * does not count as written.  A large page is reported as a whole.  A call
 * takes at most half a millisecond, since the target's mmap() waits until it
 * returns; between two calls there is a pause of 20 us.
 */
#ifndef SYS_PAGES_WRITES_H
#define SYS_PAGES_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

typedef void writescan_fn(void *arg, uint64_t start, uint64_t end);

struct scan_range;

struct writescan {
	int pagemap;			/* borrowed */
	uint64_t pos, end;
	uint64_t span;
	struct scan_range *vec;		/* owned */
};

void writescan_begin(struct writescan *w, int pagemap, uint64_t start,
		     uint64_t end);
/* Returns 1 when the scan is complete, 0 if there are pages left, or -errno. */
MUST_CHECK int writescan_step(struct writescan *w, uint64_t budget_ns,
			      writescan_fn *fn, void *arg);
void writescan_end(struct writescan *w);

/*
 * Reports the pages of [start, end) that are present and registered, and
 * whether they were written since they were last protected.  Changes nothing.
 * Returns 0 or -errno.  All is done in one step, so the range should have at
 * most some thousands of present pages.  Holes may have any size.
 */
typedef void writescan_peek_fn(void *arg, uint64_t start, uint64_t end,
			       bool written);
MUST_CHECK int writescan_peek(int pagemap, uint64_t start, uint64_t end,
			      writescan_peek_fn *fn, void *arg);

/* Returns 1 if a page of [start, end) is present or in swap, other than the
 * zero page; 0 if none is; or -errno. */
MUST_CHECK int writescan_any(int pagemap, uint64_t start, uint64_t end);

#endif
