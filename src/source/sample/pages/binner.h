/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums runs of pages into bins, exactly.
 *
 * The number of pages per bin is the smallest power of two for which at most
 * `max` bins cover the region.  The parts of runs outside of the region are
 * ignored.
 */
#ifndef SOURCE_SAMPLE_PAGES_BINNER_H
#define SOURCE_SAMPLE_PAGES_BINNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

#define BINS_MAX 4096
#define BINS_WINDOW_MAX 16384

struct binner {
	uint64_t start, end, page_size;
	uint64_t bin_pages;
	unsigned page_shift, bin_shift;	/* page_size and bin_pages are powers of
					 * two */
	size_t n;
	struct page_bin *bins;		/* owned */
	size_t room;			/* number of allocated bins */
	bool clean;			/* no run was added yet: the bins are
					 * not initialized */
	uint64_t resident, swapped, zero, huge, written;
};

void binner_init(struct binner *b);
void binner_release(struct binner *b);
void binner_begin(struct binner *b, uint64_t start, uint64_t end,
		  uint64_t page_size, size_t max);
/* Adds a run of pages, all of the categories `cats` (enum page_cat). */
void binner_add(struct binner *b, uint64_t start, uint64_t end,
		unsigned cats);
/* Sets the written pages of all bins to 0. */
void binner_forget_written(struct binner *b);
/* Returns the bins, which are zero if nothing was added. */
const struct page_bin *binner_bins(struct binner *b);
/* Calls fn for each bin that overlaps [start, end), with the number of its
 * pages in that range. */
void binner_spread(const struct binner *b, uint64_t start, uint64_t end,
		   void (*fn)(void *arg, size_t bin, uint32_t pages),
		   void *arg);
/* Returns a hash of the bins, to detect changes; never 0. */
uint64_t binner_hash(struct binner *b);

#endif
