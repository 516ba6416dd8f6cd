/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "model/memory/pages.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"

_Static_assert(offsetof(struct page_bin, written) + sizeof(uint32_t) ==
	       sizeof(struct page_bin), "the last one: see bin_equal()");

#define BIN_PAGES_MAX (UINT64_C(1) << 31)	/* the counts of a bin have 32
						 * bits */

void pages_release(struct pages *p)
{
	free(p->bins);
	*p = (struct pages){ 0 };
}

uint64_t pages_bin_size(uint64_t n, uint64_t max)
{
	uint64_t size = 1;

	while (max && n / size + (n % size != 0) > max)
		size *= 2;
	return size;
}

uint64_t pages_total(const struct pages *p)
{
	if (!p->page_size)
		return 0;
	return (p->end - p->start) / p->page_size +
	       ((p->end - p->start) % p->page_size != 0);
}

static uint64_t bin_holds(const struct pages *p, size_t i)
{
	uint64_t from = i * p->bin_pages, total = pages_total(p);

	return total - from < p->bin_pages ? total - from : p->bin_pages;
}

/* Adds n to *sum.  Stops at the maximum: a wrapped count would be wrong. */
static void count_add(uint32_t *sum, uint32_t n)
{
	if (__builtin_add_overflow(*sum, n, sum))
		*sum = UINT32_MAX;
}

static void bin_add(struct page_bin *sum, const struct page_bin *bin)
{
	count_add(&sum->resident, bin->resident);
	count_add(&sum->swapped, bin->swapped);
	count_add(&sum->zero, bin->zero);
	count_add(&sum->huge, bin->huge);
	count_add(&sum->exclusive, bin->exclusive);
	count_add(&sum->written, bin->written);
}

uint64_t pages_sum(const struct pages *p, size_t first, size_t last,
		   struct page_bin *sum)
{
	uint64_t held = 0;

	*sum = (struct page_bin){ 0 };
	if (last > p->n)
		last = p->n;
	for (size_t i = first; i < last; i++) {
		bin_add(sum, &p->bins[i]);
		held += bin_holds(p, i);
	}
	return held;
}

/* Address of the first page after bin i. */
static uint64_t bin_end(const struct pages *p, size_t i)
{
	uint64_t bytes = p->bin_pages * p->page_size;

	return i + 1 >= p->n ? p->end : p->start + (i + 1) * bytes;
}

/* Adds the counts for `pages` of the `holds` pages in a bin.  False if the
 * pages of the bin are not all alike. */
static bool part_add(struct page_bin *sum, const struct page_bin *bin,
		     uint64_t holds, uint64_t pages)
{
	uint32_t all = (uint32_t)holds, part = (uint32_t)pages;
	struct page_bin is = { 0 };
	const uint32_t counts[] = {
		bin->resident, bin->swapped, bin->zero, bin->huge,
		bin->exclusive, bin->written,
	};
	uint32_t *const to[] = {
		&is.resident, &is.swapped, &is.zero, &is.huge, &is.exclusive,
		&is.written,
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		if (counts[i] && counts[i] != all)
			return false;
		*to[i] = counts[i] ? part : 0;
	}
	bin_add(sum, &is);
	return true;
}

bool pages_count(const struct pages *p, uint64_t start, uint64_t end,
		 struct page_bin *sum)
{
	uint64_t from, to, page;

	*sum = (struct page_bin){ 0 };
	if (!p->page_size || start < p->start || end > p->scanned ||
	    start >= end)
		return false;
	from = (start - p->start) / p->page_size;
	to = (end - p->start + p->page_size - 1) / p->page_size;
	for (page = from; page < to;) {
		size_t i = (size_t)(page / p->bin_pages);
		uint64_t first = i * p->bin_pages, holds, next;

		if (i >= p->n)
			return false;
		holds = bin_holds(p, i);
		next = first + holds < to ? first + holds : to;
		if (next - page == holds)
			bin_add(sum, &p->bins[i]);
		else if (bin_end(p, i) > p->scanned ||
			 !part_add(sum, &p->bins[i], holds, next - page))
			return false;
		page = next;
	}
	return true;
}

/* --- events ------------------------------------------------------------- */

/* Sets all fields of `to` except the bins.  False if the event contradicts
 * itself. */
static bool pages_shape(struct pages *to, const struct ev_pages *ev)
{
	uint64_t ps = ev->page_size, bp = ev->bin_pages;

	if (ev->start >= ev->end || ps < 512 || ps > (1u << 30) ||
	    (ps & (ps - 1)) || !bp || bp > BIN_PAGES_MAX || (bp & (bp - 1)))
		return false;
	*to = (struct pages){
		.start = ev->start, .end = ev->end,
		.page_size = (uint32_t)ps, .bin_pages = bp,
	};
	uint64_t total = pages_total(to);
	uint64_t n = total / bp + (total % bp != 0);
	if (n > (ev->detail == PAGES_OF_WINDOW ? PAGES_WINDOW_MAX
					       : PAGES_BINS_MAX))
		return false;
	to->n = (size_t)n;
	return true;
}

