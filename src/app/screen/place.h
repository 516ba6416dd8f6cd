/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place consists of the focused pane, and the pane that fills the body (if
 * any).  Esc returns to earlier places. */
#ifndef APP_SCREEN_PLACE_H
#define APP_SCREEN_PLACE_H

#include <stdbool.h>

#include "ui/kit/command.h"
#include "ui/pane/pane.h"

struct screen;

void place_init(struct screen *s);
void place_release(struct screen *s);
/* Computes the layout for the current size and the current place. */
void place_layout(struct screen *s);
/* Shows a pane and gives it the focus; Esc returns to the current place. */
void place_open(struct screen *s, enum pane_id id);
/* Opens the selected row of the focused pane, as Enter does. */
void place_open_selected(struct screen *s);
/* Shows a pane and gives it the focus, as the pane's digit key does.  If the
 * pane fits next to other panes, removes all places that Esc returns to. */
void place_go(struct screen *s, enum pane_id id);
/* Opens the pane, or closes it if it has the focus; for keys such as s and
 * p. */
void place_toggle(struct screen *s, enum pane_id id);
void place_zoom(struct screen *s);
/* Moves the focus to the pane if it is in view. */
void place_focus(struct screen *s, enum pane_id id);
/* place_mark() stores the current place and the number of earlier places;
 * place_undo() restores both. */
void place_mark(struct screen *s);
void place_undo(struct screen *s);
/* Handles Esc: returns to the previous place.  False if there is none: then Esc
 * does nothing. */
bool place_back(struct screen *s);
/* Adapts the layout and the focus to a new status of the engine. */
void place_follow(struct screen *s);
command_exec exec_toggle, exec_pane_go, exec_messages, exec_tab,
	exec_zoom;

#endif
