/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A question in the bottom row, or a line of choices.  Each is one struct
 * question, defined in the file with the commands that open it; s->ask is the
 * open question.
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

/* A question as displayed: its text, then the answers. */
struct wording {
	struct str text;
	struct {
		const char *key, *label;
	} answers[3];
	size_t n;
};

struct question {
	/* For a question: words() formats it.  The key y calls agree(); n and
	 * Esc close the question; d calls detach(), if that is set. */
	void (*words)(const struct screen *s, struct wording *w, int cols);
	void (*agree)(struct screen *s);
	void (*detach)(struct screen *s);
	/* For a line of choices: key() and draw() are set instead of the
	 * functions for questions, and column() if the choices can be
	 * clicked. */
	void (*key)(struct screen *s, uint32_t key);
	void (*draw)(const struct screen *s, struct canvas *c, int row);
	bool (*column)(struct screen *s, int column);
	bool harmless;			/* an answer changes nothing in the
					 * program */
	bool lasts;			/* the question stays open when the
					 * program has ended or was detached */
};

/* True if the program has ended or was detached, or if a capture is shown:
 * there is no program that a question could be about. */
bool ask_is_over(const struct screen *s);
/* Handles every key while a question is open. */
void ask_key(struct screen *s, uint32_t key);
/* Closes the open question if its program has ended or was detached. */
void ask_check(struct screen *s);
void ask_draw(const struct screen *s, struct canvas *c, int row);

void wording_answer(struct wording *w, const char *key, const char *label);
/* Returns the width of the answers in columns. */
int wording_answers_width(const struct wording *w);

/* The effect of a key in a line of choices. */
enum menu_key { MENU_OTHER, MENU_ACCEPT, MENU_CANCEL, MENU_NEXT, MENU_BEFORE };
/* `own` is the command that opened the line of choices: its key selects the
 * next choice, as an arrow key does. */
enum menu_key ask_menu_key(uint32_t key, enum cmd own);
/* Draws the name of a key two columns after col, and then its label (NULL:
 * none); the text can be clicked.  Returns the column after the text. */
int ask_put_key(struct canvas *c, int row, int col, const char *name,
		const char *label, uint32_t key);

#endif
