/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes the place of each pane on the screen.
 *
 * The layout depends on the terminal's size and on the fields of struct
 * layout_want, never on the amount of data.  Four forms:
 *
 *	80x24	two header rows, Regions, the last calls
 *	100x24	Processes | Regions, Calls | Signals
 *	100x30	Processes | Regions, Pages, Calls | Signals
 *	160x40	Processes, Regions, Pages | Output, Calls, Signals
 *
 * Panes never overlap and lie inside the screen at every size; each has at
 * least 1x1 cells.  Below 20x5 there are no panes (`too_small`).
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
	enum pane_id full;	/* the only pane that is shown; PANES if all
				 * panes are shown */
	bool step;		/* the user steps through calls: Calls has two
				 * more rows */
	bool output;		/* the program has a terminal, which Output can
				 * show */
	bool setup;		/* Setup is shown on the left, if the other
				 * panes have room next to it */
	bool ending;		/* five rows show how the program ended */
	bool everybody;		/* system-wide mode: only Processes and their
				 * Calls are shown */
	bool picker;		/* only the process picker is shown */
	bool captured;		/* a saved capture is shown: Processes, Regions,
				 * Contents */
	bool paused;		/* the row above the key bar shows what the
				 * program has done since, if the screen has 10
				 * rows */
	bool timeline;		/* four rows are a timeline, if the screen has
				 * 20 rows */
	uint32_t hidden;	/* panes that the user has hidden, as bits 1 <<
				 * enum pane_id; the panes next to a hidden pane
				 * take its room */
};

/* A column of │ between panes. */
struct layout_line {
	int col, row, rows;
};

struct layout {
	bool too_small;
	int header_rows;	/* number of header rows, from row 0 on: 1 to
				 * 3 */
	int bottom;		/* row of the key bar, messages and questions */
	int since;		/* row of the text about a paused view; 0: not
				 * shown */
	struct rect timeline;	/* place of the timeline of a paused view;
				 * `rows` is 0 if it is not shown */
	struct rect ending;	/* place of the five rows about the end; `rows`
				 * is 0 if they are not shown */
	/* The panes from left to right and top to bottom, which is the order of
	 * Tab. */
	struct { enum pane_id id; struct rect r; } panes[LAYOUT_PANES];
	size_t n;
	struct layout_line lines[4];
	size_t n_lines;
};

void layout_make(struct layout *l, const struct layout_want *want);
/* Returns the place of a pane; NULL if the pane is not shown. */
const struct rect *layout_find(const struct layout *l, enum pane_id id);
/* Returns the next pane in the order of Tab if `step` is 1, or the previous
 * pane if `step` is -1.  The order is circular. */
enum pane_id layout_next(const struct layout *l, enum pane_id id, int step);
/* Draws the vertical lines between panes, joined to the title rules that they
 * meet. */
void layout_draw_lines(const struct layout *l, struct canvas *c,
		       const struct look *look);

#endif
