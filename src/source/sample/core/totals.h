/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters of the kernel that show if a process' map or pages have changed.
 *
 * A new page causes a fault, a removed page decreases the resident size, and a
 * mapped or unmapped region changes the other sizes.  While no counter changes,
 * mmtop assumes that map and pages are unchanged, and does not read them.  The
 * counters miss some changes: a moved region, pages that another process
 * replaces with the same number of other pages, a few pages on kernels that
 * count in batches.  So mmtop also reads idle processes, but rarely: the
 * interval grows with the total cost of these reads.
 *
 * A log gets the values of each period while that costs at most a hundredth of
 * a CPU.  A log of a single process always gets them.
 */
#ifndef SOURCE_SAMPLE_CORE_TOTALS_H
#define SOURCE_SAMPLE_CORE_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

struct sampler;
struct sproc;

struct totals {
	bool known;
	uint64_t size, text, data, threads;		/* change with the
							 * map */
	uint64_t resident, shared, minflt, majflt;	/* change with its
							 * pages */
	uint64_t at_ns;
};

/* Values that another job has just read from /proc/PID/stat. */
struct counted {
	uint64_t at_ns;			/* taken before the read; 0: never
					 * read */
	uint64_t minflt, majflt, threads;
};

/* True if the values of c are recent enough to use instead of a new read. */
bool counted_fresh(const struct counted *c);

/* Reads the current totals.  `known` is false if they cannot be read, or do not
 * apply (a captured tree, a leader that has exited). */
struct totals totals_read(struct sampler *s, struct sproc *p);
bool totals_same_map(const struct totals *a, const struct totals *b);
/* True if map and pages are unchanged; implies totals_same_map(). */
bool totals_same_pages(const struct totals *a, const struct totals *b);
/* Compares only the counters of pages.  If only the map has changed, the page
 * counts of regions that did not move stay valid. */
bool totals_same_counts(const struct totals *a, const struct totals *b);
/* True if the map (TOTALS_MAP) or the pages (TOTALS_PAGES) must be read again
 * although the totals are unchanged.  `then` are the totals of the last read,
 * which took took_ns. */
enum totals_of { TOTALS_MAP, TOTALS_PAGES };
bool totals_stale(const struct sampler *s, const struct totals *then,
		  uint64_t took_ns, enum totals_of what);

#endif
