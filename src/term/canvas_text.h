/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A canvas as text: what golden files, logs and a copy of the screen hold.
 *
 *	canvas_text()	one line a row, every cell, `|` after the last one so
 *			that blanks at the end can be seen
 *	canvas_styles()	the same rows with a letter for each cell's style, `.`
 *			for plain text, then a line for each style that is used:
 *			`f title.focus`
 *	canvas_plain()	the rows as they are read, blanks at the end cut off
 *	canvas_ansi()	the rows with a terminal's sequences for their colours
 *
 * A role has the same letter in every picture.  Pairs, reversed cells and raw
 * colours get letters from U+0100 on, in the order in which they come up.
 */
#ifndef TERM_CANVAS_TEXT_H
#define TERM_CANVAS_TEXT_H

#include "base/str.h"
#include "ui/kit/canvas.h"

void canvas_text(struct str *out, const struct canvas *c);
void canvas_styles(struct str *out, const struct canvas *c);
void canvas_plain(struct str *out, const struct canvas *c);
/* colors: 256, 8 or 0, as theme_ink() has it. */
void canvas_ansi(struct str *out, const struct canvas *c, int colors,
		 enum theme theme);

#endif
