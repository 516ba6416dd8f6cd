/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys for the program. */
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
/* False when the key is neither the program's nor Ctrl-]. */
bool type_key(struct screen *s, uint32_t key);
void type_paste(struct screen *s, const struct pasted *part);

#endif
