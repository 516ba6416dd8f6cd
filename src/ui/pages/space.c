/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays out the map of all regions. */
#include <config.h>

#include "ui/pages/space.h"

#include "event/ranges.h"
#include "ui/pages/map.h"

/* The vsyscall page and similar regions are above all addresses that have
 * pages. */
#define USER_END (UINT64_C(1) << 63)
#define CELL_MAX (UINT64_C(1) << 31)
/* A region is mostly untouched if at most 1 / TOUCHED_SHARE of it has pages. */
#define TOUCHED_SHARE 16

/* A region, reduced to what the layout needs. */
struct item {
	uint64_t start, end;
	size_t region;
	uint64_t bin_pages;		/* smallest bin size that is possible in
					 * the region */
	size_t hole, holes;		/* first hole and number of holes, in
					 * items.holes */
	bool sparse;			/* the region is mostly untouched */
};

struct items {
	VEC(struct item) v;
	VEC(struct page_range) holes;	/* ranges without pages: never touched,
					 * or returned to the kernel */
};

/* The layout in progress.  If `sm` is NULL, only the rows are counted. */
struct space_layout {
	struct space_map *sm;
	const struct items *items;
	uint64_t cell_pages, page_size, line;
	uint64_t rows, cells;		/* rows so far; cells that are not part
					 * of a row yet */
	struct space_cell group;	/* the cell for small regions, which
					 * still grows */
	uint64_t group_pages;
	struct space_row fold;		/* the fold that is not a row yet */
};

/* --- items --------------------------------------------------------------- */

static bool is_whole(const struct pages *known, const struct region *r)
{
	return known && known->start == r->start && known->end == r->end &&
	       known->scanned >= known->end;
}

static bool is_empty(const struct page_bin *bin)
{
	return !bin->resident && !bin->swapped;
}

/* Adds a hole if it has at least `least` bytes.  Returns its size in bytes, or
 * 0. */
static uint64_t add_hole(struct items *out, uint64_t start, uint64_t end,
			 uint64_t least)
{
	if (end - start < least)
		return 0;
	*vec_push(&out->holes) = (struct page_range){ start, end };
	return end - start;
}

static uint64_t find_holes(struct items *out, const struct region *r,
			   const struct pages *known, uint64_t least)
{
	uint64_t bytes, sum = 0;
	size_t from = 0;

	if (!known && !(r->perm & (PERM_R | PERM_W | PERM_X)) && r->rss == 0)
		return add_hole(out, r->start, r->end, least);
	if (!is_whole(known, r) || r->end - r->start < least)
		return 0;
	bytes = known->bin_pages * known->page_size;
	for (size_t i = 0; i <= known->n; i++) {
		uint64_t end = i == known->n ? r->end : r->start + i * bytes;

		if (i < known->n && is_empty(&known->bins[i]))
			continue;
		if (i > from)
			sum += add_hole(out, r->start + from * bytes, end,
					least);
		from = i + 1;
	}
	return sum;
}

static void sum_add(uint64_t *sum, uint64_t n)
{
	if (*sum != EV_UNKNOWN)
		*sum = n == EV_UNKNOWN ? EV_UNKNOWN : *sum + n;
}

static void sum_region(struct space_map *sm, const struct region *r,
		       const struct pages *known)
{
	struct pages *sum = &sm->sum;
	uint64_t bytes = r->end - r->start;

	sm->regions++;
	sm->bytes += bytes;
	sum->end += bytes;
	if (!is_whole(known, r))
		return;
	sum->scanned += bytes;
	sum_add(&sum->resident, known->resident);
	sum_add(&sum->swapped, known->swapped);
	sum_add(&sum->zero, known->zero);
	sum_add(&sum->huge, known->huge);
	/* Writes to files and to shared memory are never tracked, so the sum
	 * leaves their regions out. */
	if (known->written != EV_UNKNOWN)
		sum->written = sum->written == EV_UNKNOWN
				       ? known->written
				       : sum->written + known->written;
}

