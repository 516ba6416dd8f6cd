/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a pane shows, in words: each column head, sign and colour with one
 * sentence.  The help draws them on its second page, the manual lists them.
 *
 * A part is a table of columns or a list of signs.  A pane has a
 * NULL-terminated array of parts.
 */
#ifndef UI_KIT_TERMS_H
#define UI_KIT_TERMS_H

#include <stddef.h>

#include "ui/kit/canvas.h"
#include "ui/kit/style.h"
#include "ui/kit/table.h"

/* A sign, word or colour on the screen. */
struct term {
	const char *sign;		/* N_(); NULL: the glyph of a page
					 * state, whose role is `st` */
	const char *help;		/* N_(): one sentence */
	style st;			/* its style */
	const char *ascii;		/* the sign without UTF-8; NULL: the
					 * same */
};

struct terms_part {
	const char *title;		/* N_() */
	const struct table_column *columns;
	const struct term *terms;
	size_t n;			/* number of columns or terms */
};
/* The initialiser of a part with the terms of an array. */
#define TERMS_PART(title, list) \
	{ (title), NULL, (list), sizeof (list) / sizeof *(list) }

/* The signs that all panes have. */
extern const struct terms_part terms_common;

/* Returns term i of a part; `sign` is "" for a column without a head. */
struct term terms_at(const struct terms_part *part, size_t i);
/* True if an earlier part has the same term: a head that two tables share is
 * listed once. */
bool terms_repeated(const struct terms_part *const *parts, size_t part,
		    size_t i);
/* Draws the lines of the parts from the line `top` on, into `height` rows from
 * `row` on; a height of 0 draws nothing.  Returns the number of all lines. */
long terms_draw(struct canvas *c, const struct look *look,
		const struct terms_part *const *parts, int row, long top,
		long height);

#endif
