/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input line that `:`, `/` and `f` open in the bottom row. */
#ifndef APP_INPUT_PROMPT_H
#define APP_INPUT_PROMPT_H

#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/kit/line.h"

struct screen;

/* The kind of an input line. prompt_key() handles the keys that work in every
 * kind of line, and passes the other keys to key(). */
struct prompt_kind {
	const char *sign;		/* text before the line */
	void (*key)(struct screen *s, uint32_t key);
	void (*changed)(struct screen *s);	/* called after a paste; may be
						 * NULL */
	void (*cancel)(struct screen *s);	/* called for Esc; may be
						 * NULL */
	/* Appends the hint that is displayed after the line. */
	void (*hint)(const struct screen *s, struct str *out);
};
extern const struct prompt_kind find_prompt, filter_prompt;

/* The open input line. */
struct prompt {
	const struct prompt_kind *kind;	/* NULL: no line is open */
	struct line line;
};

void prompt_init(struct screen *s);
void prompt_release(struct screen *s);
void prompt_open(struct screen *s, const struct prompt_kind *kind);
/* Handles every key while an input line is open. */
void prompt_key(struct screen *s, uint32_t key);
void prompt_paste(struct screen *s, const struct pasted *part);
void prompt_draw(const struct screen *s, struct canvas *c, int row);
command_exec exec_prompt;

#endif
