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

/* Gives a command to a pane; false when it was not for it. */
bool screen_give(struct screen *s, enum pane_id id, enum cmd cmd);

/* So many steps of the selected thread, or the question that comes before. */
void step_next_calls(struct screen *s, uint64_t n);

#endif
