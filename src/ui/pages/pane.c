/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane 2 Pages: the heatmap of the selected region, or of all regions.
 *
 * The cell size is chosen when a region is first shown, and again when the user
 * zooms or the size of the pane changes, but never because the region grew.
 * The screen requests a finer scan of the part in view, with a margin, so that
 * scrolling by a row needs no new request.
 */
#include <config.h>

#include <stdlib.h>

#include "event/request.h"
#include "ui/kit/i18n.h"
#include "ui/pages/file.h"
#include "ui/pages/frame.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

static void *pages_new(void)
{
	return xcalloc(1, sizeof(struct pages_state));
}

static void pages_free(void *state)
{
	struct pages_state *s = state;

	space_map_release(&s->map);
	free(s);
}

/* A region that has grown down is still the same region: its rows stay in
 * place. */
static bool follow_growth(struct pages_state *s, const struct region *r,
			  uint64_t page_size)
{
	uint64_t row = 2 * (uint64_t)s->cols * s->cell_pages * page_size;

	if (s->region == r->start)
		return true;
	if (s->region < r->start || s->end != r->end)
		return false;
	if (row)
		s->top += (s->region - r->start) / row;
	return true;
}

static void fit(struct pages_state *s, const struct view *view,
		const struct process *p, const struct region *r,
		const struct pages_layout *l)
{
	uint64_t page_size = view->model->page_size;
	bool same = s->pid == p->pid &&
		    s->generation == p->space.generation &&
		    follow_growth(s, r, page_size ? page_size : 4096);

	if (!same)
		s->zoomed = s->ranged = s->extends = false;
	if (!same || !s->cell_pages ||
	    (!s->zoomed && (s->cols != l->cols || s->rows != l->rows))) {
		s->cell_pages = pages_whole(view, r, l->cols, l->rows);
		s->top = 0;
	}
	s->pid = p->pid;
	s->region = r->start;
	s->end = r->end;
	s->generation = p->space.generation;
	s->cols = l->cols;
	s->rows = l->rows;
}

/* Scrolls so that the row of the cursor is in view. */
static void keep_cursor(struct pages_state *s, const struct pages_map *map,
			uint64_t cell)
{
	uint64_t row = cell / (2 * (uint64_t)map->cols);
	uint64_t rows = (uint64_t)s->rows;
	uint64_t most = map->rows > rows ? map->rows - rows : 0;

	if (row < s->top)
		s->top = row;
	else if (row >= s->top + rows)
		s->top = row - rows + 1;
	if (s->top > most)
		s->top = most;
}

/* True if the addresses are only reserved (PROT_NONE) and no page was found
 * there. */
static bool untouched(const struct process *p, const struct region *r)
{
	const struct pages *known = pages_known(p, r);

	if (r->perm & (PERM_R | PERM_W | PERM_X))
		return false;
	if (!known)
		return r->rss == 0;
	return known->scanned >= known->end && !known->resident &&
	       (known->swapped == 0 || known->swapped == EV_UNKNOWN);
}

static void draw_untouched(const struct view *view, const struct region *r,
			   struct canvas *c, bool focused)
{
	struct str s = STR_INIT, what = STR_INIT;
	char a[FMT_MAX], size[FMT_MAX];

	fmt_size(size, r->end - r->start);
	region_short(&what, r, !view->look.utf8);
	str_addf(&s, _("2 Pages  %s "), fmt_addr(a, r->start));
	str_addf(&s, "%s %s", what.data, size);
	title_rule(c, &view->look, focused, s.data, "");
	str_clear(&s);
	str_addf(&s, _("%s reserved, PROT_NONE, untouched. "
		       "Nothing can be resident."), size);
	say_empty(c, s.data);
	str_release(&what);
	str_release(&s);
}

static void draw_none(const struct view *view, struct canvas *c, bool focused)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	title_rule(c, &view->look, focused, _("2 Pages"), "");
	if (view->region)
		str_addf(&s, _("%s was unmapped. ( and ) go to another "
			       "region."), fmt_addr(buf, view->region));
	else
		str_adds(&s, _("No region is selected. Enter in Regions "
			       "shows its pages here."));
	say_empty(c, s.data);
	str_release(&s);
}

/* --- the part in view ---------------------------------------------------- */

/* If the part in view is larger than this, it is requested without a margin. */
#define MARGIN_BYTES (UINT64_C(512) << 20)

/* Converts map rows [from, to) of the region to addresses. */
static void rows_window(const struct pages_map *map, uint64_t from,
			uint64_t to, struct view_window *w)
{
	uint64_t row = 2 * (uint64_t)map->cols * map->cell_pages *
		       map->page_size;

	w->start = map->start + from * row;
	w->end = to * row < map->end - map->start ? map->start + to * row
						  : map->end;
	w->cell_pages = map->cell_pages;
}

static bool covers(const struct view_window *w, const struct view_window *in)
{
	return w->cell_pages == in->cell_pages && w->start <= in->start &&
	       w->end >= in->end;
}

/* Sets *want to the part in view, plus a margin if the result is at most
 * `cells` cells.  If *want already covers the view, it does not change. */
