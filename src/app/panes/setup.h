/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies changes of the setup screen. */
#ifndef APP_PANES_SETUP_H
#define APP_PANES_SETUP_H

#include "ui/kit/command.h"
#include "ui/kit/style.h"

struct screen;

void setup_init(struct screen *s);
void setup_release(struct screen *s);
/* Notes the look that the terminal uses now. */
void setup_look(struct screen *s, const struct look *look);
void setup_apply(struct screen *s);
/* Handles the key V and :theme NAME. */
command_exec exec_theme;

#endif
