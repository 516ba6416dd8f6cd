/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages_map.h"

/* What is known of the region or, when it grew down since, of its upper part;
 * whose bins must lie in cells as those of the whole would. */
static bool tells_of(const struct pages *p, const struct region *r)
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

	/* Not that of a region which was at this place before. */
	if (tells_of(d, r) && d->scanned_ns >= r->added_ns)
		return d;
	return tells_of(&r->pages, r) ? &r->pages : NULL;
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

uint64_t pages_finest(const struct view *view, const struct pages *known,
		      const struct region *r)
{
	uint64_t n = (r->end - r->start) / page_size_of(view, known);
	uint64_t finest = pages_bin_size(n, PAGES_BINS_MAX);

	/* A summary says nothing of how fine the detail will be. */
	if (known && known != &r->pages)
		return known->bin_pages;
	return finest ? finest : 1;
}

uint64_t pages_fit(uint64_t pages, uint64_t finest, int cols, int rows)
{
	uint64_t room = 2 * (uint64_t)cols * (rows > 0 ? (uint64_t)rows : 1);
	uint64_t cell = finest ? finest : 1;

	while (cell < UINT64_MAX / 2 / room && cell * room < pages)
		cell *= 2;
	return cell;
}

void pages_map_init(struct pages_map *map, const struct view *view,
		    const struct process *p, const struct region *r,
		    uint64_t cell_pages, int cols, enum paint paint)
{
	const struct pages *known = pages_known(p, r);
	uint64_t bytes, line = 2 * (uint64_t)cols;

	*map = (struct pages_map){
		.view = view, .pages = known, .start = r->start, .end = r->end,
		.page_size = page_size_of(view, known),
		.cell_pages = cell_pages ? cell_pages : 1, .cols = cols,
		.paint = paint,
	};
	if (known && map->cell_pages < known->bin_pages)
		map->cell_pages = known->bin_pages;
	bytes = map->cell_pages * map->page_size;
	map->cells = (r->end - r->start + bytes - 1) / bytes;
	map->rows = (map->cells + line - 1) / line;
	if (pages_why_not(map, paint))
		map->paint = PAINT_PRESENCE;
}

uint64_t pages_cell_start(const struct pages_map *map, uint64_t i)
{
	return map->start + i * map->cell_pages * map->page_size;
}

uint64_t pages_cell_of(const struct pages_map *map, uint64_t addr)
{
	if (addr < map->start || !map->cells)
		return 0;
	if (addr >= map->end)
		return map->cells - 1;
	return (addr - map->start) / (map->cell_pages * map->page_size);
}

/* What came and went in the cell's bins lately, and when. */
static void cell_glow(const struct pages_map *map, size_t first, size_t last,
		      struct pages_cell *cell)
{
	const struct pages *p = map->pages;
	uint64_t now = map->view->model->now_ns;

	for (size_t i = first; i < last; i++) {
		uint64_t when = p->changed_ns ? p->changed_ns[i] : 0;
		uint64_t is = p->bins[i].resident, was;

		if (when > cell->changed_ns)
			cell->changed_ns = when;
		if (!when || !p->before || now - when >= GLOW_NS || now < when)
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

void pages_cell(const struct pages_map *map, uint64_t i,
		struct pages_cell *cell)
{
	const struct pages *p = map->pages;
	uint64_t start = pages_cell_start(map, i), end, first, last;
	uint64_t bin;

	*cell = (struct pages_cell){ .pages = 0 };
	if (i >= map->cells)
		return;
	end = i + 1 == map->cells ? map->end : pages_cell_start(map, i + 1);
	cell->pages = (end - start + map->page_size - 1) / map->page_size;
	if (!p || start < p->start || end > p->end || end > p->scanned)
		return;
	bin = p->bin_pages * p->page_size;
	first = (start - p->start) / bin;
	last = (end - p->start + bin - 1) / bin;
	if (last > p->n)
		return;
	/* The region became shorter since: a bin may count what is gone. */
	if (end != p->end && (end - p->start) % bin != 0)
		return;
	pages_sum(p, first, last, &cell->sum);
	cell->scanned = true;
	cell_glow(map, first, last, cell);
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
	to->came += cell->came;
	to->went += cell->went;
	if (to->changed_ns < cell->changed_ns)
		to->changed_ns = cell->changed_ns;
	if (to->came_ns < cell->came_ns)
		to->came_ns = cell->came_ns;
	if (to->went_ns < cell->went_ns)
		to->went_ns = cell->went_ns;
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
