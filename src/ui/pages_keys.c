/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of Pages: the cursor, the zoom, the next region. */
#include <config.h>

#include "ui/pages_state.h"

#include "ui/widgets.h"

uint64_t pages_cursor(const struct view *view, const struct region *r)
{
	return view->page >= r->start && view->page < r->end ? view->page :
	       r->start;
}

uint64_t pages_whole(const struct view *view, const struct process *p,
		     const struct region *r, int cols, int rows)
{
	const struct pages *known = pages_known(p, r);
	uint64_t ps = known ? known->page_size :
		view->model->page_size ? view->model->page_size : 4096;

	return pages_fit((r->end - r->start) / ps,
			 pages_finest(view, known, r), cols, rows);
}

static unsigned move(struct pages_state *s, struct view *view,
		     const struct pages_map *map, enum cmd cmd, uint64_t cell)
{
	uint64_t cols = (uint64_t)map->cols, step = 1, to = cell;
	uint64_t page = 2 * cols * (uint64_t)(s->rows > 0 ? s->rows : 1);
	uint64_t last = map->cells - 1;

	if (cmd == DO_UP || cmd == DO_DOWN)
		step = cols;
	else if (cmd == DO_PAGE_UP || cmd == DO_PAGE_DOWN)
		step = page;
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
		to = cell >= step ? cell - step : cell % cols;
		break;
	case DO_PAGE_DOWN:
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

/* The cursor keeps its screen row when the cells change their size. */
static unsigned zoom(struct pages_state *s, struct view *view,
		     const struct process *p, const struct region *r,
		     const struct pages_map *map, enum cmd cmd)
{
	uint64_t whole = pages_whole(view, p, r, s->cols, s->rows);
	uint64_t finest = map->pages ? map->pages->bin_pages :
			  pages_finest(view, NULL, r);
	uint64_t want = map->cell_pages, addr = pages_cursor(view, r);
	uint64_t line = 2 * (uint64_t)map->cols, at, above;
	struct pages_map new;

	if (cmd == DO_ZOOM_IN)
		want /= 2;
	else if (cmd == DO_ZOOM_OUT)
		want *= 2;
	else
		want = whole;
	if (want < finest || (want > whole && cmd != DO_ZOOM_ALL))
		return 0;
	at = pages_cell_of(map, addr) / line;
	above = at >= s->top ? at - s->top : 0;
	s->cell_pages = want;
	s->zoomed = want != whole;
	pages_map_init(&new, view, p, r, want, s->cols, s->paint);
	at = pages_cell_of(&new, addr) / line;
	s->top = at > above ? at - above : 0;
	return CMD_TAKEN | CMD_REDRAW;
}

/* The live region before or after the selected one. */
static unsigned other_region(struct view *view, const struct process *p,
			     bool next)
{
	const struct space *space = &p->space;
	const struct region *found = NULL;

	for (size_t i = 0; i < space->regions.n; i++) {
		const struct region *r = space->regions.v[i];

		if (r->removed_ns)
			continue;
		if (next && r->start > view->region) {
			found = r;
			break;
		}
		if (!next && r->start < view->region)
			found = r;
	}
	if (!found)
		return CMD_TAKEN;
	view->region = found->start;
	view->region_end = found->end;
	view->region_generation = space->generation;
	view->page = 0;
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

unsigned pages_command(void *state, struct view *view, enum cmd cmd)
{
	struct pages_state *s = state;
	struct process *p = view_process(view);
	struct region *r = view_region(view);
	struct pages_map map;

	switch (cmd) {
	case DO_PAINT:
		s->paint = (s->paint + 1) % PAINTS;
		return CMD_TAKEN | CMD_REDRAW;
	case DO_ENTER:
		return CMD_TAKEN;
	case DO_REGION_PREV:
	case DO_REGION_NEXT:
		return p ? other_region(view, p, cmd == DO_REGION_NEXT) : 0;
	default:
		break;
	}
	if (!p || !r || r->end <= r->start)
		return 0;
	if (!s->cols)			/* not drawn yet */
		s->cols = MAP_COLS, s->rows = 1;
	if (!s->cell_pages)
		s->cell_pages = pages_whole(view, p, r, s->cols, s->rows);
	pages_map_init(&map, view, p, r, s->cell_pages, s->cols, s->paint);
	if (cmd == DO_ZOOM_IN || cmd == DO_ZOOM_OUT || cmd == DO_ZOOM_ALL)
		return zoom(s, view, p, r, &map, cmd);
	return move(s, view, &map, cmd, pages_cell_of(&map,
						      pages_cursor(view, r)));
}
