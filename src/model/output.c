/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/fold.h"

#define ROWS_MAX 500
#define COLS_MAX 1000
#define ATTRS_ALL (OUT_BOLD | OUT_UNDERLINE | OUT_REVERSE)

static const struct output_cell blank = { .fg = -1, .bg = -1, .width = 1 };

static void output_resize(struct output *o, unsigned rows, unsigned cols)
{
	struct output_cell *cells;

	if (rows == o->rows && cols == o->cols)
		return;
	cells = xcalloc((size_t)rows * cols, sizeof *cells);
	for (unsigned r = 0; r < rows; r++)
		for (unsigned c = 0; c < cols; c++)
			cells[r * cols + c] = r < o->rows && c < o->cols
				? o->cells[r * o->cols + c] : blank;
	free(o->cells);
	o->cells = cells;
	o->rows = rows;
	o->cols = cols;
}

static int16_t clamp_colour(int16_t colour)
{
	return colour < -1 || colour > 255 ? -1 : colour;
}

/* Sets cell c of a row.  If only one half of a wide cell would be left,
 * replaces it with a blank. */
static void output_set(struct output_cell *row, unsigned cols, unsigned c,
		       const struct output_cell *from)
{
	struct output_cell cell = *from;

	cell.fg = clamp_colour(cell.fg);
	cell.bg = clamp_colour(cell.bg);
	cell.attrs &= ATTRS_ALL;
	cell.pad[0] = cell.pad[1] = 0;
	if (cell.width > 2 || (cell.width == 2 && c + 1 == cols) ||
	    (!cell.width && (!c || row[c - 1].width != 2))) {
		cell.width = 1;
		cell.chars[0] = 0;
	}
	row[c] = cell;
}

void fold_output(struct model *m, const struct event *ev)
{
	const struct ev_output *eo = &ev->u.output;
	struct output *o = &m->output;
	unsigned rows = eo->rows > ROWS_MAX ? ROWS_MAX : (unsigned)eo->rows;
	unsigned cols = eo->cols > COLS_MAX ? COLS_MAX : (unsigned)eo->cols;

	if (rows != eo->rows || cols != eo->cols)
		model_drop(m);
	if (!rows || !cols) {
		free(o->cells);
		*o = (struct output){ .changed_ns = ev->time_ns };
		return;
	}
	output_resize(o, rows, cols);
	size_t n = eo->cells.len / sizeof *o->cells;
	if (n > cols)
		n = cols;
	for (unsigned c = 0; eo->row < rows && c < n; c++) {
		struct output_cell cell;
		memcpy(&cell, (const char *)eo->cells.data + c * sizeof cell,
		       sizeof cell);
		output_set(&o->cells[eo->row * cols], cols, c, &cell);
	}
	o->cursor_row = eo->cursor_row < rows ? (unsigned)eo->cursor_row
					      : rows - 1;
	o->cursor_col = eo->cursor_col < cols ? (unsigned)eo->cursor_col
					      : cols - 1;
	o->cursor_shown = eo->cursor_shown != 0;
	o->changed_ns = ev->time_ns;
}
