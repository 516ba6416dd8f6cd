/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drawing of a pane, and its shift to the left.
 *
 * A shifted pane is drawn twice: once as usual, and once on a canvas so wide
 * that all its columns have room.  The rows of the list, and the heads above
 * them, are then copied from the wide canvas; their first `keep` columns do not
 * move.  The title, and details below the list, stay.
 */
#include <config.h>

#include "ui/pane/pane.h"

/* Columns that one step shifts. */
#define STEP 8

/* --- copying -------------------------------------------------------------- */

/* The part of the wide canvas that is in view. */
struct shifted {
	const struct canvas *wide;
	struct canvas *to;
	struct rect r;			/* the pane in `to` */
	int heads;			/* the first row of the list */
	bool list;			/* only rows of the list are copied */
	int keep, by;
	bool ascii;
};

static const struct cell *cell_of(const struct shifted *x, int row, int col)
{
	return canvas_at(x->wide, x->r.row + row, col);
}

/* True if a row of the wide canvas is a head or a row of the list. */
static bool moves(const struct shifted *x, int row)
{
	if (!x->list || row < x->heads)
		return true;
	for (size_t i = 0; i < x->wide->hots.n; i++)
		if (x->wide->hots.v[i].kind == HOT_ROW &&
		    x->wide->hots.v[i].r.row == x->r.row + row)
			return true;
	return false;
}

static bool is_blank(const struct cell *cell)
{
	return cell->width == 1 && cell->text[0] == ' ';
}

/* Returns the column after the last character of the moving rows. */
static int text_end(const struct shifted *x)
{
	int end = 0;

	for (int row = 1; row < x->r.rows; row++)
		for (int col = x->wide->cols; moves(x, row) && col > end;
		     col--)
			if (!is_blank(cell_of(x, row, col - 1)))
				end = col;
	return end;
}

/* Copies columns [from, from + cols) of a row to column `at` of the pane.  A
 * wide character that is not in them as a whole becomes blank. */
static void copy(const struct shifted *x, int row, int at, int from, int cols)
{
	for (int i = 0; i < cols; i++) {
		const struct cell *cell = cell_of(x, row, from + i);

		if (cell->width == 1 || (cell->width == 2 && i + 1 < cols))
			canvas_puts(x->to, row, at + i, cell->style,
				    cell->text);
		else if (cell->width == 2 || !i)
			canvas_fill(x->to, row, at + i, 1, cell->style, " ");
	}
}

/* Hot areas of rows stay, as they cover the whole width. */
static void copy_hot(const struct shifted *x, const struct hot *hot)
{
	int from = x->keep + x->by, col = hot->r.col, cols = hot->r.cols;
	int row = hot->r.row - x->r.row;

	if (hot->kind != HOT_COLUMN && hot->kind != HOT_CELLS)
		return;
	if (col < x->keep) {
		canvas_hot(x->to, row, col, cols, *hot);
		return;
	}
	if (col < from) {
		cols -= from - col;
		col = from;
	}
	canvas_hot(x->to, row, col - x->by, cols, *hot);
}

/* Marks a word, such as a number, that lost its first characters. */
static void mark_cut(const struct shifted *x, int row)
{
	int from = x->keep + x->by;

	if (is_blank(cell_of(x, row, from - 1)) ||
	    is_blank(cell_of(x, row, from)))
		return;
	canvas_fill(x->to, row, x->keep, 1, cell_of(x, row, from)->style,
		    x->ascii ? "~" : "…");
}

static void copy_rows(const struct shifted *x)
{
	for (int row = 1; row < x->r.rows; row++) {
		if (!moves(x, row))
			continue;
		copy(x, row, 0, 0, x->keep);
		copy(x, row, x->keep, x->keep + x->by,
		     x->r.cols - x->keep);
		mark_cut(x, row);
	}
	for (size_t i = 0; i < x->wide->hots.n; i++)
		copy_hot(x, &x->wide->hots.v[i]);
}

/* --- drawing -------------------------------------------------------------- */

/* Finds the rows that move, and how far they can. */
static void measure(struct shifted *x, struct pane *p)
{
	int most;

	for (size_t i = x->wide->hots.n; i-- > 0;)
		if (x->wide->hots.v[i].kind == HOT_ROW) {
			x->heads = x->wide->hots.v[i].r.row - x->r.row;
			x->list = true;
		}
	x->keep = x->wide->keep < x->r.cols / 2 ? x->wide->keep :
		  x->r.cols / 2;
	most = text_end(x) - x->r.cols;
	if (p->shift > most)
		p->shift = most > 0 ? most : 0;
	x->by = p->shift;
}

/* Drops the hot areas of heads and cells at their usual places. */
static void drop_hots(struct canvas *c, size_t from)
{
	size_t n = from;

	for (size_t i = from; i < c->hots.n; i++)
		if (c->hots.v[i].kind != HOT_COLUMN &&
		    c->hots.v[i].kind != HOT_CELLS)
			c->hots.v[n++] = c->hots.v[i];
	c->hots.n = n;
}

void pane_draw(struct pane *p, struct view *view, struct canvas *c,
	       bool focused)
{
	size_t hots = c->hots.n;
	struct canvas wide;
	struct shifted x = { .wide = &wide, .to = c, .r = c->clip,
			     .ascii = !view->look.utf8 };

	if (p->ops->full_cols <= c->clip.cols)
		p->shift = 0;
	if (!p->shift || view->typing) {
		p->ops->draw(p->state, view, c, focused);
		return;
	}
	canvas_init(&wide, c->rows, p->ops->full_cols);
	canvas_own(&wide, (struct rect){ x.r.row, 0, x.r.rows, wide.cols },
		   c->owner);
	wide.screen_cols = c->screen_cols;
	wide.view_cols = x.r.cols;
	p->ops->draw(p->state, view, &wide, focused);
	measure(&x, p);
	c->shift = p->shift;
	p->ops->draw(p->state, view, c, focused);
	c->shift = 0;
	if (p->shift) {
		drop_hots(c, hots);
		copy_rows(&x);
	}
	canvas_release(&wide);
}

bool pane_shift(struct pane *p, enum cmd cmd)
{
	if (!p->ops->full_cols)
		return false;
	if (cmd == DO_SCROLL_HOME)
		p->shift = 0;
	else if (cmd == DO_LEFT || cmd == DO_SCROLL_LEFT)
		p->shift = p->shift > STEP ? p->shift - STEP : 0;
	else if (p->shift < p->ops->full_cols)
		p->shift += STEP;
	return true;
}
