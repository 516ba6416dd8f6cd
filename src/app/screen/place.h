/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pane that has the focus, and the places that Esc returns to. */
#ifndef APP_SCREEN_PLACE_H
#define APP_SCREEN_PLACE_H

#include <stdbool.h>

#include "ui/kit/command.h"
#include "ui/pane/pane.h"

struct screen;

void place_init(struct screen *s);
void place_release(struct screen *s);
/* Computes the layout for the current size and place. */
void place_layout(struct screen *s);
/* Shows a pane and gives it the focus; Esc returns. */
void place_open(struct screen *s, enum pane_id id);
/* Enter on a pane's selection. */
void place_open_selected(struct screen *s);
/* To a pane by its digit. */
void place_go(struct screen *s, enum pane_id id);
/* s, p: opens it, or closes it when it is in front. */
void place_toggle(struct screen *s, enum pane_id id);
void place_zoom(struct screen *s);
/* The focus alone, of what is shown. */
void place_focus(struct screen *s, enum pane_id id);
/* place_undo() brings back what is in front now, and what Esc returns to. */
void place_mark(struct screen *s);
void place_undo(struct screen *s);
/* False at the top level, where Esc does nothing. */
bool place_back(struct screen *s);
/* The engine's status has changed: the layout and the focus follow it. */
void place_follow(struct screen *s);
command_exec exec_toggle, exec_pane_go, exec_messages, exec_tab,
	exec_zoom;

#endif
