/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws five rows about the signal that ended the program: its thread, the
 * address of the access, and the region at that address or nearest to it.
 */
#ifndef APP_WORDS_ENDING_H
#define APP_WORDS_ENDING_H

#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

void ending_draw(const struct view *view, struct canvas *c);

#endif