static void collect(struct space_map *sm, struct items *out)
{
	const struct space *s = &sm->process->space;
	/* The size of a map row with the smallest cells: smaller holes are
	 * never folded. */
	uint64_t least = 2 * (uint64_t)sm->cols * sm->page_size;

	sm->sum = (struct pages){
		.page_size = (uint32_t)sm->page_size, .bin_pages = 1,
		.exclusive = EV_UNKNOWN, .written = EV_UNKNOWN,
	};
	vec_reserve(&out->v, s->regions.n);
	for (size_t i = 0; i < s->regions.n; i++) {
		const struct region *r = s->regions.v[i];
		const struct pages *known = pages_known(sm->process, r);
		uint64_t bytes = r->end - r->start, empty;
		struct item it = { r->start, r->end, .region = i,
				   .hole = out->holes.n };

		if (r->removed_ns || r->end > USER_END)
			continue;
		sum_region(sm, r, known);
		empty = find_holes(out, r, known, least);
		it.sparse = bytes - empty <= bytes / TOUCHED_SHARE;
		if (it.sparse)
			it.holes = out->holes.n - it.hole;
		it.bin_pages = pages_bin_size(bytes / sm->page_size,
					      PAGES_BINS_MAX);
		*vec_push(&out->v) = it;
	}
}

/* --- layout -------------------------------------------------------------- */

/* Returns the cell size of a region, in pages.  A region that is huge but
 * mostly untouched may have bins that are larger than the cells of other
 * regions; its cells are then larger, too. */
static uint64_t cell_of(const struct space_layout *w, const struct item *it)
{
	return it->sparse && it->bin_pages > w->cell_pages ? it->bin_pages
							   : w->cell_pages;
}

static void put_cell(struct space_layout *w, uint64_t start, uint64_t end,
		     size_t region, size_t last)
{
	struct space_map *sm = w->sm;

	if (!sm) {
		w->cells++;
		return;
	}
	if (w->cells++ % w->line == 0)
		*vec_push(&sm->rows) = (struct space_row){
			.start = start, .cell = sm->cells.n,
			.region = SIZE_MAX,
		};
	sm->rows.v[sm->rows.n - 1].cells++;
	*vec_push(&sm->cells) = (struct space_cell){ start, end, region, last };
}

static void close_group(struct space_layout *w)
{
	if (w->group_pages)
		put_cell(w, w->group.start, w->group.end, w->group.region,
			 w->group.last);
	w->group_pages = 0;
}

static void close_run(struct space_layout *w)
{
	close_group(w);
	w->rows += (w->cells + w->line - 1) / w->line;
	w->cells = 0;
}

/* Makes a fold of the addresses that were skipped since the last cell, if they
 * are enough for a row. */
static void close_fold(struct space_layout *w)
{
	struct space_row *f = &w->fold;

	if (f->untouched ||
	    f->unmapped >= w->line * w->cell_pages * w->page_size) {
		close_run(w);
		w->rows++;
		if (w->sm)
			*vec_push(&w->sm->rows) = *f;
	}
	*f = (struct space_row){ .fold = true, .region = SIZE_MAX };
}

static void fold_begin(struct space_layout *w, uint64_t at)
{
	if (!w->fold.unmapped && !w->fold.untouched)
		w->fold.start = at;
}

static void fold_hole(struct space_layout *w, const struct item *it,
		      uint64_t start, uint64_t end)
{
	fold_begin(w, start);
	w->fold.untouched += end - start;
	if (w->fold.region != SIZE_MAX)
		return;
	w->fold.region = it->region;
	w->fold.at = start;
}

/* Puts a small region into a cell that it shares with its small neighbours. */
static void put_small(struct space_layout *w, const struct item *it,
		      uint64_t pages)
{
	close_fold(w);
	if (w->group_pages + pages > w->cell_pages)
		close_group(w);
	if (!w->group_pages)
		w->group = (struct space_cell){
			it->start, it->end, it->region, it->region,
		};
	w->group_pages += pages;
	w->group.end = it->end;
	w->group.last = it->region;
}

