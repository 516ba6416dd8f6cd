/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs of pages summed into bins, exactly.
 *
 * A bin is a power of two of pages, the smallest for which at most `max` bins
 * cover the region.  Runs may reach beyond the region: they are cut.
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
	unsigned page_shift, bin_shift;	/* both are powers of two */
	size_t n;
	struct page_bin *bins;		/* owned, */
	size_t room;			/* ... for so many */
	bool clean;			/* no run was added: bins not set */
	uint64_t resident, swapped, zero, huge, written;
};

void binner_init(struct binner *b);
void binner_release(struct binner *b);
void binner_begin(struct binner *b, uint64_t start, uint64_t end,
		  uint64_t page_size, size_t max);
/* cats: enum page_cat. */
void binner_add(struct binner *b, uint64_t start, uint64_t end,
		unsigned cats);
/* No page of them was written, so far. */
void binner_forget_written(struct binner *b);
/* The bins, zeroed even when nothing was added. */
const struct page_bin *binner_bins(struct binner *b);
/* Calls each bin that [start, end) touches with how many of its pages are in
 * it. */
void binner_spread(const struct binner *b, uint64_t start, uint64_t end,
		   void (*fn)(void *arg, size_t bin, uint32_t pages),
		   void *arg);
/* Tells two pictures of pages apart; never 0. */
uint64_t binner_hash(struct binner *b);

#endif
