/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/canvas.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"

static const struct cell blank = { .text = " ", .width = 1 };

void canvas_init(struct canvas *c, int rows, int cols)
{
	*c = (struct canvas){
		.rows = rows > 0 ? rows : 0,
		.cols = cols > 0 ? cols : 0,
		.screen_cols = cols,
	};
	c->cells = xcalloc((size_t)c->rows * (size_t)c->cols + 1,
			   sizeof *c->cells);
	canvas_clear(c);
}

void canvas_release(struct canvas *c)
{
	free(c->cells);
	vec_release(&c->hots);
	*c = (struct canvas){ .cells = NULL };
}

void canvas_fit(struct canvas *c, int rows, int cols)
{
	if (c->rows == rows && c->cols == cols)
		return;
	canvas_release(c);
	canvas_init(c, rows, cols);
}

void canvas_clear(struct canvas *c)
{
	size_t n = (size_t)c->rows * (size_t)c->cols;

	/* Set one cell, then double the part that is set with each copy. */
	if (n)
		c->cells[0] = blank;
	for (size_t done = 1; done < n; done *= 2)
		memcpy(c->cells + done, c->cells,
		       (done < n - done ? done : n - done) * sizeof blank);
	c->clip = c->own = (struct rect){ 0, 0, c->rows, c->cols };
	c->owner = -1;
	vec_clear(&c->hots);
	c->cursor_row = c->cursor_col = -1;
	c->cursor_visible = false;
}

static int clamp(int v, int low, int high)
{
	return v < low ? low : v > high ? high : v;
}

struct rect canvas_clip(struct canvas *c, struct rect r)
{
	struct rect before = c->clip;
	int row = clamp(r.row, 0, c->rows), col = clamp(r.col, 0, c->cols);
	int end_row = clamp(r.row + (r.rows > 0 ? r.rows : 0), row, c->rows);
	int end_col = clamp(r.col + (r.cols > 0 ? r.cols : 0), col, c->cols);

	c->clip = (struct rect){ row, col, end_row - row, end_col - col };
	return before;
}

int canvas_view_cols(const struct canvas *c)
{
	return c->view_cols ? c->view_cols : c->clip.cols;
}

static bool in_clip(const struct canvas *c, int row, int col)
{
	return row >= 0 && row < c->clip.rows && col >= 0 &&
	       col < c->clip.cols;
}

static struct cell *cell_at(struct canvas *c, int row, int col)
{
	return &c->cells[(size_t)(c->clip.row + row) * (size_t)c->cols +
			 (size_t)(c->clip.col + col)];
}

/* Prepares a cell for overwriting: if the cell is one half of a wide character,
 * the other half becomes blank. */
static void free_cell(struct canvas *c, int row, int col)
{
	struct cell *cell = cell_at(c, row, col);
	int abs_col = c->clip.col + col;

	if (cell->width == 0 && abs_col > 0) {
		style st = cell[-1].style;
		cell[-1] = blank;
		cell[-1].style = st;
	} else if (cell->width == 2 && abs_col + 1 < c->cols) {
		style st = cell[1].style;
		cell[1] = blank;
		cell[1].style = st;
	}
	*cell = blank;
}

/* Length of the first code point.  A grapheme that is too long for a cell is
 * stored as this code point alone. */
static size_t first_code_point(const char *s, size_t n)
{
	size_t i = 1;

	while (i < n && ((unsigned char)s[i] & 0xc0) == 0x80)
		i++;
	return i;
}

/* Writes a one-byte character over a cell of width 1. */
static void put_plain(struct cell *cell, style st, char ch)
{
	*cell = (struct cell){ .text = { ch }, .width = 1, .style = st };
}

static void put(struct canvas *c, int row, int col, style st, const char *s,
		size_t n, int width)
{
	if (!in_clip(c, row, col))
		return;
	if (n == 1 && width == 1 && cell_at(c, row, col)->width == 1) {
		put_plain(cell_at(c, row, col), st, *s);
		return;
	}
	if (width == 2 && !in_clip(c, row, col + 1)) {
		free_cell(c, row, col);
		cell_at(c, row, col)->style = st;
		return;
	}
	free_cell(c, row, col);
	if (width == 2)
		free_cell(c, row, col + 1);
	if (n >= CELL_TEXT)
		n = first_code_point(s, n);
	if (n >= CELL_TEXT)
		n = CELL_TEXT - 1;

	struct cell *cell = cell_at(c, row, col);
	memcpy(cell->text, s, n);
	memset(cell->text + n, 0, CELL_TEXT - n);
	cell->width = (uint8_t)width;
	cell->style = st;
	if (width == 2)
		cell[1] = (struct cell){ .width = 0, .style = st };
}

