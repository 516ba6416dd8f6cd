/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of the heatmap as characters: two lines of memory in each. */
#include <config.h>

#include "ui/pages/map.h"

#include "ui/kit/widgets.h"

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
	case STYLE_PG_NEW:
		/* ASCII has a `+` in its ramp. */
		return look->colors ? look->utf8 ? "█" : "#"
				    : look->utf8 ? "+" : "n";
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
		[STYLE_PG_WRITTEN] = 12, [STYLE_PG_SWAP] = 13,
		[STYLE_PG_UNKNOWN] = 14,
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
	if (s < STYLE_PG_ABSENT || s > STYLE_PG_6 || !bottom->pages)
		return s;
	pages_cell_add(&sum, bottom);
	sum.came = sum.went = 0;
	return pages_cell_role(map, &sum);
}

static const char *char_of(const struct pages_map *map,
			   const struct pages_cell *top,
			   const struct pages_cell *bottom, bool selected,
			   style *st)
{
	const struct look *look = &map->view->look;
	enum style_role t = pages_cell_role(map, top);
	enum style_role b = pages_cell_role(map, bottom), both;
	bool halves = pages_paints[map->paint].halves;

	if (t == STYLE_PG_UNKNOWN || b == STYLE_PG_UNKNOWN) {
		*st = STYLE_PG_UNKNOWN;
		return "?";
	}
	if (t == STYLE_PG_NONE) {
		*st = STYLE_PG_NONE;
		return " ";
	}
	if (look->utf8 && look->colors >= 256 && !selected) {
		*st = STYLE_PAIR(t, b);
		return "▀";
	}
	both = both_role(map, top, bottom);
	*st = both;
	if (both == STYLE_PG_NEW && !look->colors)
		return pages_glyph(look, both);
	if (both == STYLE_PG_SWAP || both == STYLE_PG_HUGE ||
	    both == STYLE_PG_ZERO || both == STYLE_PG_WRITTEN)
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

static bool within(const struct pages_range *range, uint64_t i)
{
	return range && i >= range->first && i <= range->last;
}

void pages_map_draw(const struct pages_map *map, struct canvas *c, int row,
		    int col, int rows, uint64_t top, uint64_t cursor,
		    const struct pages_range *range)
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
			bool selected = within(range, line + x) ||
					within(range, line + cols + x);
			glyph = char_of(map, &up, &low, selected, &st);
			if (selected)
				st = STYLE_SEL;
			if (cursor == line + x || cursor == line + cols + x)
				st |= STYLE_REVERSE;
			canvas_puts(c, row + y, col + (int)x, st, glyph);
		}
	}
}
