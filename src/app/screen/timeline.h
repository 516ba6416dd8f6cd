/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The timeline of a paused view: resident memory, events and signals over the
 * stored history.  A column that is clicked, or reached by Left and Right in a
 * pane that does not use these keys, is the new time of the view.
 */
#ifndef APP_SCREEN_TIMELINE_H
#define APP_SCREEN_TIMELINE_H

#include <stdbool.h>

#include "ui/kit/canvas.h"
#include "ui/kit/command.h"

struct screen;

void timeline_draw(const struct screen *s, struct canvas *c);
/* Goes to the column `at` of the area. */
void timeline_click(struct screen *s, const struct hot *hot, int at);
/* Takes DO_LEFT or DO_RIGHT.  False: no timeline is shown. */
bool timeline_key(struct screen *s, enum cmd cmd);

#endif