static void keep_window(const struct pages_state *s,
			const struct pages_map *map, uint64_t cells,
			struct view_window *want)
{
	uint64_t line = 2 * (uint64_t)map->cols, rows = (uint64_t)s->rows;
	uint64_t most = cells / line, margin = rows / 2;
	struct view_window in = { .space = false };

	rows = rows < most ? rows : most;
	rows_window(map, s->top, s->top + rows, &in);
	if (want->start >= map->start && want->end <= map->end &&
	    covers(want, &in))
		return;
	if (in.end - in.start > MARGIN_BYTES || rows + 2 * margin > most)
		margin = 0;
	rows_window(map, s->top > margin ? s->top - margin : 0,
		    s->top + rows + margin, want);
}

static void want_heap(struct pages_state *s, struct view *view,
		      const struct pages_map *map)
{
	if (s->paint != PAINT_HEAP)
		return;
	keep_window(s, map, REQ_HEAP_PAGES_MAX, &s->heap_want);
	view->heap_window = s->heap_want;
}

/* Requests a finer scan of the part in view, unless the scan of the whole
 * region is fine enough: it has a bin for each page, or all cells are in view
 * and none is smaller than a bin. */
static void want_window(struct pages_state *s, struct view *view,
			const struct pages_map *map)
{
	uint64_t pages = (map->end - map->start) / map->page_size;
	uint64_t bin = pages_bin_size(pages, PAGES_BINS_MAX);
	uint64_t rows = (uint64_t)s->rows;

	if (bin <= 1 || (map->cell_pages >= bin && map->rows <= rows)) {
		s->want = (struct view_window){ .cell_pages = 0 };
		return;
	}
	keep_window(s, map, PAGES_WINDOW_MAX, &s->want);
	view->window = s->want;
}

static void draw_region(struct pages_state *s, struct view *view,
			const struct process *p, const struct region *r,
			struct pages_frame *f, struct canvas *c)
{
	struct pages_map map;

	fit(s, view, p, r, &f->layout);
	pages_map_init(&map, view, p, r, s->cell_pages, f->layout.cols,
		       s->paint);
	map.big = s->large = f->layout.big;
	f->map = &map;
	f->cell = pages_cell_of(&map, pages_cursor(view, r));
	keep_cursor(s, &map, f->cell);
	if (untouched(p, r)) {
		draw_untouched(view, r, c, f->focused);
		return;
	}
	want_window(s, view, &map);
	want_heap(s, view, &map);
	pages_frame_draw(f, c);
}

static void draw_space(struct pages_state *s, struct view *view,
		       const struct process *p, const struct region *r,
		       struct pages_frame *f, struct canvas *c)
{
	const struct space_map *sm;
	struct pages_map map;

	if (s->space_cols != f->layout.cols || s->space_rows != f->layout.rows)
		s->space_cell = 0;
	s->space_cols = s->cols = f->layout.cols;
	s->space_rows = s->rows = f->layout.rows;
	sm = pages_space(s, view, p);
	pages_map_space(&map, view, sm, s->paint);
	f->map = &map;
	f->cell = pages_cell_of(&map, pages_cursor(view, r));
	keep_cursor(s, &map, f->cell);
	view->window = (struct view_window){
		.space = true, .cell_pages = sm->cell_pages,
	};
	pages_frame_draw(f, c);
}

static void pages_draw(void *state, struct view *view, struct canvas *c,
		       bool focused)
{
	struct pages_state *s = state;
	struct process *p = view_process(view);
	struct region *r = view_region(view);
	struct pages_frame f = {
		.state = s, .view = view, .process = p, .region = r,
		.focused = focused,
	};

	if (!p || !r) {
		draw_none(view, c, focused);
		return;
	}
	if (view->file) {
		pages_file_draw(view, p, r, c, focused);
		return;
	}
	f.layout = pages_layout(&c->clip, r->start, s->big && !s->space);
	if (s->space)
		draw_space(s, view, p, r, &f, c);
	else
		draw_region(s, view, p, r, &f, c);
}

static const char *pages_enter(const void *state, const struct view *view,
			       bool *can)
{
	const struct pages_state *s = state;
	const struct region *r = view_region(view);

	*can = r;
	/* TRANSLATORS: after "Enter" in the key bar; at most 10 columns. */
	return view->file ? N_("Pages") : s->space ? N_("Region") :
	       r && pages_file_has(r) ? N_("File") : N_("Contents");
}

static const enum cmd pages_bar_cmds[] = {
	DO_ENTER, DO_ZOOM_IN, DO_ZOOM_OUT, DO_ZOOM_ALL, DO_PAINT, DO_REGION_PREV,
	DO_REGION_NEXT, DO_BIG, DO_RANGE, DO_FIND, DO_FIND_NEXT, DO_NONE,
};

const struct pane_ops pages_pane = {
	.id = PANE_PAGES,
	.name = "pages",
	.title = N_("Pages"),
	.terms = pages_terms,
	.of_one = true,
	.new_state = pages_new,
	.free_state = pages_free,
	.draw = pages_draw,
	.command = pages_command,
	.choose = pages_choose,
	.bar = pages_bar_cmds,
	.enter = pages_enter,
};
