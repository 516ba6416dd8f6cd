/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pages were written since the last look, of memory that is registered
 * with a userfaultfd (sys/pages/uffd.h): one call both tells of them and protects
 * them anew, so that no write falls between.
 *
 *	writescan_begin(&w, pagemap, start, end);
 *	while ((rc = writescan_step(&w, 2 ms, run, arg)) == 0)
 *		...			come back later
 *	writescan_end(&w);
 *
 * What is not registered, or not there, is passed over.  A page of zeros that
 * was only read is not written.  A large page counts whole.  A call walks so
 * much that it takes half a millisecond at most, as the target's own mmap()
 * waits for it; between two of them it has 20 us.
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
/* 1 when it is complete, 0 when there is more, -errno. */
MUST_CHECK int writescan_step(struct writescan *w, uint64_t budget_ns,
			      writescan_fn *fn, void *arg);
void writescan_end(struct writescan *w);

/*
 * The pages of [start, end) that are there and registered, and whether they
 * were written since they were last protected; nothing changes.  0 or -errno.
 * In one call: for some thousands of pages that are there, and any hole.
 */
typedef void writescan_peek_fn(void *arg, uint64_t start, uint64_t end,
			       bool written);
MUST_CHECK int writescan_peek(int pagemap, uint64_t start, uint64_t end,
			      writescan_peek_fn *fn, void *arg);

#endif
