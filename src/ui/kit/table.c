/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/table.h"

#include "base/str.h"
#include "base/text.h"
#include "ui/kit/i18n.h"

int table_cols(const struct table_column *column, int cols)
{
	int head = column->head && *column->head ?
		   text_width(_(column->head)) : 0;

	return cols > 0 && cols < head ? head : cols;
}

int table_fill(struct table_place *places, const struct table_column *columns,
	       const struct table_step *steps, size_t n, int room,
	       uint32_t hidden)
{
	for (size_t i = 0; i < n; i++) {
		struct table_place *p = &places[steps[i].column];
		const struct table_column *column = &columns[steps[i].column];
		int cols = table_cols(column, steps[i].cols);
		int more = cols - p->cols;

		if (hidden & 1u << steps[i].column)
			continue;
		if (!p->cols)
			more += column->gap;
		if (more > room)
			break;
		p->cols = cols;
		room -= more;
	}
	return room;
}

int table_share(struct table_place *places, const struct table_share *shares,
		size_t n, int room)
{
	int parts = 0;

	for (size_t i = 0; i < n; i++)
		if (places[shares[i].column].cols)
			parts += shares[i].parts;
	for (size_t i = 0; i < n && room > 0; i++) {
		const struct table_share *share = &shares[i];
		struct table_place *p = &places[share->column];
		int grow;

		if (!p->cols)
			continue;
		grow = room * share->parts / parts;
		if (share->most && grow > share->most - p->cols)
			grow = share->most > p->cols ? share->most - p->cols
						     : 0;
		grow -= grow % share->step;
		p->cols += grow;
		room -= grow;
		parts -= share->parts;
	}
	return room;
}

int table_place(struct table_place *places, const struct table_column *columns,
		size_t n, int col)
{
	for (size_t i = 0; i < n; i++) {
		if (!places[i].cols)
			continue;
		places[i].col = col + columns[i].gap;
		col = places[i].col + places[i].cols;
	}
	return col;
}

int table_fit(struct table_place *places, const struct table_column *columns,
	      size_t n, int col, int width)
{
	int wider = 0;

	for (size_t i = 0; i < n; i++) {
		int rest = width - col - columns[i].gap;
		int cols = table_cols(&columns[i], columns[i].cols);
		int more = cols - columns[i].cols;
		bool fits = !columns[i].from ||
			    width >= columns[i].from + wider + more;

		wider += fits ? more : 0;
		places[i] = (struct table_place){
			col, !fits ? 0 : cols ? cols : rest > 0 ? rest : 0,
		};
		if (places[i].cols)
			col = table_place(&places[i], &columns[i], 1, col) +
			      columns[i].behind;
	}
	return col;
}

void table_heads(struct canvas *c, int row, const struct table_column *columns,
		 const struct table_place *places, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int col = places[i].col, cols = places[i].cols;

		if (cols <= 0)
			continue;
		if (columns[i].right)
			canvas_rfield(c, row, col, cols, STYLE_DIM,
				      _(columns[i].head));
		else if (columns[i].bare)
			canvas_puts(c, row, col, STYLE_DIM,
				    _(columns[i].head));
		else
			canvas_field(c, row, col, cols, STYLE_DIM,
				     _(columns[i].head));
		if (columns[i].sort)
			canvas_hot(c, row, col, cols, (struct hot){
				.kind = HOT_COLUMN,
				.value = (uint64_t)columns[i].sort - 1,
			});
	}
}

void table_cells(const struct table_cell *like,
		 const struct table_column *columns,
		 const struct table_place *places, size_t n)
{
	struct table_cell x = *like;

	for (size_t i = 0; i < n; i++) {
		x.col = places[i].col;
		x.cols = places[i].cols;
		if (x.cols > 0 && columns[i].cell)
			columns[i].cell(&x);
	}
}

void cell_left(const struct table_cell *x, style st, const char *text)
{
	canvas_field(x->c, x->row, x->col, x->cols, st, text);
}

void cell_right(const struct table_cell *x, style st, const char *text)
{
	canvas_rfield(x->c, x->row, x->col, x->cols, st, text);
}

void cell_cut(const struct table_cell *x, style st, const char *text)
{
	struct str cut = STR_INIT;

	text_cut(&cut, text, x->cols, CUT_END, !x->look->utf8);
	canvas_field(x->c, x->row, x->col, x->cols, st, cut.data);
	str_release(&cut);
}

void cell_pending(const struct table_cell *x)
{
	cell_right(x, STYLE_DIM, x->look->utf8 ? "…" : "~");
}

void table_select(struct canvas *c, int row, int cols, bool focused)
{
	canvas_puts(c, row, 0, STYLE_TEXT, ">");
	canvas_restyle(c, row, 0, cols, focused ? STYLE_SEL : STYLE_SEL_AWAY);
	if (focused)
		canvas_cursor(c, row, 0, false);
}

void table_draw(struct canvas *c, const struct list *list,
		const struct table_rows *rows)
{
	c->keep = rows->keep;
	for (long y = 0; y < rows->height && list->top + y < rows->n; y++) {
		long i = list->top + y;
		long gap = i >= rows->gap_before ? rows->gap : 0;
		int row = rows->row + (int)(y + gap);
		struct hot hot = rows->hot(rows->arg, i);

		rows->draw(rows->arg, row, i);
		hot.selected = i == rows->selected;
		if (hot.kind == HOT_ROW)
			canvas_hot(c, row, 0, rows->cols, hot);
		if (hot.selected && !rows->own_mark)
			table_select(c, row, rows->cols, rows->focused);
	}
}
