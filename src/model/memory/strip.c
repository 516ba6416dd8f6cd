/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest STRIP event: the file of a region, by file offset. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define NAME_MAX_KEPT 4096
#define PARTS_MAX 64
#define RANGES_MAX 256
#define BIN_PAGES_MAX (UINT64_C(1) << 31)

void strip_release(struct file_strip *f)
{
	free(f->bins);
	free(f->parts);
	free(f->now_ranges);
	free(f->ever_ranges);
	free(f->name);
	*f = (struct file_strip){ 0 };
}

void copy_strip(struct copying *c, struct file_strip *f)
{
	f->bins = copied(c, f->bins, f->n * sizeof *f->bins);
	f->parts = copied(c, f->parts, f->n_parts * sizeof *f->parts);
	f->now_ranges = copied(c, f->now_ranges,
			       f->n_now * sizeof *f->now_ranges);
	f->ever_ranges = copied(c, f->ever_ranges,
				f->n_ever * sizeof *f->ever_ranges);
	f->name = copied_text(c, f->name);
}

/* Copies at most `most` elements; the source may be unaligned. */
static void *copy(const struct bytes *b, size_t size, size_t most, size_t *n)
{
	void *to;

	*n = b->len / size < most ? b->len / size : most;
	to = xcalloc(*n + 1, size);
	if (*n)
		memcpy(to, b->data, *n * size);
	return to;
}

static void clamp_bins(struct file_strip *f)
{
	uint32_t most = (uint32_t)f->bin_pages;

	for (size_t i = 0; i < f->n; i++) {
		struct file_bin *b = &f->bins[i];
		uint32_t *counts[] = { &b->cached, &b->dirty, &b->mapped,
				       &b->private, &b->ever };

		/* The pages of a file that is mapped twice are counted
		 * twice. */
		for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
			if (*counts[k] > most)
				*counts[k] = most;
	}
}

/* Removes empty ranges; returns the number of ranges left. */
static size_t sane_ranges(struct page_range *v, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (v[i].start < v[i].end)
			v[kept++] = v[i];
	return kept;
}

static size_t sane_parts(struct file_span *v, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (v[i].start < v[i].end)
			v[kept++] = v[i];
	return kept;
}

static bool is_sane(const struct ev_strip *e)
{
	uint64_t ps = e->page_size, bp = e->bin_pages;

	return ps >= 512 && ps <= (1u << 30) && !(ps & (ps - 1)) && bp &&
	       bp <= BIN_PAGES_MAX && !(bp & (bp - 1)) &&
	       e->bins.len / sizeof(struct file_bin) <= STRIP_BINS_MAX;
}

static uint64_t most(uint64_t n, uint64_t limit, uint64_t last)
{
	return n < limit ? n : last;
}

void fold_strip(struct model *m, const struct event *ev)
{
	const struct ev_strip *e = &ev->u.strip;
	struct file_strip *f = &m->strip;

	if (!is_sane(e)) {
		model_drop(m);
		return;
	}
	strip_release(f);
	*f = (struct file_strip){
		.pid = ev->pid, .time_ns = ev->time_ns, .start = e->start,
		.dev = e->dev, .inode = e->inode, .size = e->size,
		.page_size = (uint32_t)e->page_size, .bin_pages = e->bin_pages,
		.how = (enum strip_how)most(e->how, STRIP_MINCORE + 1,
					    STRIP_NOT),
		.cached_why = (enum strip_why)most(e->cached_why, STRIP_WHYS,
						   STRIP_KERNEL),
		.dirty_why = (enum strip_why)most(e->dirty_why, STRIP_WHYS,
						  STRIP_KERNEL),
		.error = (int)most(e->error, 4096, 0),
		.cached = e->cached, .dirty = e->dirty, .mapped = e->mapped,
		.private = e->private, .ever = e->ever,
		.shared = e->shared != 0, .mappings = e->mappings,
		.ranges = e->ranges, .ever_n = e->ever_n,
		.name = bytes_copy(&e->name, NAME_MAX_KEPT),
	};
	f->bins = copy(&e->bins, sizeof *f->bins, STRIP_BINS_MAX, &f->n);
	f->parts = copy(&e->parts, sizeof *f->parts, PARTS_MAX, &f->n_parts);
	f->now_ranges = copy(&e->now_ranges, sizeof *f->now_ranges,
			     RANGES_MAX, &f->n_now);
	f->ever_ranges = copy(&e->ever_ranges, sizeof *f->ever_ranges,
			      RANGES_MAX, &f->n_ever);
	clamp_bins(f);
	f->n_parts = sane_parts(f->parts, f->n_parts);
	f->n_now = sane_ranges(f->now_ranges, f->n_now);
	f->n_ever = sane_ranges(f->ever_ranges, f->n_ever);
}
