/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the setup screen changes. */
#ifndef APP_PANES_SETUP_H
#define APP_PANES_SETUP_H

#include "ui/kit/command.h"
#include "ui/kit/style.h"

struct screen;

void setup_init(struct screen *s);
void setup_release(struct screen *s);
/* The terminal has that look now. */
void setup_look(struct screen *s, const struct look *look);
/* Does what the setup screen has changed. */
void setup_apply(struct screen *s);
/* V, or :palette NAME. */
command_exec exec_palette;

#endif
