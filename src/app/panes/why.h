/* SPDX-License-Identifier: GPL-3.0-or-later */
/* :why lists what has changed the RSS. */
#ifndef APP_PANES_WHY_H
#define APP_PANES_WHY_H

#include "ui/kit/command.h"

void why_init(struct screen *s);
void why_release(struct screen *s);
command_exec exec_why;

#endif
