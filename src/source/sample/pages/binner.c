/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/pages/binner.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/pages/scan.h"

void binner_init(struct binner *b)
{
	*b = (struct binner){ .bins = NULL };
}

void binner_release(struct binner *b)
{
	free(b->bins);
	binner_init(b);
}

void binner_begin(struct binner *b, uint64_t start, uint64_t end,
		  uint64_t page_size, size_t max)
{
	uint64_t pages = (end - start) / page_size, bin = 1;

	max = max < 1 ? 1 : max > BINS_WINDOW_MAX ? BINS_WINDOW_MAX : max;
	while (pages / bin + (pages % bin != 0) > max)
		bin *= 2;
	b->start = start;
	b->end = end;
	b->page_size = page_size;
	b->bin_pages = bin;
	b->page_shift = (unsigned)__builtin_ctzll(page_size);
	b->bin_shift = (unsigned)__builtin_ctzll(bin);
	b->n = (size_t)(pages / bin + (pages % bin != 0));
	if (b->n > b->room) {
		free(b->bins);
		b->room = b->n > BINS_MAX ? BINS_WINDOW_MAX : BINS_MAX;
		b->bins = xcalloc(b->room, sizeof *b->bins);
	}
	b->clean = true;
	b->resident = b->swapped = b->zero = b->huge = b->written = 0;
}

const struct page_bin *binner_bins(struct binner *b)
{
	if (b->clean)
		memset(b->bins, 0, b->n * sizeof *b->bins);
	b->clean = false;
	return b->bins;
}

void binner_spread(const struct binner *b, uint64_t start, uint64_t end,
		   void (*fn)(void *arg, size_t bin, uint32_t pages),
		   void *arg)
{
	uint64_t page, last;

	start = start < b->start ? b->start : start;
	end = end > b->end ? b->end : end;
	if (start >= end)
		return;
	/* A division would take most of the time of a run, and a scan of
	 * scattered pages has very many runs. */
	page = (start - b->start) >> b->page_shift;
	last = (end - b->start) >> b->page_shift;
	while (page < last) {
		uint64_t bin = page >> b->bin_shift;
		uint64_t next = (bin + 1) << b->bin_shift;

		next = next < last ? next : last;
		fn(arg, (size_t)bin, (uint32_t)(next - page));
		page = next;
	}
}

struct adding {
	struct binner *b;
	unsigned cats;
};

static void add_to_bin(void *arg, size_t bin, uint32_t pages)
{
	struct adding *a = arg;
	struct page_bin *to = &a->b->bins[bin];

	if (a->cats & PAGE_PRESENT) {
		to->resident += pages;
		a->b->resident += pages;
	}
	if (a->cats & PAGE_SWAPPED) {
		to->swapped += pages;
		a->b->swapped += pages;
	}
	if (a->cats & PAGE_ZERO) {
		to->zero += pages;
		a->b->zero += pages;
	}
	/* The huge zero page does not count as memory, as in smaps. */
	if ((a->cats & (PAGE_HUGE | PAGE_ZERO)) == PAGE_HUGE) {
		to->huge += pages;
		a->b->huge += pages;
	}
	if (a->cats & PAGE_WRITTEN) {
		to->written += pages;
		a->b->written += pages;
	}
}

void binner_forget_written(struct binner *b)
{
	for (size_t i = 0; b->written && i < b->n; i++)
		b->bins[i].written = 0;
	b->written = 0;
}

void binner_add(struct binner *b, uint64_t start, uint64_t end, unsigned cats)
{
	struct adding a = { b, cats };

	(void)binner_bins(b);
	binner_spread(b, start, end, add_to_bin, &a);
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ (h >> 29);
}

uint64_t binner_hash(struct binner *b)
{
	uint64_t h = mix(mix(b->bin_pages, b->start), b->end);

	if (b->clean)
		return h | 1;
	for (size_t i = 0; i < b->n; i++) {
		const struct page_bin *bin = &b->bins[i];

		h = mix(h, (uint64_t)bin->resident << 32 | bin->swapped);
		h = mix(h, (uint64_t)bin->zero << 32 | bin->huge);
		if (bin->written)
			h = mix(h, bin->written);
	}
	return h | 1;
}
