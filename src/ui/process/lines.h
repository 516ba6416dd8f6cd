/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines about a process: each has a label and a text, and all are made
 * again for each drawing.  An unknown value is n/a with its reason.
 */
#ifndef UI_PROCESS_LINES_H
#define UI_PROCESS_LINES_H

#include <stdbool.h>

#include "base/vec.h"
#include "model/model.h"
#include "ui/pane/pane.h"

#define PROCESS_LABEL 11	/* width of a label */

struct process_line {
	const char *label;	/* translated; "" if the line continues the
				 * previous one */
	char *text;		/* owned, safe text */
	bool rule;		/* a heading for the lines below it */
	style st;		/* of the text; 0: STYLE_TEXT */
};
struct process_lines {
	struct process_line *v;
	size_t n, cap;		/* for the macros of base/vec.h */
};

void process_lines_clear(struct process_lines *st);
void process_lines_release(struct process_lines *st);
/* Adds a line or a heading, and takes its text. */
void process_lines_add(struct process_lines *st, const char *label,
		       struct str *text);
void process_lines_rule(struct process_lines *st, struct str *text);
/* Makes the lines of Process for cols columns: those of the selected thread, if
 * it belongs to p, and those of p. */
void process_lines_make(struct process_lines *st, const struct view *view,
			const struct process *p, int cols);
/* Returns the meaning of a state letter of /proc/PID/stat. */
const char *process_state_word(char state);

#endif
