/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen as data: cells of text and style, no terminal in sight.
 *
 * Panes draw into a canvas through a clip; term/ copies the cells to curses,
 * to text or to a style map.  Coordinates are rows and columns from 0 and
 * relative to the clip.  Drawing outside the clip is dropped silently.
 *
 * Beside cells it has hot areas: what the mouse finds there.  Whoever draws a
 * row, a head, a cell of a map or a word of the key bar says so with
 * canvas_hot(), by the same rows and columns; so what is hit is what is seen.
 * The last one that was said counts.
 *
 * Invariant: a cell of width 2 is followed by one of width 0 (both or neither
 * inside a clip).  text is one grapheme, NUL-terminated, safe (base/text.h);
 * a grapheme too long for a cell loses its combining marks.
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
	uint8_t width;			/* 0, 1, 2 */
	uint8_t zero[3];		/* cells are compared as bytes, */
	style style;
};
_Static_assert(sizeof(struct cell) == CELL_TEXT + 4 + sizeof(style),
	       "without any that nobody sets");

struct rect {
	int row, col, rows, cols;
};

enum hot_kind {
	HOT_PANE,			/* nothing more than a pane */
	HOT_TITLE,			/* the title of a pane */
	HOT_COLUMN,			/* a head; value: of the pane's sorts */
	HOT_ROW,			/* of a list; value, more and part are
					 * its identity, the pane's business */
	HOT_CELLS,			/* of a map, each a column wide; value
					 * is of the first, more and part are
					 * the pane's business */
	HOT_COMMAND,			/* value: enum cmd */
	HOT_KEY,			/* value: a key, as if pressed */
	HOT_MESSAGE,			/* the bottom row says something */
};

struct hot {
	struct rect r;			/* of the whole canvas */
	enum hot_kind kind;
	int owner;			/* as canvas_own() had it */
	uint64_t value, more;
	unsigned part;
	bool selected;			/* a row: it is drawn as such */
};

struct canvas {
	int rows, cols;
	struct cell *cells;		/* rows x cols */
	struct rect clip;		/* where drawing goes */
	struct rect own;		/* of who draws, and */
	int owner;			/* who it is; -1: nobody */
	VEC(struct hot) hots;
	int cursor_row, cursor_col;	/* absolute; -1: hide it */
	bool cursor_visible;		/* a text cursor (find line, TYPING) */
};

void canvas_init(struct canvas *c, int rows, int cols);
void canvas_release(struct canvas *c);
/* Of that size, and empty where it had another. */
void canvas_fit(struct canvas *c, int rows, int cols);
/* Clears to blanks of STYLE_TEXT and resets the clip to the whole. */
void canvas_clear(struct canvas *c);
/* Narrows drawing to r of the *whole* canvas; returns the clip before. */
struct rect canvas_clip(struct canvas *c, struct rect r);

/* Safe text at (row, col); returns the column after it. */
int canvas_puts(struct canvas *c, int row, int col, style st, const char *s);
/* At most cols columns of it, the rest of the field padded with blanks. */
int canvas_field(struct canvas *c, int row, int col, int cols, style st,
		 const char *s);
/* The same, right-aligned. */
int canvas_rfield(struct canvas *c, int row, int col, int cols, style st,
		  const char *s);
int canvas_printf(struct canvas *c, int row, int col, style st,
		  const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void canvas_fill(struct canvas *c, int row, int col, int cols, style st,
		 const char *grapheme);
/* Changes only the style of cells. */
void canvas_restyle(struct canvas *c, int row, int col, int cols, style st);
/* Puts the hardware cursor, relative to the clip. */
void canvas_cursor(struct canvas *c, int row, int col, bool visible);
/* Clips to r of the whole canvas, which has an owner (a pane; -1: none) from now
 * on: all of it is hot. */
void canvas_own(struct canvas *c, struct rect r, int owner);
/* These cells of a row of the clip are hot; hot's own r is not heeded.  What
 * begins outside the clip is not. */
void canvas_hot(struct canvas *c, int row, int col, int cols, struct hot hot);
/* What is hot at a cell of the whole canvas, NULL: nothing. */
const struct hot *canvas_hot_at(const struct canvas *c, int row, int col);
const struct cell *canvas_at(const struct canvas *c, int row, int col);

#endif
