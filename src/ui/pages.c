/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 2 Pages: the heatmap of the selected region.
 *
 * The cell size is chosen when a region is first shown, and again by zooming
 * or when the room changes; never because the region grew.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ui/i18n.h"
#include "ui/pages_map.h"
#include "ui/pages_panel.h"
#include "ui/pages_state.h"
#include "ui/pane.h"
#include "ui/regions_detail.h"
#include "ui/say.h"
#include "ui/what.h"
#include "ui/widgets.h"

/* Where things are, from the size of the clip alone. */
struct pages_layout {
	int axis_cols;			/* addresses at the left, 1: marks */
	int cols;			/* cells in a line */
	bool axis;			/* offsets on top */
	bool side, tall;		/* the panel beside the map */
	int rows;			/* that the map may take */
	int foot;			/* rows below it */
};

static void *pages_new(void)
{
	return xcalloc(1, sizeof(struct pages_state));
}

static void pages_free(void *state)
{
	free(state);
}

static struct pages_layout layout(const struct rect *clip, uint64_t start)
{
	struct pages_layout l = { .axis_cols = 14, .cols = MAP_COLS };
	int content = clip->rows - 1;
	char buf[FMT_MAX];

	l.axis_cols = (int)strlen(fmt_addr(buf, start)) + 2;
	if (clip->cols < 2 * (l.axis_cols + 1))
		l.axis_cols = 1;
	while (l.cols > 1 && l.cols + l.axis_cols > clip->cols)
		l.cols /= 2;
	l.side = clip->cols >= l.axis_cols + MAP_COLS + PANEL_COLS;
	l.tall = l.side && content >= 20;
	l.axis = content >= 3;
	if (l.tall)
		l.foot = 3;
	else if (l.side)
		l.foot = content >= 7 ? 2 : content >= 3;
	else
		l.foot = content >= 14 ? 3 : content >= 8 ? 2 : content >= 3;
	l.rows = content - l.foot - l.axis;
	if (l.rows < 1)
		l.rows = 1;
	return l;
}

/* A region that grew down is the same; its rows are where they were. */
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
		s->zoomed = false;
	if (!same || !s->cell_pages ||
	    (!s->zoomed && (s->cols != l->cols || s->rows != l->rows))) {
		s->cell_pages = pages_whole(view, p, r, l->cols, l->rows);
		s->top = 0;
	}
	s->pid = p->pid;
	s->region = r->start;
	s->end = r->end;
	s->generation = p->space.generation;
	s->cols = l->cols;
	s->rows = l->rows;
}

/* Scrolls so that the cursor's row is in view. */
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

static void cell_words(struct str *out, const struct pages_map *map)
{
	char size[FMT_MAX];

	str_adds(out, _("cell "));
	say_pages(out, map->cell_pages);
	str_addf(out, " = %s",
		 fmt_size(size, map->cell_pages * map->page_size));
}

/* The mapping's flags, where the title has room for all of them. */
static void add_flags(struct str *left, const struct region *r, int room)
{
	struct str flags = STR_INIT;

	for (int brief = 0; brief < 2 && region_flags_known(r); brief++) {
		str_clear(&flags);
		region_flags(&flags, r, brief);
		if (text_width(flags.data) + 2 > room)
			continue;
		str_addf(left, "  %s", flags.data);
		break;
	}
	str_release(&flags);
}

