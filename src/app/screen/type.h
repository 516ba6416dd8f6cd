/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes keys and pastes to the program while the user types into it. */
#ifndef APP_SCREEN_TYPE_H
#define APP_SCREEN_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/command.h"

struct screen;

void type_init(struct screen *s);
void type_release(struct screen *s);
command_exec exec_type;
void type_end(struct screen *s);
/* Handles a key for the program, or Ctrl-], which ends typing.  Returns false
 * for any other key. */
bool type_key(struct screen *s, uint32_t key);
void type_paste(struct screen *s, const struct pasted *part);

#endif
