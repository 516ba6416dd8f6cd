/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that `:`, `/` and `f` open. */
#ifndef APP_INPUT_PROMPT_H
#define APP_INPUT_PROMPT_H

#include <stdint.h>

#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/kit/line.h"

struct screen;

enum prompt_kind {
	PROMPT_NONE,
	PROMPT_COMMAND,		/* : */
	PROMPT_FIND,		/* / */
	PROMPT_FILTER,		/* f */
};

/* The open line.  prompt.c keeps the lines before it. */
struct prompt {
	enum prompt_kind kind;
	struct line line;
};

void prompt_init(struct screen *s);
void prompt_release(struct screen *s);
void prompt_open(struct screen *s, enum prompt_kind kind);
/* Handles any key while it is open. */
void prompt_key(struct screen *s, uint32_t key);
void prompt_paste(struct screen *s, const struct pasted *part);
void prompt_draw(const struct screen *s, struct canvas *c, int row);
command_exec exec_prompt;

#endif
