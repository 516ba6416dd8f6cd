/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that `:`, `/` and `f` open. */
#ifndef APP_INPUT_PROMPT_H
#define APP_INPUT_PROMPT_H

#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/kit/line.h"

struct screen;

/* What the line is for.  These get the keys that each line does not take. */
struct prompt_kind {
	const char *sign;		/* what stands before the line */
	void (*key)(struct screen *s, uint32_t key);
	void (*changed)(struct screen *s);	/* by a paste; NULL: nothing */
	void (*cancel)(struct screen *s);	/* Esc; NULL: nothing */
	/* Appends the text that stands behind the line. */
	void (*hint)(const struct screen *s, struct str *out);
};
extern const struct prompt_kind find_prompt, filter_prompt;

/* The open line.  prompt.c keeps the lines before it. */
struct prompt {
	const struct prompt_kind *kind;	/* NULL: none is open */
	struct line line;
};

void prompt_init(struct screen *s);
void prompt_release(struct screen *s);
void prompt_open(struct screen *s, const struct prompt_kind *kind);
/* Handles any key while it is open. */
void prompt_key(struct screen *s, uint32_t key);
void prompt_paste(struct screen *s, const struct pasted *part);
void prompt_draw(const struct screen *s, struct canvas *c, int row);
command_exec exec_prompt;

#endif