static void draw_title(const struct pages_state *s, const struct view *view,
		       const struct pages_map *map, const struct region *r,
		       bool tall, bool focused, struct canvas *c)
{
	struct str left = STR_INIT, right = STR_INIT, what = STR_INIT;
	uint64_t last = s->top + (uint64_t)s->rows;
	char a[FMT_MAX], size[FMT_MAX], perm[5], n[FMT_MAX];

	if (last > map->rows)
		last = map->rows;
	if (map->rows > (uint64_t)s->rows)
		str_addf(&right, _("rows %s-%s/%s"),
			 fmt_grouped(a, s->top + 1), fmt_grouped(size, last),
			 fmt_grouped(n, map->rows));
	else if (tall)
		str_addf(&right, _("whole region, %s cells"),
			 fmt_grouped(n, 2 * (uint64_t)map->cols * map->rows));
	if (!tall) {
		str_adds(&right, right.len ? "  " : "");
		cell_words(&right, map);
	}
	if (c->clip.cols < 40 + text_width(right.data))
		str_clear(&right);
	region_short(&what, r, !view->look.utf8);
	str_addf(&left, _("2 Pages  %s "), fmt_addr(a, r->start));
	text_cut(&left, what.data, c->clip.cols - text_width(left.data) -
		 text_width(right.data) - (tall ? 18 : 13), CUT_PATH,
		 !view->look.utf8);
	str_addf(&left, " %s", fmt_size(size, r->end - r->start));
	if (tall)
		str_addf(&left, " %s", perm_text(perm, r->perm));
	add_flags(&left, r, c->clip.cols - text_width(left.data) -
		  text_width(right.data) - 8);
	title_rule(c, &view->look, focused, left.data, right.data);
	str_release(&what);
	str_release(&right);
	str_release(&left);
}

/* The offset of each 16th cell in its line; a label under the cursor's mark
 * makes room for it. */
static void axis_labels(const struct pages_map *map,
			const struct pages_layout *l, struct canvas *c,
			int mark)
{
	uint64_t bytes = map->cell_pages * map->page_size;
	struct str s = STR_INIT;

	for (int x = 0; x < map->cols; x += 16) {
		int width;

		str_clear(&s);
		panel_offset(&s, bytes * (uint64_t)x);
		width = text_width(s.data);
		if (width >= 16 || (mark > x && mark < x + width))
			continue;
		canvas_puts(c, 1, l->axis_cols + x + (mark == x), STYLE_DIM,
			    s.data);
	}
	str_release(&s);
}

/* What each column adds to the address of its line; or how far the scan is. */
static void draw_axis(const struct pages_map *map, const struct pages_layout *l,
		      struct canvas *c, uint64_t cell, bool focused)
{
	const struct pages *p = map->pages;
	int mark = focused ? (int)(cell % (uint64_t)map->cols) : -1;
	char done[FMT_MAX], all[FMT_MAX];
	struct str s = STR_INIT;

	if (!pages_map_whole(map)) {
		str_addf(&s, _("scanning %s of %s"),
			 fmt_size(done, p ? p->scanned - p->start : 0),
			 fmt_size(all, map->end - map->start));
		put_cut(c, &map->view->look, 1, l->axis_cols, STYLE_DIM,
			s.data);
		if (mark < text_width(s.data))
			mark = -1;
		str_release(&s);
	} else {
		axis_labels(map, l, c, mark);
	}
	if (mark >= 0)
		canvas_puts(c, 1, l->axis_cols + mark, STYLE_PG_CURSOR,
			    map->view->look.utf8 ? "▾" : "v");
}

static void draw_rows(const struct pages_state *s, const struct pages_map *map,
		      const struct pages_layout *l, struct canvas *c,
		      uint64_t cell, bool focused)
{
	uint64_t line = 2 * (uint64_t)map->cols, at = cell / line;
	int row = 1 + l->axis;
	char buf[FMT_MAX];

	for (int y = 0; y < s->rows && s->top + (uint64_t)y < map->rows; y++) {
		uint64_t n = s->top + (uint64_t)y;

		if (l->axis_cols > 1)
			canvas_puts(c, row + y, 1, STYLE_TEXT,
				    fmt_addr(buf, pages_cell_start(map,
							n * line)));
		if (n == at)
			canvas_puts(c, row + y, 0, STYLE_PG_CURSOR,
				    map->view->look.utf8 ? "▸" : ">");
	}
	pages_map_draw(map, c, row, l->axis_cols, s->rows, s->top, cell);
	if (focused && at >= s->top && at - s->top < (uint64_t)s->rows)
		canvas_cursor(c, row + (int)(at - s->top), l->axis_cols +
			      (int)(cell % (uint64_t)map->cols), false);
}

