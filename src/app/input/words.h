/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a typed line to a command; commands with arguments. */
#ifndef APP_INPUT_WORDS_H
#define APP_INPUT_WORDS_H

#include <stdbool.h>

#include "ui/kit/command.h"

struct screen;

void screenshot_init(struct screen *s);
void screenshot_release(struct screen *s);
/* Does what a typed line says, or says what is wrong with it. */
void words_run(struct screen *s, const char *line);
/* Commands that have arguments; false when it is none of them. */
bool words_command(struct screen *s, enum cmd cmd, const char *args);

#endif
