/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search in the Heap pane, for use outside of ui/heap. */
#ifndef UI_HEAP_FIND_H
#define UI_HEAP_FIND_H

#include "ui/pane/pane.h"

/*
 * Selects the next row (`step` 1) or the previous one (-1) that contains the
 * text in its name or address.  The search wraps around.  If `here` is true,
 * the selected row is tried first, otherwise last.  Sets *count to the number
 * of matching rows and *place to the position of the match among them, starting
 * at 1.  Returns false if no row matches.
 */
bool heap_find(struct pane *pane, struct view *view, const char *text,
	       int step, bool here, size_t *place, size_t *count);

#endif