#define BIN_BYTES (2 * sizeof(struct page_bin) + 2 * sizeof(uint64_t))

/* Sets the arrays, which are in one block.  The first two have 48 bytes per
 * bin, so changed_ns is aligned. */
static void pages_place(struct pages *p, void *block)
{
	p->bins = block;
	p->before = p->bins + p->n;
	p->changed_ns = (uint64_t *)(void *)(p->before + p->n);
	p->written_ns = p->changed_ns + p->n;
}

static void pages_alloc(struct pages *p)
{
	pages_place(p, xcalloc(p->n, BIN_BYTES));
}

void copy_pages(struct copying *c, struct pages *p)
{
	if (p->n)
		pages_place(p, copied(c, p->bins, p->n * BIN_BYTES));
}

static void bin_clamp(struct page_bin *b, uint64_t most)
{
	uint32_t max = (uint32_t)most;
	uint32_t *counts[] = {
		&b->resident, &b->swapped, &b->zero, &b->huge,
		&b->exclusive, &b->written,
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (*counts[i] > max)
			*counts[i] = max;
}

/* Copies the bins, clamped, and sets `scanned`. */
static void pages_take_bins(struct pages *p, const struct ev_pages *ev)
{
	size_t given = ev->bins.len / sizeof *p->bins;

	if (given > p->n)
		given = p->n;
	/* The bytes may be unaligned, since they point into an encoded
	 * frame. */
	if (given)
		memcpy(p->bins, ev->bins.data, given * sizeof *p->bins);
	for (size_t i = 0; i < given; i++)
		bin_clamp(&p->bins[i], bin_holds(p, i));
	p->scanned = ev->scanned;
	if (p->scanned > p->end)
		p->scanned = p->end;
	if (p->scanned < p->start)
		p->scanned = p->start;
	uint64_t known = given ? bin_end(p, given - 1) : p->start;
	if (p->scanned > known)
		p->scanned = known;
}

static bool bin_equal(const struct page_bin *a, const struct page_bin *b)
{
	return !memcmp(a, b, offsetof(struct page_bin, written));
}

/* True if the bins of p and old have the same size and line up.  *shift is then
 * the number of bins by which p starts after old. */
static bool bins_meet(const struct pages *p, const struct pages *old,
		      int64_t *shift)
{
	int64_t bytes = (int64_t)(p->bin_pages * p->page_size);
	int64_t apart = (int64_t)(p->start - old->start);

	if (old->page_size != p->page_size || old->bin_pages != p->bin_pages ||
	    apart % bytes != 0)
		return false;
	*shift = apart / bytes;
	return true;
}

/* Bin j of `old`; NULL if it was not scanned completely. */
static const struct page_bin *bin_then(const struct pages *old, int64_t j)
{
	return j >= 0 && j < (int64_t)old->n &&
	       bin_end(old, (size_t)j) <= old->scanned ? &old->bins[j] : NULL;
}

/*
 * Sets `before` and changed_ns of each bin.  A bin that p did not scan
 * completely takes over the counts of old, if known, and counts as unchanged.
 * `grown` is true if bins beyond the end of old were empty before.
 */
static void pages_compare(struct pages *p, const struct pages *old,
			  int64_t shift, bool grown, uint64_t time_ns)
{
	static const struct page_bin empty;
	uint64_t kept = p->scanned;

	for (size_t i = 0; i < p->n; i++) {
		int64_t j = (int64_t)i + shift;
		const struct page_bin *then = bin_then(old, j);
		uint64_t end = bin_end(p, i);

		if (then) {
			p->changed_ns[i] = old->changed_ns[j];
			p->before[i] = old->before[j];
			p->written_ns[i] = old->written_ns[j];
		} else if (grown && j >= (int64_t)old->n) {
			then = &empty;
		}
		if (end > p->scanned) {
			/* Stop here: since p has only one `scanned`, no known
			 * bin may follow an unknown bin. */
			if (!then || then == &empty ||
			    end != bin_end(old, (size_t)j))
				break;
			p->bins[i] = *then;
			kept = end;
		} else if (then && !bin_equal(&p->bins[i], then)) {
			p->changed_ns[i] = p->news_ns = time_ns;
			p->before[i] = *then;
		}
	}
	p->scanned = kept;
}

/* Returns the event's sum if it is plausible, otherwise the sum of the bins. */
static uint64_t pages_believe(uint64_t said, uint64_t bins, uint64_t total,
			      bool whole)
{
	if (said == EV_UNKNOWN)
		return EV_UNKNOWN;
	return whole && said <= total ? said : bins;
}

static void pages_take_sums(struct pages *p, const struct ev_pages *ev)
{
	uint64_t total = pages_total(p), sum[6] = { 0 };
	bool whole = ev->scanned >= ev->end;

	for (size_t i = 0; i < p->n; i++) {
		sum[0] += p->bins[i].resident;
		sum[1] += p->bins[i].swapped;
		sum[2] += p->bins[i].zero;
		sum[3] += p->bins[i].huge;
		sum[4] += p->bins[i].exclusive;
		sum[5] += p->bins[i].written;
	}
	p->resident = pages_believe(ev->resident, sum[0], total, whole);
	p->swapped = pages_believe(ev->swapped, sum[1], total, whole);
	p->zero = pages_believe(ev->zero, sum[2], total, whole);
	p->huge = pages_believe(ev->huge, sum[3], total, whole);
	p->exclusive = pages_believe(ev->exclusive, sum[4], total, whole);
	p->written = pages_believe(ev->written, sum[5], total, whole);
}

bool pages_update(struct pages *p, const struct ev_pages *ev, uint64_t time_ns)
{
	struct pages now;
	int64_t shift;

	if (!pages_shape(&now, ev))
		return false;
	pages_alloc(&now);
	pages_take_bins(&now, ev);
	now.news_ns = p->news_ns;
	if (p->page_size && bins_meet(&now, p, &shift) &&
	    (shift == 0 || ev->detail == PAGES_OF_WINDOW))
		pages_compare(&now, p, shift,
			      ev->detail != PAGES_OF_WINDOW &&
			      p->scanned == p->end, time_ns);
	for (size_t i = 0; i < now.n; i++)
		if (now.bins[i].written && bin_end(&now, i) <= ev->scanned)
			now.written_ns[i] = now.news_ns = time_ns;
	pages_take_sums(&now, ev);
	now.scanned_ns = time_ns;
	now.exclusive_ns = ev->exclusive_ns && ev->exclusive_ns < time_ns
				   ? ev->exclusive_ns : time_ns;
	pages_release(p);
	*p = now;
	return true;
}

/* Recounts the known sums after bins were removed. */
static void pages_resum(struct pages *p)
{
	struct page_bin sum;

	pages_sum(p, 0, p->n, &sum);
	p->resident = p->resident == EV_UNKNOWN ? EV_UNKNOWN : sum.resident;
	p->swapped = p->swapped == EV_UNKNOWN ? EV_UNKNOWN : sum.swapped;
	p->zero = p->zero == EV_UNKNOWN ? EV_UNKNOWN : sum.zero;
	p->huge = p->huge == EV_UNKNOWN ? EV_UNKNOWN : sum.huge;
	p->exclusive = p->exclusive == EV_UNKNOWN ? EV_UNKNOWN : sum.exclusive;
	p->written = p->written == EV_UNKNOWN ? EV_UNKNOWN : sum.written;
}

void pages_crop(struct pages *p, uint64_t end)
{
	if (!p->page_size || end >= p->end)
		return;
	if (end <= p->start) {
		pages_release(p);
		return;
	}
	p->end = end;
	uint64_t total = pages_total(p);
	size_t n = (size_t)(total / p->bin_pages +
			    (total % p->bin_pages != 0));
	if (n > p->n)
		n = p->n;
	p->n = n;
	/* The counts of the last bin, which was cut, are no longer known. */
	if (total % p->bin_pages && p->scanned > p->start +
	    (n - 1) * p->bin_pages * p->page_size)
		p->scanned = p->start + (n - 1) * p->bin_pages * p->page_size;
	if (p->scanned > end)
		p->scanned = end;
	if (total % p->bin_pages)
		p->bins[n - 1] = (struct page_bin){ 0 };
	pages_resum(p);
}

void pages_crop_front(struct pages *p, uint64_t start)
{
	if (!p->page_size || start <= p->start)
		return;
	uint64_t bytes = p->bin_pages * p->page_size;
	uint64_t gone = (start - p->start) / bytes +
			((start - p->start) % bytes != 0);
	if (start >= p->end || gone >= p->n) {
		pages_release(p);
		return;
	}
	p->n -= (size_t)gone;
	p->start += gone * bytes;
	if (p->scanned < p->start)
		p->scanned = p->start;
	memmove(p->bins, p->bins + gone, p->n * sizeof *p->bins);
	memmove(p->before, p->before + gone, p->n * sizeof *p->before);
	memmove(p->changed_ns, p->changed_ns + gone,
		p->n * sizeof *p->changed_ns);
	memmove(p->written_ns, p->written_ns + gone,
		p->n * sizeof *p->written_ns);
	pages_resum(p);
}
