/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/writes.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/pages/scan_kernel.h"

#define VEC_MAX 1024
#define PEEK_MAX 256
#define SPAN_FIRST (64ull << 20)
#define SPAN_MIN (1ull << 20)
#define SPAN_FAST_NS 100000	/* span grows after a call faster than this */
#define SPAN_SLOW_NS 500000	/* span shrinks after a call slower than this */

void writescan_begin(struct writescan *w, int pagemap, uint64_t start,
		     uint64_t end)
{
	*w = (struct writescan){
		.pagemap = pagemap, .pos = start, .end = end,
		.span = SPAN_FIRST,
		.vec = xcalloc(VEC_MAX, sizeof *w->vec),
	};
}

void writescan_end(struct writescan *w)
{
	free(w->vec);
	w->vec = NULL;
}

/*
 * Matches only WPALLOWED pages, because all other pages read as written.
 * Matches only present or swapped pages, because an untouched page next to a
 * written one reads as written, too.  Write-protecting an untouched page would
 * leave a marker in its entry, which other tools take for a swapped page.
 */
static int scan(struct writescan *w, uint64_t to)
{
	struct scan_arg arg = {
		.size = sizeof arg, .flags = SCAN_WP_MATCHING,
		.start = w->pos, .end = to,
		.vec = (uintptr_t)w->vec, .vec_len = VEC_MAX,
		.category_inverted = CAT_ZERO,
		.category_mask = CAT_WPALLOWED | CAT_WRITTEN | CAT_ZERO,
		.category_anyof_mask = CAT_PRESENT | CAT_SWAPPED,
		.return_mask = CAT_WRITTEN,
	};
	int n = ioctl(w->pagemap, IOC_PAGEMAP_SCAN, &arg);

	return n < 0 ? -errno : n;
}

static int step(struct writescan *w, writescan_fn *fn, void *arg)
{
	uint64_t to = w->end - w->pos > w->span ? w->pos + w->span : w->end;
	uint64_t took = clock_ns();
	int n = scan(w, to);

	if (n < 0)
		return n;
	took = clock_ns() - took;
	for (int i = 0; i < n; i++)
		fn(arg, w->vec[i].start, w->vec[i].end);
	/* If the ranges have filled vec, continue after the last one, since
	 * walk_end is stale in that case. */
	w->pos = n == VEC_MAX ? w->vec[n - 1].end : to;
	if (took < SPAN_FAST_NS && w->span < 1ull << 60)
		w->span *= 4;
	else if (took > SPAN_SLOW_NS && w->span > SPAN_MIN)
		w->span /= 4;
	return 0;
}

int writescan_step(struct writescan *w, uint64_t budget_ns, writescan_fn *fn,
		   void *arg)
{
	uint64_t begin = clock_ns();

	while (w->pos < w->end) {
		int r = step(w, fn, arg);

		if (r < 0)
			return r;
		if (clock_ns() - begin >= budget_ns)
			break;
		if (w->pos < w->end)
			pagescan_pause();
	}
	return w->pos >= w->end;
}

int writescan_peek(int pagemap, uint64_t start, uint64_t end,
		   writescan_peek_fn *fn, void *fn_arg)
{
	struct scan_range vec[PEEK_MAX];

	while (start < end) {
		struct scan_arg arg = {
			.size = sizeof arg, .start = start, .end = end,
			.vec = (uintptr_t)vec, .vec_len = PEEK_MAX,
			.category_mask = CAT_WPALLOWED | CAT_PRESENT,
			.return_mask = CAT_WRITTEN,
		};
		int n = ioctl(pagemap, IOC_PAGEMAP_SCAN, &arg);

		if (n < 0)
			return -errno;
		for (int i = 0; i < n; i++)
			fn(fn_arg, vec[i].start, vec[i].end,
			   vec[i].categories & CAT_WRITTEN);
		start = n == PEEK_MAX ? vec[n - 1].end : end;
	}
	return 0;
}

int writescan_any(int pagemap, uint64_t start, uint64_t end)
{
	struct scan_range found;
	struct scan_arg arg = {
		.size = sizeof arg, .start = start, .end = end,
		.vec = (uintptr_t)&found, .vec_len = 1, .max_pages = 1,
		.category_inverted = CAT_ZERO, .category_mask = CAT_ZERO,
		.category_anyof_mask = CAT_PRESENT | CAT_SWAPPED,
		.return_mask = CAT_PRESENT,
	};
	int n = ioctl(pagemap, IOC_PAGEMAP_SCAN, &arg);

	return n < 0 ? -errno : n > 0;
}
