/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages/frame.h"

#include <string.h>

#include "base/text.h"
#include "event/request.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/region_flags.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

static void layout_big(struct pages_layout *l)
{
	int cols = 1;

	if (l->height + BIG_GAP < 2 * BIG_ROWS || l->cols < 2 * BIG_COLS)
		return;
	while (2 * cols * BIG_COLS <= l->cols)
		cols *= 2;
	l->big = true;
	l->cols = cols;
	l->width = cols * BIG_COLS;
	l->rows = (l->height + BIG_GAP) / (2 * BIG_ROWS);
}

struct pages_layout pages_layout(const struct rect *clip, uint64_t start,
				 bool big)
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
		l.foot = content >= 14 ? 3 : content >= 5 ? 2 : content >= 3;
	l.rows = content - l.foot - l.axis;
	if (l.rows < 1)
		l.rows = 1;
	/* In a wide pane, the map is twice as wide, unless it then had more
	 * cells than heap paint can request. */
	if (l.side && 4 * l.cols * l.rows <= REQ_HEAP_PAGES_MAX &&
	    clip->cols >= l.axis_cols + 2 * l.cols + PANEL_GAP + PANEL_WIDE)
		l.cols *= 2;
	l.width = l.cols;
	l.height = l.rows;
	if (big)
		layout_big(&l);
	return l;
}

static void cell_words(struct str *out, const struct pages_map *map)
{
	char size[FMT_MAX], most[FMT_MAX];

	if (map->space && map->space->cell_most > map->cell_pages) {
		/* TRANSLATORS: sizes of the smallest and of the largest
		 * cell. */
		str_addf(out, _("cells %s to %s"),
			 fmt_size(size, map->cell_pages * map->page_size),
			 fmt_size(most, map->space->cell_most *
					map->page_size));
		return;
	}
	str_adds(out, _("cell "));
	say_pages(out, map->cell_pages);
	str_addf(out, " = %s",
		 fmt_size(size, map->cell_pages * map->page_size));
}

/* Appends the flags of the mapping, if the title has room for all of them. */
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

/* Appends the cost of page scans, if it was measured. */
static void add_cost(struct str *out, const struct process *p)
{
	uint64_t cost = p->space.scan_cost;

	if (cost && cost != EV_UNKNOWN)
		str_addf(out, _("scans %u.%u%%"), (unsigned)(cost / 10),
			 (unsigned)(cost % 10));
}

/* Appends the right part of the title: the rows in view, and the cell size. */
static void title_right(const struct pages_frame *f, struct str *right)
{
	const struct pages_map *map = f->map;
	uint64_t top = f->state->top, last = top + (uint64_t)f->layout.rows;
	char a[FMT_MAX], b[FMT_MAX], n[FMT_MAX];

	if (last > map->rows)
		last = map->rows;
	if (map->rows > (uint64_t)f->layout.rows)
		str_addf(right, _("rows %s-%s/%s"), fmt_grouped(a, top + 1),
			 fmt_grouped(b, last), fmt_grouped(n, map->rows));
	else if (f->layout.tall && !map->space)
		str_addf(right, ngettext("whole region, %s cell",
					 "whole region, %s cells",
					 (unsigned long)map->cells),
			 fmt_grouped(n, map->cells));
	if (!f->layout.tall) {
		str_adds(right, right->len ? "  " : "");
		cell_words(right, map);
	}
}

static void title_region(const struct pages_frame *f, struct str *left,
			 int room)
{
	const struct region *r = f->region;
	bool ascii = !f->view->look.utf8;
	struct str what = STR_INIT;
	char a[FMT_MAX], size[FMT_MAX], perm[5];

	region_short(&what, r, ascii);
	str_addf(left, _("2 Pages  %s "), fmt_addr(a, r->start));
	text_cut(left, what.data, room - text_width(left->data) -
		 (f->layout.tall ? 18 : 13), CUT_PATH, ascii);
	str_addf(left, " %s", fmt_size(size, r->end - r->start));
	if (f->layout.tall)
		str_addf(left, " %s", perm_text(perm, r->perm));
	str_release(&what);
}

/* Draws the title.  The flags get the room that the cost of page scans leaves.
 * If the cost has no room, it stays in *cost, for another place. */
static void draw_title(const struct pages_frame *f, struct canvas *c,
		       struct str *cost)
{
	struct str left = STR_INIT, right = STR_INIT;
	const struct space_map *sm = f->map->space;
	char size[FMT_MAX], n[FMT_MAX];

