/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line that is being typed: the editing of `:` and `/`, and its picture.
 *
 *	line_key(&l, key)	LINE_CHANGED: what is typed has changed
 *	line_paste(&l, &part)	the same; line breaks become blanks
 *	line_at_end(&l)		the end, where completion can add something
 *	line_set(&l, text)	another text, the cursor at its end
 *	line_draw(&l, c, row, col, cols, &look)
 *				the part around the cursor, and the cursor
 *
 * Invariant: text holds valid UTF-8 of code points that may be drawn, at most
 * LINE_BYTES bytes; at lies between two graphemes.  What cannot be drawn and
 * what is too much is not taken.
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
	size_t at;			/* of the cursor, in bytes */
};
#define LINE_INIT { .text = STR_INIT }

enum line_did {
	LINE_NOT_MINE,			/* no key of editing */
	LINE_TAKEN,			/* the cursor moved, or nothing did */
	LINE_CHANGED,
};

void line_release(struct line *l);
void line_set(struct line *l, const char *text);
enum line_did line_key(struct line *l, uint32_t key);
struct pasted;
/* Uses only the first part, which holds more than a line. */
enum line_did line_paste(struct line *l, const struct pasted *part);
/* Whether nothing but blanks is behind the cursor. */
bool line_at_end(const struct line *l);
/* The column after it. */
int line_draw(const struct line *l, struct canvas *c, int row, int col,
	      int cols, const struct look *look);

#endif
