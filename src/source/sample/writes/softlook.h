/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds written pages with soft-dirty bits (writelook.h): each pass reads the
 * bits, then resets them.  A write between the read and the reset would be
 * lost, because mmtop does not stop the process.  But the first write to a page
 * after a reset is a page fault, and the kernel counts faults.  So mmtop
 * repeats the read until no fault occurs during it.  If faults never cease,
 * `missed` is the maximum number of pages that were not seen.
 *
 *	softlook_reset(s, p)			starts tracking
 *	softlook_begin(s, p), softlook_step()	each pass
 *	softlook_regions(p)			the map changed during a pass
 *
 * If a mapping has grown, the kernel reports all its pages as written.  mmtop
 * then reports only the new part as written, and counts the old part as missed.
 * mmtop cannot detect this case if every page was touched.  Memory that is not
 * in the map yet is not read, but its bits are reset.
 */
#ifndef SOURCE_SAMPLE_WRITES_SOFTLOOK_H
#define SOURCE_SAMPLE_WRITES_SOFTLOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/vec.h"
#include "sys/pages/set.h"

struct sampler;
struct sproc;

struct softlook {
	struct pageset found;		/* written pages found in this pass */
	VEC(struct page_range) known;	/* regions tracked at the last reset,
					 * sorted */
	VEC(struct page_range) whole;	/* regions in which the kernel reports
					 * every page as written, sorted */
	bool part;			/* the current region is in `whole` */
	uint64_t faults;		/* number of faults when the read of the
					 * bits started */
	unsigned tries;
	uint64_t missed;		/* maximum number of pages not seen
					 * since tracking started */
};

void softlook_release(struct softlook *l);
/* Returns 0, -EOPNOTSUPP if this kernel has no soft-dirty bits, or another
 * -errno. */
MUST_CHECK int softlook_reset(struct sampler *s, struct sproc *p);
MUST_CHECK int softlook_begin(struct sampler *s, struct sproc *p);
void softlook_regions(struct sproc *p);
/* Does a part of a pass.  Returns 0 if the pass is not complete, 1 at its end,
 * or -errno.  At the end, calls fn for the written pages. */
MUST_CHECK int softlook_step(struct sampler *s, struct sproc *p,
			     uint64_t deadline,
			     void (*fn)(void *arg, uint64_t start,
					uint64_t end),
			     void *arg);

#endif
