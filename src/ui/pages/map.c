/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages/map.h"

/* True if p is a scan of the region r, or of the upper part of r, if r has
 * grown down since.  The bins of a part must be aligned with the cells of the
 * whole region. */
static bool covers_region(const struct pages *p, const struct region *r)
{
	if (!p->page_size || !p->n || p->start < r->start || p->start >= r->end)
		return false;
	return p->start == r->start ||
	       (p->end == r->end && (p->start - r->start) %
		(p->bin_pages * p->page_size) == 0);
}

const struct pages *pages_known(const struct process *p,
				const struct region *r)
{
	const struct pages *d = &p->space.detail;

	/* Ignore data of an earlier region at the same address. */
	if (covers_region(d, r) && d->scanned_ns >= r->added_ns)
		return d;
	return covers_region(&r->pages, r) ? &r->pages : NULL;
}

bool pages_map_whole(const struct pages_map *map)
{
	const struct pages *p = map->pages;

	return p && p->start == map->start && p->end == map->end &&
	       p->scanned >= p->end;
}

static uint64_t page_size_of(const struct view *view, const struct pages *known)
{
	if (known)
		return known->page_size;
	return view->model->page_size ? view->model->page_size : 4096;
}

/* Returns the finer scan of the part in view, if it is of this region. */
static const struct pages *window_of(const struct process *p,
				     const struct region *r,
				     uint64_t page_size)
{
	const struct pages *w = &p->space.window;

	return w->page_size == page_size && w->start >= r->start &&
	       w->start < r->end && w->scanned_ns >= r->added_ns ? w : NULL;
}

void pages_map_init(struct pages_map *map, const struct view *view,
		    const struct process *p, const struct region *r,
		    uint64_t cell_pages, int cols, enum paint paint)
{
	const struct pages *known = pages_known(p, r);
	uint64_t bytes, line = 2 * (uint64_t)cols;

	*map = (struct pages_map){
		.view = view, .process = p, .pages = known, .start = r->start,
		.end = r->end, .page_size = page_size_of(view, known),
		.cell_pages = cell_pages ? cell_pages : 1, .cols = cols,
		.paint = paint,
	};
	map->window = window_of(p, r, map->page_size);
	/* If only the summary is known, cells cannot be smaller than its
	 * bins. */
	if (known == &r->pages && known && !map->window &&
	    map->cell_pages < known->bin_pages)
		map->cell_pages = known->bin_pages;
	bytes = map->cell_pages * map->page_size;
	map->cells = (r->end - r->start + bytes - 1) / bytes;
	map->rows = (map->cells + line - 1) / line;
	if (pages_why_not(map, paint))
		map->paint = PAINT_PRESENCE;
}

void pages_map_space(struct pages_map *map, const struct view *view,
		     const struct space_map *sm, enum paint paint)
{
	*map = (struct pages_map){
		.view = view, .process = sm->process, .pages = &sm->sum,
		.space = sm, .end = sm->sum.end, .page_size = sm->page_size,
		.cell_pages = sm->cell_pages, .cols = sm->cols,
		.paint = paint, .rows = sm->rows.n,
		.cells = sm->rows.n * 2 * (uint64_t)sm->cols,
	};
	if (pages_why_not(map, paint))
		map->paint = PAINT_PRESENCE;
}

uint64_t pages_cell_start(const struct pages_map *map, uint64_t i)
{
	if (map->space) {
		const struct space_cell *cell = space_map_cell(map->space, i);
		uint64_t row = i / (2 * (uint64_t)map->cols);

		return cell ? cell->start : row < map->space->rows.n ?
		       map->space->rows.v[row].start : 0;
	}
	return map->start + i * map->cell_pages * map->page_size;
}

uint64_t pages_cell_of(const struct pages_map *map, uint64_t addr)
{
	if (map->space)
		return space_map_of(map->space, addr);
	if (addr < map->start || !map->cells)
		return 0;
	if (addr >= map->end)
		return map->cells - 1;
	return (addr - map->start) / (map->cell_pages * map->page_size);
}

int pages_map_pitch(const struct pages_map *map)
{
	return map->big ? BIG_COLS : 1;
}

int pages_map_height(const struct pages_map *map)
{
	return map->big ? 2 * BIG_ROWS : 1;
}

void pages_cell_add(struct pages_cell *to, const struct pages_cell *cell)
{
	to->pages += cell->pages;
	to->scanned = to->scanned && cell->scanned;
	to->sum.resident += cell->sum.resident;
	to->sum.swapped += cell->sum.swapped;
	to->sum.zero += cell->sum.zero;
	to->sum.huge += cell->sum.huge;
	to->sum.exclusive += cell->sum.exclusive;
	to->sum.written += cell->sum.written;
	to->heap_known = to->heap_known && cell->heap_known;
	to->heap.live += cell->heap.live;
	to->heap.mixed += cell->heap.mixed;
	to->heap.free += cell->heap.free;
	to->heap.bytes += cell->heap.bytes;
	to->came += cell->came;
	to->went += cell->went;
	if (to->changed_ns < cell->changed_ns)
		to->changed_ns = cell->changed_ns;
	if (to->fault_ns < cell->fault_ns)
		to->fault_ns = cell->fault_ns;
	if (to->written_ns < cell->written_ns)
		to->written_ns = cell->written_ns;
	if (to->came_ns < cell->came_ns)
		to->came_ns = cell->came_ns;
	if (to->went_ns < cell->went_ns)
		to->went_ns = cell->went_ns;
}

