/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that write files: :folded and :screenshot. */
#ifndef APP_PANES_FILES_H
#define APP_PANES_FILES_H

#include "ui/kit/command.h"

void folded_init(struct screen *s);
void folded_release(struct screen *s);
void screenshot_init(struct screen *s);
void screenshot_release(struct screen *s);
command_exec exec_folded, exec_screenshot;

#endif
