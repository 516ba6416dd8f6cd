/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages of one region, or of a window that is a part of the region, counted
 * in bins.
 *
 * There are at most PAGES_BINS_MAX bins (PAGES_WINDOW_MAX in a window).  A bin
 * covers a power-of-two number of pages: one page in regions of up to 16 MiB.
 * Counts are never estimated: pages_sum() over whole bins is exact, and
 * pages_count() fails if it would have to estimate a part of a bin.
 *
 * Newly written pages set news_ns, but do not count as a change of their bin.
 *
 * Invariant: n bins cover [start, end); bins[i] covers pages [i * bin_pages, (i
 * + 1) * bin_pages), the last bin maybe fewer.  Pages at or above the address
 * `scanned` have not been scanned (their bins are 0, but shown as `?`).
 */
#ifndef MODEL_MEMORY_PAGES_H
#define MODEL_MEMORY_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

#define PAGES_BINS_MAX 4096
#define PAGES_WINDOW_MAX 16384		/* maximum number of bins in a window */

struct pages {
	uint64_t start, end, scanned;
	uint32_t page_size;		/* 0: the region was never scanned */
	uint64_t bin_pages;
	size_t n;
	struct page_bin *bins;		/* owned; this array and the next three
					 * have n elements */
	uint64_t *changed_ns;		/* time of the bin's last change */
	struct page_bin *before;	/* the bin's value before that change */
	uint64_t *written_ns;		/* time of the last scan that found a
					 * written page in the bin; 0: none */
	uint64_t resident, swapped, zero, huge, exclusive, written;
					/* number of pages in all bins;
					 * EV_UNKNOWN if not known */
	uint64_t scanned_ns;		/* time of the newest event */
	uint64_t news_ns;		/* time of the last event with a change
					 * or a written page; 0: none */
	uint64_t exclusive_ns;		/* time when exclusive pages were
					 * counted */
};

void pages_release(struct pages *p);
/*
 * Takes over the bins of an event (clamped).  Returns false and does not change
 * p if the event makes no sense.
 *
 * If start and bin size are as before, an unchanged bin keeps its changed_ns.
 * changed_ns is 0 for a bin scanned for the first time.  Bins that an
 * incomplete scan did not reach keep the values of an earlier scan with the
 * same bins.  After a window moves by whole bins, the bins that are still
 * visible keep their values.
 */
bool pages_update(struct pages *p, const struct ev_pages *ev,
		  uint64_t time_ns);
/* The region now ends at `end`, which is lower than before. */
void pages_crop(struct pages *p, uint64_t end);
/* The region now starts at `start`: drops all bins except whole bins at or
 * above that address. */
void pages_crop_front(struct pages *p, uint64_t start);
/* Sums up bins [first, last) into *sum.  Returns their number of pages. */
uint64_t pages_sum(const struct pages *p, size_t first, size_t last,
		   struct page_bin *sum);
/*
 * Counts the pages of [start, end).  False if a part of the range was not
 * scanned, or if the range cuts a bin whose pages are not all alike.
 */
bool pages_count(const struct pages *p, uint64_t start, uint64_t end,
		 struct page_bin *sum);
/* Number of pages of the region. */
uint64_t pages_total(const struct pages *p);
/* The smallest power of two with which at most max bins cover n pages. */
uint64_t pages_bin_size(uint64_t n, uint64_t max);

#endif
