/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's terminal as lines of safe text. */
#ifndef UI_PLAIN_OUTPUT_LINES_H
#define UI_PLAIN_OUTPUT_LINES_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/* Appends the text of a row, without the blanks at its end. */
void output_line(struct str *out, const struct output *o, unsigned row,
		 bool ascii);
/* Returns the last row that has text, or -1. */
int output_last(const struct output *o);
/* Returns the first row of the line that ends in `row`: a row without room for
 * more text continues in the next row. */
unsigned output_first(const struct output *o, unsigned row);
/* Appends the last line, cut to `cols` columns.  Returns false if there is
 * none. */
bool output_last_line(struct str *out, const struct output *o, int cols,
		      bool ascii);
/* True if the program probably waits for input: the cursor is behind text, as
 * after a prompt, and the program has written nothing for a second and does not
 * run. */
bool output_waits(const struct model *m);

#endif
