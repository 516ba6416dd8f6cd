/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command copy: the selected row, for the terminal's clipboard. */
#ifndef APP_PANES_COPY_H
#define APP_PANES_COPY_H

#include "ui/kit/command.h"

struct screen;

void copy_init(struct screen *s);
void copy_release(struct screen *s);
command_exec exec_copy;

#endif
