/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the cells of the heatmap as characters.  Each character shows cells of
 * two lines, one above the other; a large cell is a block of characters. */
#include <config.h>

#include "ui/pages/map.h"

#include "ui/kit/widgets.h"

/* The character for an upper and a lower cell, by their resident pages: `· ▀ ▄
 * ▓ █`. */
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

/* Returns the role that wins if two cells share a character. */
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

/* Returns the role of a character that is not a half block, from both cells
 * together. */
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

/* Returns a half block in two colours.  The sign of two equal halves is as
 * invisible as its colours are equal, but a text capture shows it. */
static const char *pair_of(const struct look *look, enum style_role top,
			   enum style_role bottom, style *st)
{
	bool low = bottom != STYLE_PG_NONE && stronger(top, bottom) == bottom;

	*st = low ? STYLE_PAIR(bottom, top) : STYLE_PAIR(top, bottom);
	return top == bottom ? pages_glyph(look, top) : low ? "▄" : "▀";
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
	if (look->utf8 && look->colors >= 256 && !selected)
		return pair_of(look, t, b, st);
	both = both_role(map, top, bottom);
	*st = both;
	if (both < STYLE_PG_ABSENT || both > STYLE_PG_6)
		return pages_glyph(look, both);
	if (look->utf8 && halves) {
		/* If only one of the two cells has resident pages, the
		 * character has the shade of that cell. */
		if (!bottom->sum.resident && top->sum.resident)
			*st = t;
		else if (!top->sum.resident && bottom->sum.resident)
			*st = b;
		return half_glyph(top, bottom);
	}
	return pages_glyph(look, both);
}

static bool within(const struct pages_range *range, uint64_t i)
{
	return range && i >= range->first && i <= range->last;
}

/* Draws a block, in a colour and a sign of its own. */
static void draw_block(const struct pages_map *map, struct canvas *c, int row,
		       int col, uint64_t i, style over)
{
	const struct look *look = &map->view->look;
	struct pages_cell cell;
	enum style_role role;
	const char *glyph;
	style st;

	pages_cell(map, i, &cell);
	role = pages_cell_role(map, &cell);
	if (role == STYLE_PG_NONE)
		return;
	glyph = role == STYLE_PG_UNKNOWN ? "?" : pages_glyph(look, role);
	st = over & ~STYLE_REVERSE ? over : role | over;
	for (int y = 0; y < BIG_ROWS - BIG_GAP; y++)
		for (int x = 0; x < BIG_COLS - BIG_GAP; x++)
			canvas_puts(c, row + y, col + x, st, glyph);
}

static void draw_blocks(const struct pages_map *map, struct canvas *c, int row,
			int col, int rows, uint64_t top, uint64_t cursor,
			const struct pages_range *range)
{
	uint64_t cols = (uint64_t)map->cols;
	uint64_t first = top * 2 * cols, end = first + 2 * cols * (uint64_t)rows;

	for (uint64_t i = first; i < end && i < map->cells; i++) {
		int line = (int)((i - first) / cols);
		style over = within(range, i) ? STYLE_SEL : 0;

		if (i == cursor)
			over |= STYLE_REVERSE;
		draw_block(map, c, row + line * BIG_ROWS,
			   col + (int)(i % cols) * BIG_COLS, i, over);
	}
}

void pages_map_draw(const struct pages_map *map, struct canvas *c, int row,
		    int col, int rows, uint64_t top, uint64_t cursor,
		    const struct pages_range *range)
{
	uint64_t cols = (uint64_t)map->cols;

	if (map->big) {
		draw_blocks(map, c, row, col, rows, top, cursor, range);
		return;
	}
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
