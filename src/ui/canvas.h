/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screen as data: cells of text and style, no terminal in sight.
 *
 * Panes draw into a canvas through a clip; term/ copies the cells to curses,
 * to text or to a style map.  Coordinates are rows and columns from 0 and
 * relative to the clip.  Drawing outside the clip is dropped silently.
 *
 * Invariant: a cell of width 2 is followed by one of width 0 (both or neither
 * inside a clip).  text is one grapheme, NUL-terminated, safe (base/text.h);
 * a grapheme too long for a cell loses its combining marks.
 */
#ifndef UI_CANVAS_H
#define UI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/style.h"

#define CELL_TEXT 12

struct cell {
	char text[CELL_TEXT];
	uint8_t width;			/* 0, 1, 2 */
	style style;
};

struct rect {
	int row, col, rows, cols;
};

struct canvas {
	int rows, cols;
	struct cell *cells;		/* rows x cols */
	struct rect clip;		/* where drawing goes */
	int cursor_row, cursor_col;	/* absolute; -1: hide it */
	bool cursor_visible;		/* a text cursor (find line, TYPING) */
};

void canvas_init(struct canvas *c, int rows, int cols);
void canvas_release(struct canvas *c);
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
const struct cell *canvas_at(const struct canvas *c, int row, int col);

#endif
