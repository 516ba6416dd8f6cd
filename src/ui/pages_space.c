/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages_space.h"

#include "base/fmt.h"
#include "ui/i18n.h"
#include "ui/pages_map.h"

/* The vsyscall page and the like lie beyond what has pages. */
#define USER_END (UINT64_C(1) << 63)
#define CELL_MAX (UINT64_C(1) << 31)

/* A region as far as the layout cares. */
struct item {
	uint64_t start, end;
	size_t region;
	bool untouched;
};
typedef VEC(struct item) items;

/* Laying out, or counting only how many rows that takes (sm NULL). */
struct walk {
	struct space_map *sm;
	uint64_t cell_pages, page_size, line;
	uint64_t rows, cells;		/* so far; cells of the open run */
	struct space_cell group;	/* of small regions, growing */
	uint64_t group_pages;
	struct space_row fold;		/* pending */
};

/* --- the items ----------------------------------------------------------- */

/* Nobody has ever used any of it, or it was all given back. */
static bool is_untouched(const struct process *p, const struct region *r)
{
	const struct pages *known = pages_known(p, r);

	if (!known)
		return !(r->perm & (PERM_R | PERM_W | PERM_X)) && r->rss == 0;
	return known->start == r->start && known->end == r->end &&
	       known->scanned >= known->end && !known->resident &&
	       (!known->swapped || known->swapped == EV_UNKNOWN);
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
	if (!known || known->start != r->start || known->end != r->end ||
	    known->scanned < known->end)
		return;
	sum->scanned += bytes;
	sum_add(&sum->resident, known->resident);
	sum_add(&sum->swapped, known->swapped);
	sum_add(&sum->zero, known->zero);
	sum_add(&sum->huge, known->huge);
	sum_add(&sum->written, known->written);
}

static void collect(struct space_map *sm, items *out)
{
	const struct space *s = &sm->process->space;

	sm->sum = (struct pages){
		.page_size = (uint32_t)sm->page_size, .bin_pages = 1,
		.exclusive = EV_UNKNOWN,
	};
	vec_reserve(out, s->regions.n);
	for (size_t i = 0; i < s->regions.n; i++) {
		const struct region *r = s->regions.v[i];

		if (r->removed_ns || r->end > USER_END)
			continue;
		sum_region(sm, r, pages_known(sm->process, r));
		*vec_push(out) = (struct item){
			r->start, r->end, i, is_untouched(sm->process, r),
		};
	}
}

/* --- the layout ---------------------------------------------------------- */

static uint64_t row_bytes(const struct walk *w)
{
	return w->line * w->cell_pages * w->page_size;
}

static void put_cell(struct walk *w, uint64_t start, uint64_t end,
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

static void close_group(struct walk *w)
{
	if (w->group_pages)
		put_cell(w, w->group.start, w->group.end, w->group.region,
			 w->group.last);
	w->group_pages = 0;
}

static void close_run(struct walk *w)
{
	close_group(w);
	w->rows += (w->cells + w->line - 1) / w->line;
	w->cells = 0;
}

/* What was passed since the last cell, if it is worth a line. */
static void close_fold(struct walk *w)
{
	struct space_row *f = &w->fold;

	if (f->untouched || f->unmapped >= row_bytes(w)) {
		close_run(w);
		w->rows++;
		if (w->sm)
			*vec_push(&w->sm->rows) = *f;
	}
	*f = (struct space_row){ .fold = true, .region = SIZE_MAX };
}

static void put_region(struct walk *w, const struct item *it)
{
	uint64_t pages = (it->end - it->start) / w->page_size;
	uint64_t bytes = w->cell_pages * w->page_size;

	if (pages < w->cell_pages) {
		if (w->group_pages + pages > w->cell_pages)
			close_group(w);
		if (!w->group_pages)
			w->group = (struct space_cell){
				it->start, it->end, it->region, it->region,
			};
		w->group_pages += pages;
		w->group.end = it->end;
		w->group.last = it->region;
		return;
	}
	close_group(w);
	if (!w->sm) {
		w->cells += (pages + w->cell_pages - 1) / w->cell_pages;
		return;
	}
	for (uint64_t at = it->start; at < it->end; at += bytes)
		put_cell(w, at, it->end - at > bytes ? at + bytes : it->end,
			 it->region, it->region);
}

static uint64_t lay_out(struct space_map *sm, const items *v,
			uint64_t page_size, int cols, uint64_t cell_pages)
{
	struct walk w = {
		.sm = sm, .cell_pages = cell_pages, .page_size = page_size,
		.line = 2 * (uint64_t)cols,
		.fold = { .fold = true, .region = SIZE_MAX },
	};
	uint64_t last = v->n ? v->v[0].start : 0;

	for (size_t i = 0; i < v->n; i++) {
		const struct item *it = &v->v[i];

		if (!w.fold.unmapped && !w.fold.untouched)
			w.fold.start = last;
		w.fold.unmapped += it->start - last;
		last = it->end;
		if (it->untouched && it->end - it->start >= row_bytes(&w)) {
			w.fold.untouched += it->end - it->start;
			if (w.fold.region == SIZE_MAX)
				w.fold.region = it->region;
			continue;
		}
		close_fold(&w);
		put_region(&w, it);
	}
	close_fold(&w);
	close_run(&w);
	return w.rows;
}

/* The smallest cell with which all is in view, and of which no region needs
 * more than its bins can be. */
static uint64_t fit(const items *v, uint64_t page_size, int cols, int rows)
{
	uint64_t cell = 1;

	for (size_t i = 0; i < v->n; i++) {
		uint64_t n = (v->v[i].end - v->v[i].start) / page_size;
		uint64_t least = v->v[i].untouched ? 1
				 : pages_bin_size(n, PAGES_BINS_MAX);

		cell = cell > least ? cell : least;
	}
	while (cell < CELL_MAX &&
	       lay_out(NULL, v, page_size, cols, cell) > (uint64_t)rows)
		cell *= 2;
	return cell;
}

void space_map_make(struct space_map *sm, const struct process *p,
		    uint64_t page_size, int cols, int rows,
		    uint64_t cell_pages)
{
	items v = VEC_INIT;

	*sm = (struct space_map){
		.process = p, .page_size = page_size, .cols = cols,
	};
	collect(sm, &v);
	sm->cell_pages = cell_pages ? cell_pages :
			 fit(&v, page_size, cols, rows > 0 ? rows : 1);
	lay_out(sm, &v, page_size, cols, sm->cell_pages);
	vec_release(&v);
}

void space_map_release(struct space_map *sm)
{
	vec_release(&sm->cells);
	vec_release(&sm->rows);
}

/* --- finding the way ----------------------------------------------------- */

const struct space_cell *space_map_cell(const struct space_map *sm,
					uint64_t i)
{
	uint64_t line = 2 * (uint64_t)sm->cols;
	const struct space_row *row;

	if (i / line >= sm->rows.n)
		return NULL;
	row = &sm->rows.v[i / line];
	return i % line < row->cells ? &sm->cells.v[row->cell + i % line]
				     : NULL;
}

uint64_t space_map_of(const struct space_map *sm, uint64_t addr)
{
	uint64_t line = 2 * (uint64_t)sm->cols;
	const struct space_row *row;
	size_t low = 0, high = sm->rows.n, k;

	if (!high)
		return 0;
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (sm->rows.v[mid].start <= addr)
			low = mid;
		else
			high = mid;
	}
	row = &sm->rows.v[low];
	for (k = 0; k + 1 < row->cells; k++)
		if (sm->cells.v[row->cell + k].end > addr)
			break;
	return low * line + k;
}

