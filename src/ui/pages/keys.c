/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of Pages: the cursor, the zoom, the next region. */
#include <config.h>

#include "ui/pages/state.h"

#include "ui/pages/file.h"
#include "ui/kit/widgets.h"

uint64_t pages_cursor(const struct view *view, const struct region *r)
{
	return view->page >= r->start && view->page < r->end ? view->page :
	       r->start;
}

static uint64_t page_size_of(const struct view *view)
{
	return view->model->page_size ? view->model->page_size : 4096;
}

uint64_t pages_whole(const struct view *view, const struct region *r, int cols,
		     int rows)
{
	return pages_fit((r->end - r->start) / page_size_of(view), cols, rows);
}

/* True if the layout of all regions was computed for this process and pane
 * size, and the model has received no event since. */
static bool is_laid_out(const struct pages_state *s, const struct view *view,
			const struct process *p)
{
	return s->map.process == p && s->map.cols == s->cols &&
	       s->map.page_size == page_size_of(view) &&
	       s->map_rows == s->rows &&
	       s->map_instance == view->model->instance &&
	       s->map_events == view->model->events &&
	       (s->space_cell == s->map.cell_pages ||
		s->space_cell == s->map_asked);
}

const struct space_map *pages_space(struct pages_state *s,
				    const struct view *view,
				    const struct process *p)
{
	if (!is_laid_out(s, view, p)) {
		space_map_release(&s->map);
		space_map_make(&s->map, p, page_size_of(view), s->cols,
			       s->rows, s->space_cell);
		s->map_asked = s->space_cell;
		s->map_rows = s->rows;
		s->map_instance = view->model->instance;
		s->map_events = view->model->events;
	}
	s->space_cell = s->map.cell_pages;
	return &s->map;
}

static unsigned move(struct pages_state *s, struct view *view,
		     const struct pages_map *map, enum cmd cmd, uint64_t cell)
{
	uint64_t cols = (uint64_t)map->cols, step = 1, to = cell;
	uint64_t half = cols * (uint64_t)(s->rows > 0 ? s->rows : 1);
	uint64_t page = 2 * half, last = map->cells - 1;

	if (cmd == DO_UP || cmd == DO_DOWN)
		step = cols;
	else if (cmd == DO_PAGE_UP || cmd == DO_PAGE_DOWN)
		step = page;
	else if (cmd == DO_HALF_UP || cmd == DO_HALF_DOWN)
		step = half;
	switch (cmd) {
	case DO_UP:
	case DO_LEFT:
		to = cell >= step ? cell - step : cell;
		break;
	case DO_DOWN:
	case DO_RIGHT:
		to = last - cell >= step ? cell + step : cell;
		break;
	case DO_PAGE_UP:
	case DO_HALF_UP:
		to = cell >= step ? cell - step : cell % cols;
		break;
	case DO_PAGE_DOWN:
	case DO_HALF_DOWN:
		to = last - cell >= step ? cell + step : last;
		break;
	case DO_HOME:
		to = 0;
		break;
	case DO_END:
		to = last;
		break;
	default:
		return 0;
	}
	view->page = pages_cell_start(map, to);
	return CMD_TAKEN | CMD_REDRAW;
}

/* Changes from the map of one region to the map of all regions. */
static unsigned open_space(struct pages_state *s, struct view *view,
			   const struct region *r)
{
	view->page = pages_cursor(view, r);
	s->space = true;
	s->space_cell = 0;
	s->top = 0;
	return CMD_TAKEN | CMD_REDRAW;
}

/* Makes cells large, or small again. */
static unsigned set_big(struct pages_state *s, bool big)
{
	s->big = big;
	s->top = 0;
	return CMD_TAKEN | CMD_REDRAW;
}

/* Changes the cell size.  The cursor stays on its screen row.  Large cells of a
 * page follow the smallest ones. */
static unsigned zoom(struct pages_state *s, struct view *view,
		     const struct process *p, const struct region *r,
		     const struct pages_map *map, enum cmd cmd)
{
	uint64_t whole = pages_whole(view, r, s->cols, s->rows);
	uint64_t want = map->cell_pages, addr = pages_cursor(view, r);
	uint64_t line = 2 * (uint64_t)map->cols, at, above;
	struct pages_map new;

	if (cmd == DO_ZOOM_IN)
		want /= 2;
	else if (cmd == DO_ZOOM_OUT)
		want *= 2;
	else
		want = whole;
	if (!want && s->big)
		return 0;
	if (!want || (cmd == DO_ZOOM_OUT && s->big && map->cell_pages == 1)) {
		s->zoomed = true;
		s->cell_pages = 1;
		return set_big(s, !want);
	}
	/* Zooming out beyond the region, or zoom-all twice, shows all
	 * regions. */
	if (want > whole || (cmd == DO_ZOOM_ALL && want == map->cell_pages))
		return open_space(s, view, r);
	at = pages_cell_of(map, addr) / line;
	above = at >= s->top ? at - s->top : 0;
	s->cell_pages = want;
	s->zoomed = want != whole;
	pages_map_init(&new, view, p, r, want, s->cols, s->paint);
	at = pages_cell_of(&new, addr) / line;
	s->top = at > above ? at - above : 0;
	return CMD_TAKEN | CMD_REDRAW;
}

/* --- all regions ----------------------------------------------------------- */

/* Changes to the map of the region under the cursor, with the whole region in
 * view. */
static unsigned close_space(struct pages_state *s)
{
	s->space = false;
	s->cell_pages = 0;
	s->zoomed = false;
	return CMD_TAKEN | CMD_REDRAW;
}

