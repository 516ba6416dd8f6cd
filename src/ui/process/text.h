/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pane that shows lines of one process: Process and Cgroup. */
#ifndef UI_PROCESS_TEXT_H
#define UI_PROCESS_TEXT_H

#include "ui/process/lines.h"

typedef void process_lines_fn(struct process_lines *st,
			      const struct view *view,
			      const struct process *p, int cols);

/* Functions for struct pane_ops. */
void *process_text_new(void);
void process_text_free(void *state);
unsigned process_text_command(void *state, struct view *view, enum cmd cmd);
long *process_text_scroll(void *state);
/* Draws the lines that make() makes, below the title; a sentence if p is
 * NULL. */
void process_text_draw(void *state, struct view *view, struct canvas *c,
		       const struct process *p, process_lines_fn *make);

#endif
