/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command :kill: a list of signals, and the question before one is sent to
 * the selected process. */
#ifndef APP_INPUT_KILL_H
#define APP_INPUT_KILL_H

#include "ui/kit/command.h"

struct screen;

void kill_init(struct screen *s);
void kill_release(struct screen *s);
command_exec exec_kill;

#endif
