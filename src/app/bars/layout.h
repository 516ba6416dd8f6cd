/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pane stands where: arithmetic on the terminal's size alone.
 *
 * The size decides, never the data, but for the few wishes of struct
 * layout_want that a key made true.  Four forms:
 *
 *	80x24	two header rows, Regions, the last calls
 *	100x24	Processes | Regions, Calls | Signals
 *	100x30	the same with Pages between
 *	160x40	Processes, Regions, Pages | Output, Calls, Signals
 *
 * Panes never overlap and lie inside the screen at every size; each has at
 * least 1x1 cells.  Below 20x5 there is none (too_small).
 */
#ifndef APP_BARS_LAYOUT_H
#define APP_BARS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

enum { LAYOUT_MIN_ROWS = 5, LAYOUT_MIN_COLS = 20, LAYOUT_PANES = 7,
       LAYOUT_SETUP_COLS = 36 };

struct layout_want {
	int rows, cols;
	enum pane_id full;	/* shown alone; PANES: none */
	bool step;		/* calls are stepped: Calls takes two rows */
	bool output;		/* there is a program's terminal to show */
	bool setup;		/* Setup stands at the left, as far as there is
				 * room beside it */
	bool ending;		/* five rows on how the program died */
	bool everybody;		/* Processes and their Calls: there is nothing
				 * else to see */
	bool picker;		/* a process is chosen: nothing else is shown */
	bool captured;		/* Contents, and what there are any of */
	uint32_t hidden;	/* 1 << enum pane_id: their room goes to those
				 * beside them */
};

/* A column of │ between panes. */
struct layout_line {
	int col, row, rows;
};

struct layout {
	bool too_small;
	int header_rows;	/* 1 to 3, from row 0 on */
	int bottom;		/* the row of keys, messages and questions */
	struct rect ending;	/* rows 0: none */
	/* Left to right, top to bottom: the order of Tab. */
	struct { enum pane_id id; struct rect r; } panes[LAYOUT_PANES];
	size_t n;
	struct layout_line lines[4];
	size_t n_lines;
};

void layout_make(struct layout *l, const struct layout_want *want);
/* Where the pane is, or NULL when it is not shown. */
const struct rect *layout_find(const struct layout *l, enum pane_id id);
/* The pane before or after `id`, round the screen. */
enum pane_id layout_next(const struct layout *l, enum pane_id id, int step);
/* The vertical lines, joined to the title rules they meet. */
void layout_draw_lines(const struct layout *l, struct canvas *c,
		       const struct look *look);

#endif
