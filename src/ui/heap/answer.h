/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live heap as lines of text, for the console. */
#ifndef UI_HEAP_ANSWER_H
#define UI_HEAP_ANSWER_H

#include <stddef.h>

#include "base/str.h"
#include "ui/pane/pane.h"

/* Appends a line for each of the `most` largest sites of p, whose name or
 * library contains `text`; before them the sums if `text` is "".  Returns the
 * number of lines for sites. */
size_t heap_answer(struct str *out, const struct view *view,
		   const struct process *p, const char *text, size_t most);

#endif
