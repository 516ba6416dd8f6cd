/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Five rows on how the program died of a signal: which task, which address,
 * which region held it or lies nearest.
 */
#ifndef APP_WORDS_ENDING_H
#define APP_WORDS_ENDING_H

#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

void ending_draw(const struct view *view, struct canvas *c);

#endif