bool pages_select_cell(struct view *view, const struct space_map *sm,
		       uint64_t i)
{
	const struct space *space = &sm->process->space;
	const struct region *r;
	uint64_t addr;
	size_t region;

	if (!space_map_at(sm, i, &addr, &region))
		return false;
	r = space->regions.v[region];
	view->region = r->start;
	view->region_end = r->end;
	view->region_generation = space->generation;
	view->page = addr > r->start ? addr : r->start;
	return true;
}

static unsigned space_move(const struct pages_state *s, struct view *view,
			   const struct space_map *sm, uint64_t at,
			   enum cmd cmd)
{
	uint64_t cols = (uint64_t)sm->cols, to;
	uint64_t half = cols * (uint64_t)(s->rows > 0 ? s->rows : 1);
	bool is_half = cmd == DO_HALF_UP || cmd == DO_HALF_DOWN;
	bool forward = cmd == DO_DOWN || cmd == DO_RIGHT ||
		       cmd == DO_PAGE_DOWN || cmd == DO_HALF_DOWN;

	switch (cmd) {
	case DO_LEFT:
	case DO_RIGHT:
		to = space_map_move(sm, at, 1, forward);
		break;
	case DO_UP:
	case DO_DOWN:
		to = space_map_move(sm, at, cols, forward);
		break;
	case DO_PAGE_UP:
	case DO_PAGE_DOWN:
	case DO_HALF_UP:
	case DO_HALF_DOWN:
		to = space_map_move(sm, at, is_half ? half : 2 * half,
				    forward);
		if (to == at)
			to = space_map_end(sm, forward);
		break;
	case DO_HOME:
	case DO_END:
		to = space_map_end(sm, cmd == DO_END);
		break;
	default:
		return 0;
	}
	if (to != at)
		pages_select_cell(view, sm, to);
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned space_command(struct pages_state *s, struct view *view,
			      const struct process *p, const struct region *r,
			      enum cmd cmd)
{
	const struct space_map *sm;

	switch (cmd) {
	case DO_ZOOM_IN:
	case DO_ZOOM_ALL:
	case DO_ENTER:
		return close_space(s);
	case DO_ZOOM_OUT:
		return 0;
	case DO_WHEEL_UP:
	case DO_WHEEL_DOWN:
		return CMD_TAKEN;	/* the whole map is in view */
	default:
		break;
	}
	sm = pages_space(s, view, p);
	return space_move(s, view, sm, space_map_of(sm, pages_cursor(view, r)),
			  cmd);
}

static unsigned command(struct pages_state *s, struct view *view, enum cmd cmd)
{
	struct process *p = view_process(view);
	struct region *r = view_region(view);
	struct pages_map map;

	if (view->file && pages_file_command(view, cmd))
		return CMD_TAKEN | CMD_REDRAW;
	switch (cmd) {
	case DO_BIG:
		if (s->space)
			(void)close_space(s);
		return set_big(s, !s->big);
	case DO_PAINT:
		s->paint = (s->paint + 1) % PAINTS;
		return CMD_TAKEN | CMD_REDRAW;
	case DO_ENTER:
		if (!s->space) {
			view->file = r && pages_file_has(r);
			/* If the region has no file, open Contents. */
			return CMD_TAKEN | CMD_REDRAW |
			       (r && !view->file ? CMD_OPEN : 0);
		}
		break;
	case DO_REGION_PREV:
	case DO_REGION_NEXT:
		return p ? view_other_region(view, cmd == DO_REGION_NEXT) : 0;
	default:
		break;
	}
	if (!p || !r || r->end <= r->start)
		return 0;
	if (!s->cols)			/* the map was not drawn yet */
		s->cols = MAP_COLS, s->rows = 1;
	if (s->space)
		return space_command(s, view, p, r, cmd);
	if (!s->cell_pages)
		s->cell_pages = pages_whole(view, r, s->cols, s->rows);
	pages_map_init(&map, view, p, r, s->cell_pages, s->cols, s->paint);
	if (cmd == DO_ZOOM_IN || cmd == DO_ZOOM_OUT || cmd == DO_ZOOM_ALL)
		return zoom(s, view, p, r, &map, cmd);
	if (cmd == DO_WHEEL_UP || cmd == DO_WHEEL_DOWN)
		return pages_wheel(s, view, &map, pages_cell_of(&map,
					pages_cursor(view, r)),
				   cmd == DO_WHEEL_DOWN);
	return move(s, view, &map, cmd, pages_cell_of(&map,
						      pages_cursor(view, r)));
}

/* --- range selection ------------------------------------------------------ */

/* Starts a range at the cursor, or ends it. */
static unsigned begin_range(struct pages_state *s, const struct view *view)
{
	const struct region *r = view_region(view);

	s->extends = !s->extends && r && !view->file;
	if (s->extends)
		s->pressed = pages_cursor(view, r);
	return CMD_TAKEN | CMD_REDRAW;
}

static void extend(struct pages_state *s, const struct view *view)
{
	const struct region *r = view_region(view);
	uint64_t to = r ? pages_cursor(view, r) : s->pressed;
	bool back = to < s->pressed;

	s->ranged = to != s->pressed;
	s->range[back] = s->pressed;
	s->range[!back] = to;
}

/* Runs a command.  Any command ends the selected range, unless it extends the
 * range. */
unsigned pages_command(void *state, struct view *view, enum cmd cmd)
{
	struct pages_state *s = state;
	unsigned done;

	/* These select another pane. */
	if (cmd == DO_TAB || cmd == DO_TAB_BACK)
		return 0;
	s->ranged = false;
	if (cmd == DO_RANGE)
		return begin_range(s, view);
	s->extends = s->extends && cmd >= DO_UP && cmd <= DO_RIGHT;
	done = command(s, view, cmd);
	if (s->extends)
		extend(s, view);
	return done;
}
