/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of the selected region, by offset: which parts are in the page
 * cache, and which of them this process has mapped.  While view->file is true,
 * Pages shows the file, and the screen requests these data from the engine
 * (REQ_FILE).
 */
#ifndef UI_PAGES_FILE_H
#define UI_PAGES_FILE_H

#include <stdbool.h>

#include "ui/pane/pane.h"

/* True if the region has a file. */
bool pages_file_has(const struct region *r);
void pages_file_draw(struct view *view, const struct process *p,
		     const struct region *r, struct canvas *c, bool focused);
/* Returns true if the command was for the view of the file. */
bool pages_file_command(struct view *view, enum cmd cmd);

#endif