static void draw_foot(const struct pages_panel *panel, struct canvas *c,
		      const struct pages_layout *l, int row, uint64_t cell)
{
	const struct pages_map *map = panel->map;
	struct str s = STR_INIT;
	struct rect old;
	char a[FMT_MAX], b[FMT_MAX];
	uint64_t line = map->cell_pages * map->page_size * (uint64_t)map->cols;

	if (!l->tall) {
		if (l->side && l->foot)
			panel_cell(panel, c, row, l->foot, cell, false);
		else if (l->foot)
			panel_cell(panel, c, row, 1, cell, false);
		if (!l->side)
			panel_under(panel, c, row + 1, l->foot - 1);
		return;
	}
	cell_words(&s, map);
	str_addf(&s, _("   line %s   row %s"), fmt_size(a, line),
		 fmt_size(b, 2 * line));
	old = clip_part(c, row, 0, 1, c->clip.cols);
	title_rule(c, &map->view->look, false, _("cursor"), s.data);
	canvas_clip(c, old);
	str_release(&s);
	panel_cell(panel, c, row + 1, 2, cell, true);
}

static void draw_side(const struct pages_panel *panel, struct canvas *c,
		      const struct pages_layout *l, int rows)
{
	int col = l->axis_cols + MAP_COLS;
	struct rect old;

	for (int y = 0; l->tall && y < rows; y++)
		canvas_puts(c, 2 + y, col + 2, STYLE_TITLE,
			    panel->view->look.utf8 ? "│" : "|");
	col += PANEL_GAP + l->tall;
	old = clip_part(c, 2, col, rows, c->clip.cols - col);
	panel_draw(panel, c, l->tall);
	canvas_clip(c, old);
}

/* Reserved addresses: nothing can be there, and the scan agrees. */
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
		str_addf(&s, _("%s is mapped no more. ( and ) go to another "
			       "region."), fmt_addr(buf, view->region));
	else
		str_adds(&s, _("No region is selected. Enter in Regions "
			       "shows its pages here."));
	say_empty(c, s.data);
	str_release(&s);
}

static void pages_draw(void *state, struct view *view, struct canvas *c,
		       bool focused)
{
	struct pages_state *s = state;
	struct process *p = view_process(view);
	struct region *r = view_region(view);
	struct pages_panel panel;
	struct pages_layout l;
	struct pages_map map;
	uint64_t cell;
	int rows;

	if (!p || !r) {
		draw_none(view, c, focused);
		return;
	}
	l = layout(&c->clip, r->start);
	fit(s, view, p, r, &l);
	pages_map_init(&map, view, p, r, s->cell_pages, l.cols, s->paint);
	cell = pages_cell_of(&map, pages_cursor(view, r));
	keep_cursor(s, &map, cell);
	if (untouched(p, r)) {
		draw_untouched(view, r, c, focused);
		return;
	}
	draw_title(s, view, &map, r, l.tall, focused, c);
	if (c->clip.rows < 2)
		return;
	if (l.axis)
		draw_axis(&map, &l, c, cell, focused);
	draw_rows(s, &map, &l, c, cell, focused);
	rows = map.rows < (uint64_t)l.rows ? (int)map.rows : l.rows;
	panel = (struct pages_panel){
		.map = &map, .view = view, .process = p, .region = r,
		.paint = s->paint,
	};
	if (l.side) {
		draw_side(&panel, c, &l, l.rows);
		rows = l.rows;
	}
	rows += 1 + l.axis;
	draw_foot(&panel, c, &l, rows, cell);
	rows += l.foot + 1;
	if (!l.side && rows < c->clip.rows)
		panel_below(&panel, c, rows, c->clip.rows - rows);
}

static const enum cmd pages_bar_cmds[] = {
	DO_ZOOM_IN, DO_ZOOM_OUT, DO_ZOOM_ALL, DO_PAINT, DO_REGION_PREV,
	DO_REGION_NEXT, DO_FIND, DO_FIND_NEXT, DO_NONE,
};

const struct pane_ops pages_pane = {
	.id = PANE_PAGES,
	.name = "pages",
	.new_state = pages_new,
	.free_state = pages_free,
	.draw = pages_draw,
	.command = pages_command,
	.bar = pages_bar_cmds,
};
