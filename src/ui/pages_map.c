/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages_map.h"

#include "ui/widgets.h"

#define HALF_SECOND 500000000u

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
	if (paint == PAINT_SHARING && known && known->exclusive == EV_UNKNOWN)
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

static enum style_role age_role(const struct pages_map *map,
				const struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns, s;

	if (!cell->changed_ns)
		return cell->sum.resident ? STYLE_PG_1 : STYLE_PG_ABSENT;
	s = now > cell->changed_ns ?
		(now - cell->changed_ns) / 1000000000 : 0;
	if (!cell->sum.resident && s >= 2)
		return STYLE_PG_ABSENT;
	return s < 2 ? STYLE_PG_6 : s < 10 ? STYLE_PG_5 :
	       s < 60 ? STYLE_PG_4 : s < 600 ? STYLE_PG_3 : STYLE_PG_2;
}

/* The ramp with the light of what has just come or gone: pg.new, then down
 * to the ramp.  The upper end stays exact: only a full cell looks full. */
static enum style_role lit_role(const struct pages_map *map,
				const struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns;
	enum style_role role = pages_role(cell->sum.resident, cell->pages);
	uint64_t step;

	if (cell->went && cell->went_ns >= cell->came_ns)
		return STYLE_PG_GONE;
	if (!cell->came || role == STYLE_PG_6 || role == STYLE_PG_ABSENT) {
		if (cell->came && now - cell->came_ns < HALF_SECOND)
			return STYLE_PG_NEW;
		return role;
	}
	step = (now - cell->came_ns) / HALF_SECOND;
	if (step == 0)
		return STYLE_PG_NEW;
	if (step < 3)
		role = (enum style_role)(role + (3 - step));
	return role > STYLE_PG_5 ? STYLE_PG_5 : role;
}

enum style_role pages_cell_role(const struct pages_map *map,
				const struct pages_cell *cell)
{
	if (!cell->pages)
		return STYLE_PG_NONE;
	if (!cell->scanned)
		return STYLE_PG_UNKNOWN;
	switch (map->paint) {
	case PAINT_AGE:
		return age_role(map, cell);
	case PAINT_STATE:
		if (cell->sum.swapped)
			return STYLE_PG_SWAP;
		if (cell->sum.huge)
			return STYLE_PG_HUGE;
		if (cell->sum.zero)
			return STYLE_PG_ZERO;
		return lit_role(map, cell);
	case PAINT_SHARING:
		if (!cell->sum.resident)
			return STYLE_PG_ABSENT;
		/* Nothing exclusive is not nothing at all. */
		if (!cell->sum.exclusive)
			return STYLE_PG_1;
		return pages_role(cell->sum.exclusive, cell->sum.resident);
	default:
		return lit_role(map, cell);
	}
}

const char *pages_glyph(const struct look *look, enum style_role role)
{
	switch (role) {
	case STYLE_PG_NONE:
		return " ";
	case STYLE_PG_UNKNOWN:
		return "?";
	case STYLE_PG_SWAP:
		return "s";
	case STYLE_PG_HUGE:
		return "h";
	case STYLE_PG_ZERO:
		return "z";
	case STYLE_PG_WRITTEN:
		return "w";
	case STYLE_PG_1:
	case STYLE_PG_2:
		return look->utf8 ? "░" : "-";
	case STYLE_PG_3:
	case STYLE_PG_4:
		return look->utf8 ? "▒" : "=";
	case STYLE_PG_5:
		return look->utf8 ? "▓" : "+";
	case STYLE_PG_6:
		return look->utf8 ? "█" : "#";
	default:
		return look->utf8 ? "·" : ".";
	}
}

/* Two lines in one character, by what is there: `· ▀ ▄ ▓ █`. */
static const char *half_glyph(const struct pages_cell *top,
			      const struct pages_cell *bottom)
{
	bool t = top->sum.resident != 0, b = bottom->sum.resident != 0;

	if (!t || !b)
		return t ? "▀" : b ? "▄" : "·";
	return 4 * (uint64_t)top->sum.resident >= 3 * top->pages &&
	       4 * (uint64_t)bottom->sum.resident >= 3 * bottom->pages ?
	       "█" : "▓";
}