static void put_cells(struct space_layout *w, const struct item *it,
		      uint64_t start, uint64_t end, uint64_t bytes)
{
	if (start >= end)
		return;
	close_fold(w);
	close_group(w);
	if (!w->sm) {
		w->cells += (end - start + bytes - 1) / bytes;
		return;
	}
	if (w->sm->cell_most < bytes / w->page_size)
		w->sm->cell_most = bytes / w->page_size;
	for (uint64_t at = start; at < end; at += bytes)
		put_cell(w, at, end - at > bytes ? at + bytes : end,
			 it->region, it->region);
}

/* Puts a region into cells of its own, from the region's start on.  In a mostly
 * untouched region, holes of a row of cells or more are folded. */
static void put_region(struct space_layout *w, const struct item *it)
{
	uint64_t pages = (it->end - it->start) / w->page_size;
	uint64_t bytes = cell_of(w, it) * w->page_size, at = it->start;

	if (pages < w->cell_pages) {
		put_small(w, it, pages);
		return;
	}
	for (size_t i = 0; i < it->holes; i++) {
		const struct page_range *h = &w->items->holes.v[it->hole + i];
		uint64_t from = (h->start - it->start + bytes - 1) / bytes;
		uint64_t to = (h->end - it->start) / bytes;

		from = it->start + from * bytes;
		to = h->end == it->end ? h->end : it->start + to * bytes;
		if (to < from || to - from < w->line * bytes)
			continue;
		put_cells(w, it, at, from, bytes);
		fold_hole(w, it, from, to);
		at = to;
	}
	put_cells(w, it, at, it->end, bytes);
}

static uint64_t lay_out(struct space_map *sm, const struct items *items,
			uint64_t page_size, int cols, uint64_t cell_pages)
{
	struct space_layout w = {
		.sm = sm, .items = items, .cell_pages = cell_pages,
		.page_size = page_size, .line = 2 * (uint64_t)cols,
		.fold = { .fold = true, .region = SIZE_MAX },
	};
	uint64_t last = items->v.n ? items->v.v[0].start : 0;

	for (size_t i = 0; i < items->v.n; i++) {
		const struct item *it = &items->v.v[i];

		fold_begin(&w, last);
		w.fold.unmapped += it->start - last;
		last = it->end;
		put_region(&w, it);
	}
	close_fold(&w);
	close_run(&w);
	return w.rows;
}

/* Returns the smallest cell size at which all regions are in view.  It is not
 * below the bin size of any region, except mostly untouched ones. */
static uint64_t fit(const struct items *items, uint64_t page_size, int cols,
		    int rows)
{
	uint64_t cell = 1;

	for (size_t i = 0; i < items->v.n; i++) {
		const struct item *it = &items->v.v[i];

		if (!it->sparse && cell < it->bin_pages)
			cell = it->bin_pages;
	}
	while (cell < CELL_MAX && lay_out(NULL, items, page_size, cols, cell) >
				  (uint64_t)rows)
		cell *= 2;
	return cell;
}

void space_map_make(struct space_map *sm, const struct process *p,
		    uint64_t page_size, int cols, int rows,
		    uint64_t cell_pages)
{
	struct items items = { VEC_INIT, VEC_INIT };

	*sm = (struct space_map){
		.process = p, .page_size = page_size, .cols = cols,
	};
	collect(sm, &items);
	sm->cell_pages = cell_pages ? cell_pages :
			 fit(&items, page_size, cols, rows > 0 ? rows : 1);
	sm->cell_most = sm->cell_pages;
	lay_out(sm, &items, page_size, cols, sm->cell_pages);
	vec_release(&items.v);
	vec_release(&items.holes);
}

void space_map_release(struct space_map *sm)
{
	vec_release(&sm->cells);
	vec_release(&sm->rows);
}
