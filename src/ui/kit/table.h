/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list pane: columns with their heads, and rows of which one is selected.
 *
 *	table_fill()	which columns have room
 *	table_place()	where they are
 *	table_heads()	their heads; a click on one sorts
 *	table_cells()	the cells of a row, each by its column's function
 *	table_draw()	the rows in view, each hot, and the selected one
 */
#ifndef UI_KIT_TABLE_H
#define UI_KIT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/kit/canvas.h"
#include "ui/kit/widgets.h"

/* Where a column's cell of one row is, and all that it is drawn from. */
struct table_cell {
	struct canvas *c;
	int row, col, cols;
	const struct look *look;
	style st;			/* of a cell without a style of its own */
	const void *arg;		/* the list's own, and its row */
	const void *of;
};

/* What a column is, at every width. */
struct table_column {
	const char *head;		/* N_() */
	int gap;			/* blanks before it */
	bool right;			/* its cells are aligned to the right */
	int sort;			/* what a click on the head sorts by, of
					 * the list's own names, + 1; 0: nothing */
	void (*cell)(const struct table_cell *x);	/* NULL: none */
	/* Of table_fit(): how wide it is (0: to the end), from which width on
	 * it is shown, and blanks that it brings with it. */
	int cols, from, behind;
	bool bare;			/* its head is as long as it is */
};

/* Where it is at one width. */
struct table_place {
	int col, cols;			/* cols 0: the column is not shown */
};

/* A column gets so many cols: the first time, or more than it had. */
struct table_step {
	size_t column;
	int cols;
};

/* Gives columns their cols, step by step, until one has no room.  hidden is of
 * 1 << column, which get none.  Returns the room that is left. */
int table_fill(struct table_place *places, const struct table_column *columns,
	       const struct table_step *steps, size_t n, int room,
	       uint32_t hidden);
/* Places the n columns that have cols one after the other, from col on.
 * Returns the column after the last one. */
int table_place(struct table_place *places, const struct table_column *columns,
		size_t n, int col);
/* Gives the n columns their own cols where the width has room, and places
 * them.  Returns the column after the last one. */
int table_fit(struct table_place *places, const struct table_column *columns,
	      size_t n, int col, int width);
void table_heads(struct canvas *c, int row, const struct table_column *columns,
		 const struct table_place *places, size_t n);

/* Draws the cells of one row. like: what all of them share. */
void table_cells(const struct table_cell *like,
		 const struct table_column *columns,
		 const struct table_place *places, size_t n);
/* Text at the beginning or the end of a cell, in its style. */
void cell_left(const struct table_cell *x, style st, const char *text);
void cell_right(const struct table_cell *x, style st, const char *text);
/* Text that may be longer than the cell; the end is cut. */
void cell_cut(const struct table_cell *x, style st, const char *text);
/* A figure that has not been read yet: `…`. */
void cell_pending(const struct table_cell *x);

/* The rows of one picture. */
struct table_rows {
	int row;			/* of the first one in view */
	int cols;			/* of each */
	long n, height, selected;	/* selected -1: none is */
	/* The rows from that one on stand so many lines lower. */
	long gap_before, gap;
	bool focused;
	bool own_mark;			/* draw() marks the selected one */
	void *arg;
	void (*draw)(void *arg, int row, long i);
	/* By what the mouse finds a row again; of another kind than HOT_ROW
	 * where it finds none. */
	struct hot (*hot)(void *arg, long i);
};
/* Draws the rows that the list has in view. */
void table_draw(struct canvas *c, const struct list *list,
		const struct table_rows *rows);
/* Marks a row as selected. */
void table_select(struct canvas *c, int row, int cols, bool focused);

#endif