/* Draws until the text ends or the next grapheme would go beyond `end`. */
static int put_text(struct canvas *c, int row, int col, int end, style st,
		    const char *s)
{
	while (*s) {
		int width = 1;
		size_t n = text_grapheme(s, &width);

		if (n == 0 || (width > 0 && col + width > end))
			break;
		if (width > 0)
			put(c, row, col, st, s, n, width);
		col += width > 0 ? width : 0;
		s += n;
	}
	return col;
}

int canvas_puts(struct canvas *c, int row, int col, style st, const char *s)
{
	int past = c->clip.cols + 2;

	return put_text(c, row, col, col > past ? col : past, st, s);
}

int canvas_field(struct canvas *c, int row, int col, int cols, style st,
		 const char *s)
{
	if (cols <= 0)
		return col;
	int at = put_text(c, row, col, col + cols, st, s);

	canvas_fill(c, row, at, col + cols - at, st, " ");
	return col + cols;
}

int canvas_rfield(struct canvas *c, int row, int col, int cols, style st,
		  const char *s)
{
	int width = text_width(s);
	int pad = cols > width ? cols - width : 0;

	if (cols <= 0)
		return col;
	canvas_fill(c, row, col, pad, st, " ");
	canvas_field(c, row, col + pad, cols - pad, st, s);
	return col + cols;
}

int canvas_printf(struct canvas *c, int row, int col, style st,
		  const char *fmt, ...)
{
	struct str s = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&s, fmt, ap);
	va_end(ap);
	col = canvas_puts(c, row, col, st, s.data);
	str_release(&s);
	return col;
}

void canvas_fill(struct canvas *c, int row, int col, int cols, style st,
		 const char *grapheme)
{
	int width = 1;
	size_t n = text_grapheme(grapheme, &width);

	if (n == 0 || width <= 0)
		return;
	for (int i = 0; i + width <= cols; i += width)
		put(c, row, col + i, st, grapheme, n, width);
}

void canvas_restyle(struct canvas *c, int row, int col, int cols, style st)
{
	for (int i = 0; i < cols; i++)
		if (in_clip(c, row, col + i))
			cell_at(c, row, col + i)->style = st;
}

void canvas_cursor(struct canvas *c, int row, int col, bool visible)
{
	if (!in_clip(c, row, col))
		return;
	c->cursor_row = c->clip.row + row;
	c->cursor_col = c->clip.col + col;
	c->cursor_visible = visible;
}

/* --- hot areas ------------------------------------------------------------ */

void canvas_own(struct canvas *c, struct rect r, int owner)
{
	canvas_clip(c, r);
	c->own = c->clip;
	c->owner = owner;
	if (owner >= 0)
		*vec_push(&c->hots) = (struct hot){
			.r = c->clip, .kind = HOT_PANE, .owner = owner,
		};
}

void canvas_hot(struct canvas *c, int row, int col, int cols, struct hot hot)
{
	if (!in_clip(c, row, col) || cols < 1)
		return;
	if (cols > c->clip.cols - col)
		cols = c->clip.cols - col;
	hot.r = (struct rect){ c->clip.row + row, c->clip.col + col, 1, cols };
	hot.owner = c->owner;
	*vec_push(&c->hots) = hot;
}

const struct hot *canvas_hot_at(const struct canvas *c, int row, int col)
{
	for (size_t i = c->hots.n; i-- > 0;) {
		const struct rect *r = &c->hots.v[i].r;

		if (row >= r->row && row < r->row + r->rows &&
		    col >= r->col && col < r->col + r->cols)
			return &c->hots.v[i];
	}
	return NULL;
}

const struct cell *canvas_at(const struct canvas *c, int row, int col)
{
	if (row < 0 || row >= c->rows || col < 0 || col >= c->cols)
		return &blank;
	return &c->cells[(size_t)row * (size_t)c->cols + (size_t)col];
}
