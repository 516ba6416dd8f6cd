/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search in panes that have no search of their own: it searches the text
 * that the pane draws.  So it works in every list whose rows the mouse can
 * select, and in every pane of text.
 */
#ifndef APP_INPUT_FIND_ROWS_H
#define APP_INPUT_FIND_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "ui/kit/canvas.h"

struct screen;
struct all_rows;

/* A match.  Initialise it with zeros when the user starts a search. */
struct find_row {
	long line;			/* the matching line of a pane of text,
					 * from 1; 0: none yet */
	size_t place, count;		/* number of the match, and number of
					 * matches */
	struct all_rows *all;		/* owned: the rows that the last key
					 * searched; NULL: none */
};

/*
 * Selects the next row (`step` 1) or the previous one (-1) of the focused pane
 * that contains `text`, or scrolls a pane of text to it.  The search wraps
 * around.  If `here` is true, the current row is tried first, otherwise last.
 * Returns false if no row matches.
 */
bool find_rows(struct screen *s, struct find_row *f, const char *text,
	       int step, bool here);
/* Frees the rows, and makes *f all zeros. */
void find_rows_forget(struct find_row *f);
/* Appends the text of the selected row, without cut columns; nothing if no row
 * is selected.  The text is safe, and has at most FIND_ROW_BYTES bytes. */
#define FIND_ROW_BYTES 1000
void find_rows_selected(struct screen *s, struct str *out);
/* Marks each occurrence of `text` in a drawn pane, which has the place r. */
void find_rows_mark(struct canvas *c, struct rect r, const char *text);

#endif
