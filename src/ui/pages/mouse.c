/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mouse on the map: a click moves the cursor, a drag selects a range.
 *
 * A character has two cells, one of the upper and one of the lower line of
 * memory.  A click on a character selects its upper cell, a second click there
 * selects the lower one.  A range is a range of addresses: within a row it
 * stays in the line where it started; over several rows it includes both lines
 * of each row.  A large cell has characters of its own.
 */
#include <config.h>

#include "ui/pages/state.h"

#include "ui/kit/widgets.h"

/* The position of the mouse, as the upper cell of the character there. */
struct point {
	const struct pages_map *map;
	uint64_t cell, cursor;
};

const struct pages_range *pages_range(const struct pages_state *s,
				      const struct pages_map *map,
				      struct pages_range *out)
{
	if (!s->ranged)
		return NULL;
	out->first = pages_cell_of(map, s->range[0]);
	out->last = pages_cell_of(map, s->range[1]);
	return out->first <= out->last ? out : NULL;
}

static uint64_t row_of(const struct pages_map *map, uint64_t cell)
{
	return cell / (2 * (uint64_t)map->cols);
}

/* Returns the lower cell of the character of `cell`, if there is one. */
static uint64_t lower(const struct pages_map *map, uint64_t cell)
{
	uint64_t cols = (uint64_t)map->cols;
	uint64_t n = map->space ? map->rows * 2 * cols : map->cells;

	return !map->big && cell / cols % 2 == 0 && cell + cols < n ? cell + cols : cell;
}

static uint64_t upper(const struct pages_map *map, uint64_t cell)
{
	uint64_t cols = (uint64_t)map->cols;

	return !map->big && cell / cols % 2 ? cell - cols : cell;
}

/* Selects the range of a drag.  Returns the new cell of the cursor. */
static uint64_t drag(struct pages_state *s, const struct point *at)
{
	const struct pages_map *map = at->map;
	uint64_t cols = (uint64_t)map->cols;
	uint64_t from = pages_cell_of(map, s->pressed), to = at->cell;
	uint64_t line = map->big ? cols : 2 * cols;
	uint64_t row = to / line, from_row = from / line;

	if (row == from_row) {
		to = from - from % cols + to % cols;
	} else if (row > from_row) {
		from = upper(map, from);
		to = lower(map, to);
	} else {
		from = lower(map, upper(map, from));
	}
	if (!map->space && to >= map->cells)
		to = map->cells - 1;
	s->ranged = from != to;
	s->range[from > to] = pages_cell_start(map, from);
	s->range[from <= to] = pages_cell_start(map, to);
	return to;
}

static uint64_t choose(struct pages_state *s, const struct point *at,
		       enum choose_how how)
{
	uint64_t low = lower(at->map, at->cell), to = at->cell;

	if (how == CHOOSE_DRAG)
		return drag(s, at);
	if (how == CHOOSE_POINT)
		return at->cursor == low ? low : to;
	if (at->cursor == to)
		to = low;
	s->ranged = s->extends = false;
	s->pressed = pages_cell_start(at->map, to);
	return to;
}

static unsigned choose_region(struct pages_state *s, struct view *view,
			      const struct process *p, const struct region *r,
			      const struct hot *hot, int x,
			      enum choose_how how)
{
	struct pages_map map;
	int pitch = s->large ? BIG_COLS : 1;
	uint64_t addr = hot->value + (uint64_t)(x / pitch) * hot->more;
	struct point at = { .map = &map };

	pages_map_init(&map, view, p, r, s->cell_pages, s->cols, s->paint);
	map.big = s->large;
	/* The map on the screen may be an older one, of another region or cell
	 * size. */
	if (!s->cell_pages || map.cell_pages * map.page_size != hot->more ||
	    addr < r->start || addr >= r->end)
		return 0;
	at.cell = upper(&map, pages_cell_of(&map, addr));
	at.cursor = pages_cell_of(&map, pages_cursor(view, r));
	view->page = pages_cell_start(&map, choose(s, &at, how));
	return CMD_TAKEN | CMD_REDRAW;
}

static unsigned choose_space(struct pages_state *s, struct view *view,
			     const struct process *p, const struct region *r,
			     const struct hot *hot, int x,
			     enum choose_how how)
{
	const struct space_map *sm = pages_space(s, view, p);
	struct pages_map map;
	struct point at = { .map = &map,
			    .cell = hot->value + (uint64_t)x };
	unsigned done = 0;
	uint64_t to;

	pages_map_space(&map, view, sm, s->paint);
	at.cursor = pages_cell_of(&map, pages_cursor(view, r));
	if (row_of(&map, hot->value) < sm->rows.n &&
	    pages_cell_start(&map, hot->value) == hot->more) {
		to = choose(s, &at, how);
		/* The row may have fewer cells than characters: then use the
		 * upper cell. */
		if (pages_select_cell(view, sm, to) ||
		    pages_select_cell(view, sm, at.cell))
			done = CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
		else
			s->ranged = false;
	}
	return done;
}

unsigned pages_choose(void *state, struct view *view, const struct hot *hot,
		      int at, enum choose_how how)
{
	struct pages_state *s = state;
	struct process *p = view_process(view);
	struct region *r = view_region(view);

	if (!p || !r || view->file || !s->cols ||
	    s->space != (hot->part == PART_SPACE))
		return 0;
	if (hot->kind == HOT_ROW)
		at = 0;
	else if (hot->kind != HOT_CELLS)
		return 0;
	return s->space ? choose_space(s, view, p, r, hot, at, how)
			: choose_region(s, view, p, r, hot, at, how);
}

unsigned pages_wheel(struct pages_state *s, struct view *view,
		     const struct pages_map *map, uint64_t cell, bool down)
{
	uint64_t rows = (uint64_t)(s->rows > 0 ? s->rows : 1);
	uint64_t most = map->rows > rows ? map->rows - rows : 0;
	uint64_t line = 2 * (uint64_t)map->cols, row = row_of(map, cell);

	if (down)
		s->top = s->top + WHEEL_ROWS < most ? s->top + WHEEL_ROWS
						    : most;
	else
		s->top = s->top > WHEEL_ROWS ? s->top - WHEEL_ROWS : 0;
	if (row < s->top)
		cell += (s->top - row) * line;
	else if (row >= s->top + rows)
		cell -= (row - s->top - rows + 1) * line;
	if (cell >= map->cells)
		cell = map->cells - 1;
	if (row != row_of(map, cell))
		view->page = pages_cell_start(map, cell);
	return CMD_TAKEN | CMD_REDRAW;
}
