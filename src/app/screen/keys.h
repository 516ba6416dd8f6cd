/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the command of a key, and passes commands to panes and to the functions
 * that execute them. */
#ifndef APP_SCREEN_KEYS_H
#define APP_SCREEN_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"
#include "ui/pane/pane.h"

struct screen;

void keys_init(struct screen *s);
void keys_release(struct screen *s);
/* Runs a command that the user gave by its key or its name.  args may be "".
 * If the command is not possible now, shows the reason. */
void screen_run(struct screen *s, const struct command *cmd,
		const char *args);
/* Runs a command line that the user typed, or shows why it is invalid. */
void screen_run_line(struct screen *s, const char *line);
/* Shows the message that a key has no command here. */
void keys_unknown(struct screen *s, uint32_t key);
/* Removes the message in the bottom row if the key removes messages.  Returns
 * true if the key has no other effect: Esc removed an error, or Enter selected
 * the region that an answer names. */
bool keys_clear_message(struct screen *s, uint32_t key,
			const struct command *cmd);

/* Passes a command to a pane.  Returns false if the pane does not use the
 * command. */
bool screen_give(struct screen *s, enum pane_id id, enum cmd cmd);

/* Pass the command to the focused pane.  If that pane does not use it,
 * exec_enter() opens the selection.  Then exec_group() and exec_region() pass
 * the command to Regions, exec_pages() to Pages. */
command_exec exec_pane, exec_enter, exec_group, exec_region, exec_pages;
command_exec exec_back, exec_redraw, exec_suspend, exec_help;
/* Left and Right, and the commands that shift the rows of the focused pane. */
command_exec exec_sideways, exec_shift;

#endif
