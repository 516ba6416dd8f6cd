/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list pane: columns with their heads, and rows of which one is selected.
 *
 *	table_fill()	chooses the columns that have room
 *	table_share()	divides the room that is left among some of them
 *	table_place()	places these columns
 *	table_heads()	draws the heads; a click on a head sorts
 *	table_cells()	draws a row: calls the function of each column
 *	table_draw()	draws the rows in view, and marks the selected one;
 *			each row is a hot area
 */
#ifndef UI_KIT_TABLE_H
#define UI_KIT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/kit/canvas.h"
#include "ui/kit/widgets.h"

/* The cell of a column in one row, and the data that it shows. */
struct table_cell {
	struct canvas *c;
	int row, col, cols;
	const struct look *look;
	style st;			/* style of cells that have no style of
					 * their own */
	const void *arg;		/* `arg` is the data of the list, `of`
					 * that of the row */
	const void *of;
};

/* A column.  Its place depends on the width of the pane (struct
 * table_place). */
struct table_column {
	const char *head;		/* N_(), the text of the head */
	const char *help;		/* N_(), one sentence: what the column
					 * shows; tests require it of each
					 * column with a head */
	int gap;			/* blanks before the column */
	bool right;			/* cells are right-aligned */
	int sort;			/* the sort that a click on the head
					 * selects: one of the list's sorts + 1;
					 * 0: none */
	void (*cell)(const struct table_cell *x);	/* draws a cell;
							 * NULL: the cells
							 * are empty */
	/* For table_fit(): the width of the column (0: to the end of the pane),
	 * the width that a pane needs to show it while no head is wider than
	 * its column, and the blanks after it. */
	int cols, from, behind;
	bool bare;			/* the head is neither padded nor cut to
					 * the width */
};

/* The place of a column at one width. */
struct table_place {
	int col, cols;			/* cols is 0 if the column is not
					 * shown */
};

/* A step of table_fill(): the width of `column` becomes `cols`. */
struct table_step {
	size_t column;
	int cols;
};

/* A share of the room that table_fill() left over. */
struct table_share {
	size_t column;
	int parts;			/* its part of the sum of all `parts` */
	int step;			/* it grows by multiples of this: the
					 * cells of a bar then keep their
					 * addresses at most widths */
	int most;			/* its maximum width; 0: none */
};

/* Returns the width of a column that is `cols` wide in English: a longer head of
 * another language widens it, because a cut word cannot be read. */
int table_cols(const struct table_column *column, int cols);
/* Runs the steps in order until one of them has no room.  Columns of the mask
 * `hidden` (1 << column) get no width.  Returns the remaining room. */
int table_fill(struct table_place *places, const struct table_column *columns,
	       const struct table_step *steps, size_t n, int room,
	       uint32_t hidden);
/* Divides the room among the columns that are shown.  What one of them cannot
 * take is left to those after it.  Returns the remaining room. */
int table_share(struct table_place *places, const struct table_share *shares,
		size_t n, int room);
/* Places the columns whose width is not 0, one after the other, from `col` on.
 * Returns the column after the last one. */
int table_place(struct table_place *places, const struct table_column *columns,
		size_t n, int col);
/* Places the columns that a pane of this width has room for, with the widths of
 * struct table_column.  Returns the column after the last one. */
int table_fit(struct table_place *places, const struct table_column *columns,
	      size_t n, int col, int width);
void table_heads(struct canvas *c, int row, const struct table_column *columns,
		 const struct table_place *places, size_t n);

/* Draws the cells of one row.  `like` has the fields that all cells of the row
 * share. */
void table_cells(const struct table_cell *like,
		 const struct table_column *columns,
		 const struct table_place *places, size_t n);
/* Draw text at the left or right end of a cell, in style st. */
void cell_left(const struct table_cell *x, style st, const char *text);
void cell_right(const struct table_cell *x, style st, const char *text);
/* Draws text; if it is longer than the cell, its end is cut. */
void cell_cut(const struct table_cell *x, style st, const char *text);
/* Draws `…` for a value that has not been read yet. */
void cell_pending(const struct table_cell *x);

/* The rows of a list, for one drawing. */
struct table_rows {
	int row;			/* row of the canvas for the first row
					 * in view */
	int cols;			/* width of each row */
	int keep;			/* the first columns, which a shift does
					 * not move */
	long n, height, selected;	/* selected: -1 if no row is selected */
	/* The row gap_before, and all rows after it, are drawn `gap` lines
	 * lower. */
	long gap_before, gap;
	bool focused;
	bool own_mark;			/* draw() itself marks the selected
					 * row */
	void *arg;
	void (*draw)(void *arg, int row, long i);
	/* Returns the hot area that identifies a row for the mouse; its kind is
	 * not HOT_ROW if the row cannot be selected. */
	struct hot (*hot)(void *arg, long i);
};
void table_draw(struct canvas *c, const struct list *list,
		const struct table_rows *rows);
/* Marks a row as selected. */
void table_select(struct canvas *c, int row, int cols, bool focused);

#endif
