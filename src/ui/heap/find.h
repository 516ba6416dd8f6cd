/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others than its own files do with the Heap pane. */
#ifndef UI_HEAP_FIND_H
#define UI_HEAP_FIND_H

#include "ui/pane/pane.h"

/*
 * Selects the nearest row with that text in its name or address, round the end;
 * step 1 or -1, beginning with the selected one when `here`, else beside it.
 * In *place which of *count it is, from 1.  False when there is none.
 */
bool heap_find(struct pane *pane, struct view *view, const char *text,
	       int step, bool here, size_t *place, size_t *count);

#endif
