/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Converts a canvas to text, for golden files, logs and copies of the screen.
 *
 *	canvas_text()	one line a row: every cell, then `|`, so that blanks at
 *			the end are visible
 *	canvas_styles()	the same rows with a letter for each cell's style, `.`
 *			for plain text, then a line for each style that is used:
 *			`f title.focus`
 *	canvas_plain()	the rows without blanks at the end
 *	canvas_ansi()	the rows with escape sequences for the colours
 *
 * A role has the same letter in every picture.  Styles that are not roles get
 * letters from U+0100 on, in the order of appearance.
 */
#ifndef TERM_CANVAS_TEXT_H
#define TERM_CANVAS_TEXT_H

#include "base/str.h"
#include "ui/kit/canvas.h"

void canvas_text(struct str *out, const struct canvas *c);
void canvas_styles(struct str *out, const struct canvas *c);
void canvas_plain(struct str *out, const struct canvas *c);
/* `colors` is 256, 8 or 0, as in theme_ink(). */
void canvas_ansi(struct str *out, const struct canvas *c, int colors,
		 enum theme theme);

#endif