bool space_map_at(const struct space_map *sm, uint64_t i, uint64_t *addr,
		  size_t *region)
{
	uint64_t line = 2 * (uint64_t)sm->cols;
	const struct space_cell *cell = space_map_cell(sm, i);
	const struct space_row *row;

	if (cell) {
		*addr = cell->start;
		*region = cell->region;
		return true;
	}
	if (i / line >= sm->rows.n || i % line)
		return false;
	row = &sm->rows.v[i / line];
	if (!row->fold || row->region == SIZE_MAX)
		return false;
	*addr = sm->process->space.regions.v[row->region]->start;
	*region = row->region;
	return true;
}

/* The nearest place for the cursor in the row of i, if there is any. */
static bool settle(const struct space_map *sm, uint64_t *i)
{
	uint64_t line = 2 * (uint64_t)sm->cols, cols = (uint64_t)sm->cols;
	const struct space_row *row = &sm->rows.v[*i / line];
	uint64_t k = *i % line;

	if (row->fold) {
		*i -= k;
		return row->region != SIZE_MAX;
	}
	if (k >= row->cells)
		k = k % cols < row->cells ? k % cols : row->cells - 1;
	*i = *i / line * line + k;
	return true;
}

uint64_t space_map_move(const struct space_map *sm, uint64_t i, uint64_t step,
			bool forward)
{
	uint64_t line = 2 * (uint64_t)sm->cols, rows = sm->rows.n;
	uint64_t to = i;

	for (;;) {
		uint64_t addr, at;
		size_t region;

		if (forward ? to + step >= rows * line : to < step)
			return i;
		to = forward ? to + step : to - step;
		if (step == 1) {
			if (space_map_at(sm, to, &addr, &region))
				return to;
			continue;
		}
		at = to;
		if (settle(sm, &at) && at != i &&
		    (forward ? at > i : at < i))
			return at;
	}
}

uint64_t space_map_end(const struct space_map *sm, bool last)
{
	uint64_t line = 2 * (uint64_t)sm->cols, addr, n = sm->rows.n * line;
	size_t region;

	for (uint64_t k = 0; k < n; k++) {
		uint64_t i = last ? n - 1 - k : k;

		if (space_map_at(sm, i, &addr, &region))
			return i;
	}
	return 0;
}

void space_fold_words(struct str *out, const struct space_row *row,
		      bool ascii)
{
	char buf[FMT_MAX];

	str_adds(out, ascii ? "... " : "… ");
	if (row->unmapped)
		str_addf(out, _("%s not mapped"),
			 fmt_size(buf, row->unmapped));
	if (row->unmapped && row->untouched)
		str_adds(out, ", ");
	if (row->untouched)
		str_addf(out, _("%s untouched"),
			 fmt_size(buf, row->untouched));
}
