/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages of one region, or of a window of it, counted in bins.
 *
 * At most PAGES_BINS_MAX bins of a power-of-two number of pages each: exact
 * per page up to 16 MiB, exactly aggregated beyond; finer in a window that
 * somebody looks at.  Never one struct a page; never a sample that pretends
 * to be a sum: pages_sum() over any whole number of bins is the true count,
 * and of a part of a bin only what must be so is told (pages_count()).
 *
 * What was written is news each time: it is no change of the bin.
 *
 * Invariant: n bins cover [start, end); bins[i] covers pages
 * [i * bin_pages, (i + 1) * bin_pages), the last maybe fewer.  Pages at or
 * beyond `scanned` have not been looked at (bins there are 0 but mean `?`).
 */
#ifndef MODEL_MEMORY_PAGES_H
#define MODEL_MEMORY_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

#define PAGES_BINS_MAX 4096
#define PAGES_WINDOW_MAX 16384		/* of a window */

struct pages {
	uint64_t start, end, scanned;
	uint32_t page_size;		/* 0: never scanned */
	uint64_t bin_pages;
	size_t n;
	struct page_bin *bins;		/* owned; n of each of these four */
	uint64_t *changed_ns;		/* last change of the bin */
	struct page_bin *before;	/* what it was before that */
	uint64_t *written_ns;		/* a page of it was last seen to have
					 * been written; 0: never */
	uint64_t resident, swapped, zero, huge, exclusive, written;
					/* sums; EV_UNKNOWN where not known */
	uint64_t scanned_ns;		/* time of the event */
	uint64_t news_ns;		/* the last one that changed a bin or
					 * found one written; 0: none has */
	uint64_t exclusive_ns;		/* when those were counted */
};

void pages_release(struct pages *p);
/*
 * Takes over what an event says (clamped); keeps changed_ns of bins that did
 * not change while the bin size and start stay the same.  changed_ns is 0 for
 * a bin that was looked at for the first time.  Of a scan that has not come
 * to the end yet the rest keeps what an earlier one of the same shape found.
 * A window that moved by whole bins keeps what the two have in common.
 * False when the event makes no sense and nothing was taken.
 */
bool pages_update(struct pages *p, const struct ev_pages *ev,
		  uint64_t time_ns);
/* The region ends at `end` now, which is less than before. */
void pages_crop(struct pages *p, uint64_t end);
/* It begins at `start` now: only the whole bins from there on stay known. */
void pages_crop_front(struct pages *p, uint64_t start);
/* Sums bins [first, last); returns how many pages they hold. */
uint64_t pages_sum(const struct pages *p, size_t first, size_t last,
		   struct page_bin *sum);
/*
 * Counts the pages of [start, end).  False where it is not known: not all of
 * it was looked at, or it takes a part of a bin of which some pages are one
 * thing and some another.
 */
bool pages_count(const struct pages *p, uint64_t start, uint64_t end,
		 struct page_bin *sum);
/* How many pages the region has. */
uint64_t pages_total(const struct pages *p);
/* The smallest power of two so that at most max bins cover n pages. */
uint64_t pages_bin_size(uint64_t n, uint64_t max);

#endif
