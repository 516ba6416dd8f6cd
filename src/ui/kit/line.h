/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An input line: editing of `:` and `/`, and drawing.
 *
 *	line_key(&l, key)	LINE_CHANGED: the text has changed
 *	line_paste(&l, &part)	the same; line breaks become blanks
 *	line_at_end(&l)		true at the end, where completion can add text
 *	line_set(&l, text)	replaces the text, with the cursor at its end
 *	line_draw(&l, c, row, col, cols, &look)
 *				draws the part around the cursor, and the cursor
 *
 * Invariant: `text` is valid UTF-8 of printable code points, at most LINE_BYTES
 * bytes; the cursor `at` lies between two graphemes.  Other code points, and
 * text beyond LINE_BYTES, are dropped.
 */
#ifndef UI_KIT_LINE_H
#define UI_KIT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"

enum { LINE_BYTES = 1000 };

struct line {
	struct str text;
	size_t at;			/* byte offset of the cursor */
};
#define LINE_INIT { .text = STR_INIT }

enum line_did {
	LINE_NOT_MINE,			/* the key does not edit the line */
	LINE_TAKEN,			/* the cursor moved, or the key had no
					 * effect */
	LINE_CHANGED,
};

void line_release(struct line *l);
void line_set(struct line *l, const char *text);
enum line_did line_key(struct line *l, uint32_t key);
struct pasted;
/* Inserts only the first part of a paste: if there are more parts, the first
 * one already fills the line. */
enum line_did line_paste(struct line *l, const struct pasted *part);
/* True if only blanks follow the cursor. */
bool line_at_end(const struct line *l);
/* Returns the column after the drawn text. */
int line_draw(const struct line *l, struct canvas *c, int row, int col,
	      int cols, const struct look *look);

#endif
