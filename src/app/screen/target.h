/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for the program; 10n. */
#ifndef APP_SCREEN_TARGET_H
#define APP_SCREEN_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

struct screen;

void stepping_init(struct screen *s);
void stepping_release(struct screen *s);
/* Says why a command of the target cannot be done now, and what can. */
void target_not_now(struct screen *s, const struct command *cmd);
command_exec exec_next, exec_level, exec_catch;
/* Continue, hold, detach, attach. */
command_exec exec_request;
/* True when the key is part of a number of steps, or ends it. */
bool count_key(struct screen *s, uint32_t key, const struct command *cmd);

#endif