/* Of two roles the one that a shared character shows. */
static enum style_role stronger(enum style_role a, enum style_role b)
{
	static const uint8_t rank[STYLE_ROLE_COUNT] = {
		[STYLE_PG_ABSENT] = 1, [STYLE_PG_1] = 2, [STYLE_PG_2] = 3,
		[STYLE_PG_3] = 4, [STYLE_PG_4] = 5, [STYLE_PG_5] = 6,
		[STYLE_PG_6] = 7, [STYLE_PG_GONE] = 8, [STYLE_PG_ZERO] = 9,
		[STYLE_PG_HUGE] = 10, [STYLE_PG_NEW] = 11,
		[STYLE_PG_SWAP] = 12, [STYLE_PG_UNKNOWN] = 13,
	};

	return rank[a] >= rank[b] ? a : b;
}

/* The role of a character that is no half-block: the two lines together. */
static enum style_role both_role(const struct pages_map *map,
				 const struct pages_cell *top,
				 const struct pages_cell *bottom)
{
	struct pages_cell sum = *top;
	enum style_role s;

	s = stronger(pages_cell_role(map, top), pages_cell_role(map, bottom));
	if (map->paint == PAINT_AGE || s < STYLE_PG_ABSENT || s > STYLE_PG_6)
		return s;
	if (!bottom->pages)
		return pages_cell_role(map, top);
	sum.pages += bottom->pages;
	sum.sum.resident += bottom->sum.resident;
	sum.sum.exclusive += bottom->sum.exclusive;
	sum.came = sum.went = 0;
	return pages_cell_role(map, &sum);
}

static const char *char_of(const struct pages_map *map,
			   const struct pages_cell *top,
			   const struct pages_cell *bottom, style *st)
{
	const struct look *look = &map->view->look;
	enum style_role t = pages_cell_role(map, top);
	enum style_role b = pages_cell_role(map, bottom), both;
	bool halves = map->paint == PAINT_PRESENCE || map->paint == PAINT_STATE;

	if (t == STYLE_PG_UNKNOWN || b == STYLE_PG_UNKNOWN) {
		*st = STYLE_PG_UNKNOWN;
		return "?";
	}
	if (t == STYLE_PG_NONE) {
		*st = STYLE_PG_NONE;
		return " ";
	}
	if (look->utf8 && look->colors >= 256) {
		*st = STYLE_PAIR(t, b);
		return "▀";
	}
	both = both_role(map, top, bottom);
	*st = both;
	if (both == STYLE_PG_NEW && !look->colors)
		return "+";
	if (both == STYLE_PG_SWAP || both == STYLE_PG_HUGE ||
	    both == STYLE_PG_ZERO)
		return pages_glyph(look, both);
	if (look->utf8 && halves) {
		/* One line alone has its own shade, not half of it. */
		if (!bottom->sum.resident && top->sum.resident)
			*st = t;
		else if (!top->sum.resident && bottom->sum.resident)
			*st = b;
		return half_glyph(top, bottom);
	}
	if (both == STYLE_PG_NEW || both == STYLE_PG_GONE)
		both = pages_role(top->sum.resident +
				  (uint64_t)bottom->sum.resident,
				  top->pages + bottom->pages);
	return pages_glyph(look, both);
}

void pages_map_draw(const struct pages_map *map, struct canvas *c, int row,
		    int col, int rows, uint64_t top, uint64_t cursor)
{
	uint64_t cols = (uint64_t)map->cols;

	for (int y = 0; y < rows && top + (uint64_t)y < map->rows; y++) {
		uint64_t line = (top + (uint64_t)y) * 2 * cols;

		for (uint64_t x = 0; x < cols; x++) {
			struct pages_cell up, low;
			const char *glyph;
			style st;

			pages_cell(map, line + x, &up);
			pages_cell(map, line + cols + x, &low);
			glyph = char_of(map, &up, &low, &st);
			if (cursor == line + x || cursor == line + cols + x)
				st |= STYLE_REVERSE;
			canvas_puts(c, row + y, col + (int)x, st, glyph);
		}
	}
}
