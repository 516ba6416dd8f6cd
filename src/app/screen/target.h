/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that control the program, and the count that may precede a command,
 * as in 10n. */
#ifndef APP_SCREEN_TARGET_H
#define APP_SCREEN_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "ui/kit/command.h"

struct screen;

void stepping_init(struct screen *s);
void stepping_release(struct screen *s);
/* Shows why a command for the program is not possible now, and which commands
 * are possible. */
void target_not_now(struct screen *s, const struct command *cmd);
/* The thread that n and u run: the selected one or, of a selected process other
 * than the main one, its first.  0: none is selected. */
pid_t target_thread(const struct screen *s);
command_exec exec_next, exec_level, exec_catch, exec_until;
/* The commands that continue, hold, detach and attach the program. */
command_exec exec_request;
/* Handles a key of a count such as 10n.  Returns true if the key belongs to the
 * count or is the n that ends it. */
bool count_key(struct screen *s, uint32_t key, const struct command *cmd);

#endif
