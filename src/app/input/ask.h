/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A question in the bottom row, or a line of choices.  Each is one struct
 * question, where its commands are; s->ask is the open one.
 *
 *	static const struct question track_question = {
 *		.words = track_words, .agree = track_on,
 *	};
 *	s->ask = &track_question;
 */
#ifndef APP_INPUT_ASK_H
#define APP_INPUT_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"

struct screen;

/* A question as it stands in the row: what is asked, then the answers. */
struct wording {
	struct str text;
	struct {
		const char *key, *label;
	} answers[3];
	size_t n;
};

struct question {
	/* y agrees, n and Esc close it; d where there is such an answer. */
	void (*words)(const struct screen *s, struct wording *w, int cols);
	void (*agree)(struct screen *s);
	void (*detach)(struct screen *s);
	/* A line of choices has these instead, and column() where a choice may
	 * be clicked. */
	void (*key)(struct screen *s, uint32_t key);
	void (*draw)(const struct screen *s, struct canvas *c, int row);
	bool (*column)(struct screen *s, int column);
	bool harmless;			/* it changes nothing in the program */
	bool lasts;			/* it stays when the program is gone */
};

/* The end of the program, or a detach, leaves nothing to ask. */
bool ask_is_over(const struct screen *s);
/* Handles every key while a question is open. */
void ask_key(struct screen *s, uint32_t key);
/* Closes a question whose object is gone. */
void ask_check(struct screen *s);
void ask_draw(const struct screen *s, struct canvas *c, int row);

/* Adds an answer to the words of a question. */
void wording_answer(struct wording *w, const char *key, const char *label);
/* The columns that the answers take. */
int wording_answers_width(const struct wording *w);

/* What a key does in a line that offers several choices. */
enum menu_key { MENU_OTHER, MENU_ACCEPT, MENU_CANCEL, MENU_NEXT, MENU_BEFORE };
/* own: the command that opened the line goes to the next choice, too. */
enum menu_key ask_menu_key(uint32_t key, enum cmd own);
/* A key two columns behind col, with its label (NULL: none), to press or to
 * click; the column after it. */
int ask_put_key(struct canvas *c, int row, int col, const char *name,
		const char *label, uint32_t key);

#endif
