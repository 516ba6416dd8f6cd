/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the Process view says of a process or thread: a label and a text a
 * line, made anew for each drawing.  What is not known is n/a with its
 * reason.
 */
#ifndef UI_PROCESS_LINES_H
#define UI_PROCESS_LINES_H

#include <stdbool.h>

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/pane.h"

#define PROCESS_LABEL 11	/* columns of a label */

struct process_line {
	const char *label;	/* translated; "" on a line that goes on */
	char *text;		/* owned, safe */
	bool rule;		/* a heading for what follows */
};
struct process_lines {
	struct process_line *v;
	size_t n, cap;		/* as of VEC() */
};

void process_lines_release(struct process_lines *st);
/* Of the view's thread, if it is one of p, and of p; for cols columns. */
void process_lines_make(struct process_lines *st, const struct view *view,
			const struct process *p, int cols);
/* What the letter of a state means. */
const char *process_state_word(char state);

#endif
