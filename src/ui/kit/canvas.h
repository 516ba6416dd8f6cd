/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen as data: cells of text and style, independent of any terminal.
 *
 * Panes draw into a canvas through a clip rectangle; term/ copies the cells to
 * curses, to text or to a style map.  Coordinates are rows and columns from 0,
 * relative to the clip rectangle.  Drawing outside of it is dropped silently.
 *
 * A canvas also has hot areas, for the mouse.  The code that draws a row, a
 * column head, a cell of a map or a word of the key bar marks those cells with
 * canvas_hot(), so a click hits the thing that is drawn there.  If hot areas
 * overlap, the last one counts.
 *
 * Invariant: a cell of width 2 is followed by one of width 0; both are inside
 * the clip rectangle, or both are outside.  `text` is one grapheme,
 * NUL-terminated and safe (base/text.h); a grapheme too long for a cell loses
 * its combining marks.
 */
#ifndef UI_KIT_CANVAS_H
#define UI_KIT_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "ui/kit/style.h"

#define CELL_TEXT 12

struct cell {
	char text[CELL_TEXT];
	uint8_t width;			/* in columns: 0, 1 or 2 */
	uint8_t zero[3];		/* padding: cells are compared as
					 * bytes */
	style style;
};
_Static_assert(sizeof(struct cell) == CELL_TEXT + 4 + sizeof(style),
	       "struct cell has no implicit padding");

struct rect {
	int row, col, rows, cols;
};

enum hot_kind {
	HOT_PANE,			/* a part of a pane without any other
					 * hot area */
	HOT_TITLE,			/* the title of a pane */
	HOT_COLUMN,			/* a column head; value is one of the
					 * pane's sorts */
	HOT_ROW,			/* a row of a list; value, more and part
					 * identify it for the pane */
	HOT_CELLS,			/* cells of a map, each one column wide;
					 * value is that of the first cell; the
					 * pane defines more and part */
	HOT_COMMAND,			/* a command; value is its enum cmd */
	HOT_KEY,			/* value is a key, which a click
					 * presses */
	HOT_TIME,			/* the timeline: value is the time at
					 * its left edge, more its duration */
	HOT_MESSAGE,			/* the bottom row, while it shows a
					 * message */
};

struct hot {
	struct rect r;			/* in coordinates of the whole canvas */
	enum hot_kind kind;
	int owner;			/* the owner that canvas_own() set */
	uint64_t value, more;
	unsigned part;
	bool selected;			/* the row is drawn as selected */
};

struct canvas {
	int rows, cols;
	struct cell *cells;		/* rows x cols cells */
	struct rect clip;		/* the part of the canvas that can be
					 * drawn to */
	struct rect own;		/* the owner's part of the canvas */
	int owner;			/* the pane that draws now; -1: none */
	VEC(struct hot) hots;
	int screen_cols;		/* columns of the screen that the
					 * drawing is for */
	int view_cols;			/* columns of a pane in view, while it
					 * is drawn wider for a shift; else
					 * 0 */
	int keep;			/* columns of a list that a shift does
					 * not move: the pane sets it */
	int shift;			/* for the title: columns by which the
					 * rows are shifted */
	int cursor_row, cursor_col;	/* position in the whole canvas; -1:
					 * hidden */
	bool cursor_visible;		/* the hardware cursor is shown (Find
					 * line, TYPING), not only placed */
};

void canvas_init(struct canvas *c, int rows, int cols);
void canvas_release(struct canvas *c);
/* Resizes the canvas, and clears it if the size changes. */
void canvas_fit(struct canvas *c, int rows, int cols);
/* Fills the canvas with blanks of STYLE_TEXT, and resets the clip rectangle to
 * the whole canvas. */
void canvas_clear(struct canvas *c);
/* Narrows the clip rectangle to r, which is in coordinates of the *whole*
 * canvas.  Returns the previous clip rectangle. */
struct rect canvas_clip(struct canvas *c, struct rect r);

/* Columns of the clip rectangle that are in view.  What moves rows down, such
 * as a text that wraps, must depend on these only. */
int canvas_view_cols(const struct canvas *c);
/* Draws safe text at (row, col); returns the column after the text. */
int canvas_puts(struct canvas *c, int row, int col, style st, const char *s);
/* Draws at most cols columns of s, and fills up to cols with blanks. */
int canvas_field(struct canvas *c, int row, int col, int cols, style st,
		 const char *s);
/* As canvas_field(), but right-aligned. */
int canvas_rfield(struct canvas *c, int row, int col, int cols, style st,
		  const char *s);
int canvas_printf(struct canvas *c, int row, int col, style st,
		  const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void canvas_fill(struct canvas *c, int row, int col, int cols, style st,
		 const char *grapheme);
/* Changes the style of cells, but not their text. */
void canvas_restyle(struct canvas *c, int row, int col, int cols, style st);
/* Places the hardware cursor; row and col are relative to the clip
 * rectangle. */
void canvas_cursor(struct canvas *c, int row, int col, bool visible);
/* Sets the clip rectangle to r, in coordinates of the whole canvas.  Hot areas
 * marked from now on belong to `owner`: a pane, for which all of r becomes hot,
 * or -1 for no pane. */
void canvas_own(struct canvas *c, struct rect r, int owner);
/* Marks `cols` cells of a row as hot; hot.r is ignored.  Does nothing if the
 * first cell is outside the clip rectangle. */
void canvas_hot(struct canvas *c, int row, int col, int cols, struct hot hot);
/* Returns the hot area at a cell of the whole canvas, or NULL if the cell has
 * none. */
const struct hot *canvas_hot_at(const struct canvas *c, int row, int col);
const struct cell *canvas_at(const struct canvas *c, int row, int col);

#endif
