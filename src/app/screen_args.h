/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys do too, with more behind it; 10n. */
#ifndef APP_SCREEN_ARGS_H
#define APP_SCREEN_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

struct screen;

void stepping_init(struct screen *s);
void stepping_release(struct screen *s);
/* False when the command is none of these, or has no arguments now. */
bool args_command(struct screen *s, enum cmd cmd, const char *args);
/* True when the key is part of a number of steps, or ends it. */
bool count_key(struct screen *s, uint32_t key, const struct command *cmd);

#endif
