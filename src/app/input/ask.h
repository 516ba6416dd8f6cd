/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions and the level line in the bottom row. */
#ifndef APP_INPUT_ASK_H
#define APP_INPUT_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/kit/canvas.h"
#include "ui/kit/command.h"

struct screen;

enum ask {
	ASK_NONE,
	ASK_KILL,		/* q: what was launched */
	ASK_KILL_ONLY,		/* :kill */
	ASK_LEAVE,		/* q: what was attached */
	ASK_STEP,		/* n on a running attached tree */
	ASK_LEVEL,		/* t */
	ASK_TRACK,		/* W */
	ASK_SORT,		/* o */
	ASK_OPEN,		/* O */
	ASK_DETACH,		/* d, by a click */
	ASK_GO,			/* q, by a click, when all is over */
};

void ask_init(struct screen *s);
void ask_release(struct screen *s);
command_exec exec_quit, exec_kill;
/* Asks before n steps of a running tree that mmtop attached to; true when it
 * asks. */
bool ask_step(struct screen *s, uint64_t n);
void ask_level(struct screen *s);
/* W, or :track with its argument. */
command_exec exec_track;
/* What a key does in a line that offers several choices. */
enum menu_key { MENU_OTHER, MENU_ACCEPT, MENU_CANCEL, MENU_NEXT, MENU_BEFORE };
/* own: the command that opened the line goes to the next choice, too. */
enum menu_key ask_menu_key(uint32_t key, enum cmd own);
/* Asks before a command that one click must not do, or says which key does it;
 * false when the click may do it. */
bool ask_before_click(struct screen *s, enum cmd cmd);
/* Handles every key while a question is open. */
void ask_key(struct screen *s, uint32_t key);
/* Closes a question whose object is gone. */
void ask_check(struct screen *s);
void ask_draw(const struct screen *s, struct canvas *c, int row);
/* A key two columns behind col, with its label (NULL: none), to press or to
 * click; the column after it. */
int ask_put_key(struct canvas *c, int row, int col, const char *name,
		const char *label, uint32_t key);

#endif
