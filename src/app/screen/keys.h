/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys to commands, commands to panes and requests. */
#ifndef APP_SCREEN_KEYS_H
#define APP_SCREEN_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"
#include "ui/pane/pane.h"

struct screen;

void keys_init(struct screen *s);
void keys_release(struct screen *s);
/* Does a command, by a key or by its name; args "" when there are none.  One
 * that cannot be done now says why. */
void screen_run(struct screen *s, const struct command *cmd,
		const char *args);
/* Does what a typed line says, or says what is wrong with it. */
void screen_run_line(struct screen *s, const char *line);
/* Removes the message of the bottom row that a key removes; true when that was
 * an error and all that the key is for. */
bool keys_clear_message(struct screen *s, uint32_t key,
			const struct command *cmd);

/* Gives a command to a pane; false when it was not for it. */
bool screen_give(struct screen *s, enum pane_id id, enum cmd cmd);

/* For the focused pane; else for Regions or Pages, whose business it is. */
command_exec exec_pane, exec_enter, exec_group, exec_region, exec_pages;
command_exec exec_back, exec_redraw, exec_suspend, exec_help;

#endif