	title_right(f, &right);
	if (c->clip.cols < 40 + text_width(right.data))
		str_clear(&right);
	if (sm)
		str_addf(&left, _("2 Pages  whole address space: %s in %s "
				  "regions"), fmt_size(size, sm->bytes),
			 fmt_grouped(n, sm->regions));
	else
		title_region(f, &left, c->clip.cols - text_width(right.data));
	add_cost(cost, f->process);
	if (cost->len && text_width(left.data) + text_width(right.data) +
	    text_width(cost->data) + 12 <= c->clip.cols) {
		str_adds(cost, right.len ? "  " : "");
		str_adds(cost, right.data);
		str_clear(&right);
		str_adds(&right, cost->data);
		str_clear(cost);
	}
	if (!sm)
		add_flags(&left, f->region, c->clip.cols - 8 -
			  text_width(left.data) - text_width(right.data));
	title_rule(c, &f->view->look, f->focused, left.data, right.data);
	str_release(&right);
	str_release(&left);
}

/* Draws the offset of each 16th cell, or second large cell, in its line.  A label that the mark of the
 * cursor's column would cover is moved or left out. */
static void axis_labels(const struct pages_map *map,
			const struct pages_layout *l, struct canvas *c,
			int mark)
{
	uint64_t bytes = map->cell_pages * map->page_size;
	int pitch = pages_map_pitch(map), step = map->big ? 2 : 16;
	struct str s = STR_INIT;

	for (int i = 0; i < map->cols; i += step) {
		int width, x = i * pitch;

		str_clear(&s);
		panel_offset(&s, bytes * (uint64_t)i);
		width = text_width(s.data);
		if (width >= step * pitch || (mark > x && mark < x + width))
			continue;
		canvas_puts(c, 1, l->axis_cols + x + (mark == x), STYLE_DIM,
			    s.data);
	}
	str_release(&s);
}

/* Draws the axis above the map: the offset of each column from the address of
 * its line; during a scan, the progress. */
static void draw_axis(const struct pages_frame *f, struct canvas *c)
{
	const struct pages_map *map = f->map;
	const struct pages_layout *l = &f->layout;
	const struct pages *p = map->pages;
	int mark = f->focused ? pages_map_pitch(map) *
		   (int)(f->cell % (uint64_t)map->cols) : -1;
	char done[FMT_MAX], all[FMT_MAX];
	struct str s = STR_INIT;

	if (!pages_map_whole(map)) {
		str_addf(&s, _("scanning %s of %s"),
			 fmt_size(done, p ? p->scanned - p->start : 0),
			 fmt_size(all, map->end - map->start));
		put_cut(c, &f->view->look, 1, l->axis_cols, STYLE_DIM,
			s.data);
		if (mark < text_width(s.data))
			mark = -1;
	} else if (!map->space) {
		axis_labels(map, l, c, mark);
	}
	if (mark >= 0)
		canvas_puts(c, 1, l->axis_cols + mark, STYLE_PG_CURSOR,
			    f->view->look.utf8 ? "▾" : "v");
	str_release(&s);
}

static void draw_folds(const struct pages_frame *f, struct canvas *c, int row,
		       uint64_t at)
{
	const struct space_map *sm = f->map->space;
	struct str s = STR_INIT;

	for (int y = 0; y < f->layout.rows; y++) {
		uint64_t n = f->state->top + (uint64_t)y;

		if (n >= sm->rows.n)
			break;
		if (!sm->rows.v[n].fold)
			continue;
		str_clear(&s);
		space_fold_words(&s, &sm->rows.v[n], !f->view->look.utf8);
		canvas_field(c, row + y, f->layout.axis_cols, f->map->cols,
			     n == at ? f->focused ? STYLE_SEL :
			     STYLE_SEL_AWAY : STYLE_DIM, s.data);
	}
	str_release(&s);
}

/* The hot area of the cells from `first` on, in a map row. */
static struct hot hot_of(const struct pages_map *map, uint64_t row,
			 uint64_t first, bool selected)
{
	uint64_t start = pages_cell_start(map, first);
	bool fold = map->space && map->space->rows.v[row].fold;

	if (map->space)
		return (struct hot){
			.kind = fold ? HOT_ROW : HOT_CELLS,
			.part = PART_SPACE, .value = first, .more = start,
			.selected = selected,
		};
	return (struct hot){
		.kind = HOT_CELLS, .part = PART_REGION, .value = start,
		.more = map->cell_pages * map->page_size,
	};
}

/* Draws the address of the cells from `first` on, and the sign of the cursor's
 * row. */
static void draw_label(const struct pages_frame *f, struct canvas *c, int row,
		       uint64_t first, bool marked)
{
	char buf[FMT_MAX];

	if (f->layout.axis_cols > 1)
		canvas_puts(c, row, 1, STYLE_TEXT,
			    fmt_addr(buf, pages_cell_start(f->map, first)));
	if (marked)
		canvas_puts(c, row, 0, STYLE_PG_CURSOR,
			    f->view->look.utf8 ? "▸" : ">");
}

/* Draws what is around a line of large cells. */
static void draw_big_line(const struct pages_frame *f, struct canvas *c,
			  int row, uint64_t line)
{
	const struct pages_map *map = f->map;
	uint64_t cols = (uint64_t)map->cols, first = line * cols;

	if (first >= map->cells)
		return;
	for (int y = 0; y < BIG_ROWS - BIG_GAP; y++)
		canvas_hot(c, row + y, f->layout.axis_cols, f->layout.width,
			   hot_of(map, line / 2, first, false));
	draw_label(f, c, row, first, line == f->cell / cols);
}

