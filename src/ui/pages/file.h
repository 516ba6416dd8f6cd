/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file of the selected region, by offset: what of it is in the page cache,
 * what of it this process has.  Pages shows it while view->file; the engine
 * is asked for it (REQ_FILE) as long as that is so.
 */
#ifndef UI_PAGES_FILE_H
#define UI_PAGES_FILE_H

#include <stdbool.h>

#include "ui/pane/pane.h"

/* Whether there is a file to be shown. */
bool pages_file_has(const struct region *r);
void pages_file_draw(struct view *view, const struct process *p,
		     const struct region *r, struct canvas *c, bool focused);
/* True when it was for the view of the file. */
bool pages_file_command(struct view *view, enum cmd cmd);

#endif
