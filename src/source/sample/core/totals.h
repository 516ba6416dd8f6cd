/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the kernel counts of a process as it goes.
 *
 * A page that comes is a fault, one that goes makes it smaller, and a region
 * that comes or goes another size: while nothing of that has moved the map
 * and its pages are what they were, whatever it costs to read them.  There
 * are exceptions (a region that is moved, pages that are exchanged for as many
 * others by hand of another process, a few pages on kernels that count in
 * batches): so what rests is looked at all the same, but rarely, the more
 * rarely the more that costs, for all processes together.
 *
 * A log is told the truth of each period while that costs at most a
 * hundredth of a CPU, and of a single process always.
 */
#ifndef SOURCE_SAMPLE_CORE_TOTALS_H
#define SOURCE_SAMPLE_CORE_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

struct sampler;
struct sproc;

struct totals {
	bool known;
	uint64_t size, text, data, threads;		/* of the map */
	uint64_t resident, shared, minflt, majflt;	/* of its pages */
	uint64_t at_ns;
};

/* What was just read of a process for another reason: stat's share of them. */
struct counted {
	uint64_t at_ns;			/* before it was read; 0: never */
	uint64_t minflt, majflt, threads;
};

/* Whether that is still as good as a new look. */
bool counted_fresh(const struct counted *c);

/* As they are now; known false: cannot be read, or mean nothing here. */
struct totals totals_read(struct sampler *s, struct sproc *p);
bool totals_same_map(const struct totals *a, const struct totals *b);
/* Implies that the map is the same. */
bool totals_same_pages(const struct totals *a, const struct totals *b);
/* The share of the pages alone: of a map that changed, those that did not move
 * were not counted in vain. */
bool totals_same_counts(const struct totals *a, const struct totals *b);
/* What was looked at when the totals were `then`, and took so long: whether
 * that was too long ago to go on believing them. */
enum totals_of { TOTALS_MAP, TOTALS_PAGES };
bool totals_stale(const struct sampler *s, const struct totals *then,
		  uint64_t took_ns, enum totals_of what);

#endif