static void draw_rows(const struct pages_frame *f, struct canvas *c)
{
	const struct pages_map *map = f->map;
	const struct pages_layout *l = &f->layout;
	uint64_t top = f->state->top;
	uint64_t line = 2 * (uint64_t)map->cols, at = f->cell / line;
	int row = 1 + l->axis, x = (int)(f->cell % (uint64_t)map->cols), y;
	struct pages_range range;

	for (y = 0; y < 2 * l->rows && map->big; y++)
		draw_big_line(f, c, row + y * BIG_ROWS, 2 * top + (uint64_t)y);
	for (y = 0; y < l->rows && top + (uint64_t)y < map->rows; y++) {
		uint64_t n = top + (uint64_t)y;

		if (map->big)
			break;
		/* A fold that has no region cannot be selected. */
		if (!map->space || !map->space->rows.v[n].fold ||
		    map->space->rows.v[n].region != SIZE_MAX)
			canvas_hot(c, row + y, l->axis_cols, map->cols,
				   hot_of(map, n, n * line, n == at));
		draw_label(f, c, row + y, n * line, n == at);
	}
	pages_map_draw(map, c, row, l->axis_cols, l->rows, top, f->cell,
		       pages_range(f->state, map, &range));
	if (map->space)
		draw_folds(f, c, row, at);
	y = (int)(at - top) * pages_map_height(map);
	if (map->big && f->cell % line >= line / 2)
		y += BIG_ROWS;
	if (f->focused && at >= top && at - top < (uint64_t)l->rows)
		canvas_cursor(c, row + y, l->axis_cols +
			      x * pages_map_pitch(map), false);
}

static void draw_foot(const struct pages_panel *panel,
		      const struct pages_frame *f, struct canvas *c, int row)
{
	const struct pages_map *map = f->map;
	const struct pages_layout *l = &f->layout;
	struct str s = STR_INIT;
	struct rect old;
	char a[FMT_MAX], b[FMT_MAX];
	uint64_t line = map->cell_pages * map->page_size * (uint64_t)map->cols;

	if (!l->tall) {
		if (l->side && l->foot)
			panel_cell(panel, c, row, l->foot, f->cell, false);
		else if (l->foot)
			panel_cell(panel, c, row, 1, f->cell, false);
		if (!l->side)
			panel_under(panel, c, row + 1, l->foot - 1);
		return;
	}
	cell_words(&s, map);
	if (!map->space)
		str_addf(&s, _("   line %s   row %s"), fmt_size(a, line),
			 fmt_size(b, 2 * line));
	old = clip_part(c, row, 0, 1, c->clip.cols);
	title_rule(c, &f->view->look, false, _("cursor"), s.data);
	canvas_clip(c, old);
	str_release(&s);
	panel_cell(panel, c, row + 1, 2, f->cell, true);
}

static void draw_side(const struct pages_panel *panel,
		      const struct pages_layout *l, struct canvas *c)
{
	int col = l->axis_cols + l->width;
	struct rect old;

	for (int y = 0; l->tall && y < l->height; y++)
		canvas_puts(c, 2 + y, col + 2, STYLE_TITLE,
			    panel->view->look.utf8 ? "│" : "|");
	col += PANEL_GAP + l->tall;
	old = clip_part(c, 2, col, l->height, c->clip.cols - col);
	panel_draw(panel, c, l->tall);
	canvas_clip(c, old);
}

static void draw_body(const struct pages_frame *f,
		      const struct pages_panel *panel, struct canvas *c)
{
	const struct pages_layout *l = &f->layout;
	int rows = f->map->rows < (uint64_t)l->rows ? (int)f->map->rows
						    : l->rows;

	rows *= pages_map_height(f->map);
	if (rows > l->height)
		rows = l->height;

	if (l->axis)
		draw_axis(f, c);
	draw_rows(f, c);
	if (l->side) {
		draw_side(panel, l, c);
		rows = l->height;
	}
	rows += 1 + l->axis;
	draw_foot(panel, f, c, rows);
	rows += l->foot + 1;
	if (!l->side && rows < c->clip.rows)
		panel_below(panel, c, rows, c->clip.rows - rows);
}

void pages_frame_draw(const struct pages_frame *f, struct canvas *c)
{
	struct pages_panel panel = {
		.map = f->map, .view = f->view, .process = f->process,
		.region = f->region, .paint = f->state->paint,
	};
	struct pages_range range;
	struct str cost = STR_INIT;

	panel.range = pages_range(f->state, f->map, &range);
	draw_title(f, c, &cost);
	panel.cost = cost.data;
	if (c->clip.rows >= 2)
		draw_body(f, &panel, c);
	str_release(&cost);
}