/* Counts the pages in [start, end) that recently became resident, or stopped
 * being resident, and notes the times.  If [start, end) cuts a bin, the number
 * is unknown. */
static void cell_glow(const struct pages_map *map, const struct pages *p,
		      uint64_t start, uint64_t end, struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns;
	uint64_t bytes = p->bin_pages * p->page_size;
	size_t first = (size_t)((start - p->start) / bytes);
	size_t last = (size_t)((end - p->start + bytes - 1) / bytes);
	bool whole = (start - p->start) % bytes == 0 &&
		     (end == p->end || (end - p->start) % bytes == 0);

	for (size_t i = first; i < last && i < p->n; i++) {
		uint64_t when = p->changed_ns ? p->changed_ns[i] : 0;
		uint64_t is = p->bins[i].resident, was;

		if (when > cell->changed_ns)
			cell->changed_ns = when;
		if (p->written_ns && p->written_ns[i] > cell->written_ns)
			cell->written_ns = p->written_ns[i];
		if (!when || !whole || !p->before || now - when >= GLOW_NS ||
		    now < when)
			continue;
		was = p->before[i].resident;
		if (is > was) {
			cell->came += is - was;
			if (when > cell->came_ns)
				cell->came_ns = when;
		} else if (is < was && now - when < GONE_NS) {
			cell->went += was - is;
			if (when > cell->went_ns)
				cell->went_ns = when;
		}
	}
}

/* Returns the scan to use for [start, end): the window if it covers all of it,
 * else the scan of the region; NULL if neither does. */
static const struct pages *cell_from(const struct pages_map *map,
				     uint64_t start, uint64_t end,
				     struct page_bin *sum)
{
	const struct pages *w = map->window, *p = map->pages;

	/* In a window, exclusive pages are counted a little later: until then,
	 * use the scan of the region. */
	if (w && map->paint == PAINT_SHARING && w->exclusive == EV_UNKNOWN)
		w = NULL;
	if (w && pages_count(w, start, end, sum))
		return w;
	return p && pages_count(p, start, end, sum) ? p : NULL;
}

/* Fills a cell that holds a part of a region, or several adjacent regions. */
static void space_cell(const struct pages_map *map,
		       const struct space_cell *sc, struct pages_cell *cell)
{
	const struct space *space = &map->process->space;

	cell->from = map->pages;
	cell->scanned = true;
	for (size_t i = sc->region; i <= sc->last; i++) {
		const struct region *r = space->regions.v[i];
		const struct pages *p = pages_known(map->process, r);
		uint64_t start = r->start > sc->start ? r->start : sc->start;
		uint64_t end = r->end < sc->end ? r->end : sc->end;
		struct pages_cell part = { .scanned = true };

		if (r->removed_ns || start >= end)
			continue;
		part.pages = (end - start) / map->page_size;
		if (!p || !pages_count(p, start, end, &part.sum)) {
			p = &r->pages;
			part.scanned = pages_count(p, start, end, &part.sum);
		}
		if (part.scanned)
			cell_glow(map, p, start, end, &part);
		pages_cell_add(cell, &part);
	}
	if (!cell->scanned)
		cell->sum = (struct page_bin){ 0 };
}

void pages_cell(const struct pages_map *map, uint64_t i,
		struct pages_cell *cell)
{
	uint64_t start, end;

	*cell = (struct pages_cell){ .pages = 0 };
	if (map->space) {
		const struct space_cell *sc = space_map_cell(map->space, i);

		if (sc) {
			space_cell(map, sc, cell);
			cell->fault_ns = faults_newest(
				map->process->space.faults, sc->start, sc->end);
		}
		return;
	}
	start = pages_cell_start(map, i);
	if (i >= map->cells)
		return;
	end = i + 1 == map->cells ? map->end : pages_cell_start(map, i + 1);
	cell->pages = (end - start + map->page_size - 1) / map->page_size;
	cell->fault_ns = faults_newest(map->process->space.faults, start, end);
	if (map->paint == PAINT_HEAP)
		cell->heap_known = heap_pages(map->process->heap, start, end,
					      &cell->heap);
	cell->from = cell_from(map, start, end, &cell->sum);
	cell->scanned = cell->from != NULL;
	if (!cell->scanned)
		cell->sum = (struct page_bin){ 0 };
	else
		cell_glow(map, cell->from, start, end, cell);
}

const char *pages_why_not(const struct pages_map *map, enum paint paint)
{
	const struct pages_paint *p = &pages_paints[paint];

	return p->why_not ? p->why_not(map) : NULL;
}

enum style_role pages_cell_role(const struct pages_map *map,
				const struct pages_cell *cell)
{
	if (!cell->pages)
		return STYLE_PG_NONE;
	if (!cell->scanned)
		return STYLE_PG_UNKNOWN;
	return pages_paints[map->paint].role(map, cell);
}
