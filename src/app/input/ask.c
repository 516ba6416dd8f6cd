/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <string.h>

#include "app/i18n.h"
#include "app/input/ask.h"
#include "app/screen/private.h"
#include "base/text.h"
#include "ui/kit/keyed.h"

bool ask_is_over(const struct screen *s)
{
	return screen_state(s) == TARGET_ENDED ||
	       screen_state(s) == TARGET_DETACHED ||
	       model_captured(s->model);
}

bool screen_asks(const struct screen *s)
{
	return s->ask && !s->ask->harmless;
}

enum menu_key ask_menu_key(uint32_t key, enum cmd own)
{
	const struct command *c = command_by_key(key, ON_SCREEN);
	enum cmd id = c ? c->id : DO_NONE;

	if (key == KEY_ENTER_ || key == '\n')
		return MENU_ACCEPT;
	if (key == KEY_ESC_ || key == KEY_CTRL('c'))
		return MENU_CANCEL;
	if (id == own || id == DO_RIGHT || id == DO_DOWN)
		return MENU_NEXT;
	return id == DO_LEFT || id == DO_UP ? MENU_BEFORE : MENU_OTHER;
}

/* Only y agrees to a question; Enter does not.  A key that is not an answer is
 * ignored. */
void ask_key(struct screen *s, uint32_t key)
{
	const struct question *q = s->ask;

	if (q->key) {
		q->key(s, key);
		return;
	}
	if (key == 'y' || (key == 'd' && q->detach)) {
		s->ask = NULL;
		(key == 'y' ? q->agree : q->detach)(s);
	} else if (key == 'n' || key == KEY_ESC_) {
		s->ask = NULL;
	}
}

void ask_check(struct screen *s)
{
	int pid = (int)screen_main_pid(s);

	if (!s->ask || s->ask->lasts || !ask_is_over(s))
		return;
	s->ask = NULL;
	if (screen_state(s) == TARGET_ENDED)
		screen_say(s, SEV_NOTE, keyed(_("%d has ended. {quit} quits.")),
			   pid);
	else
		screen_say(s, SEV_NOTE, keyed(_("%d was detached. {quit} "
						"quits.")), pid);
}

/* --- wording ------------------------------------------------------------- */

void wording_answer(struct wording *w, const char *key, const char *label)
{
	w->answers[w->n].key = key;
	w->answers[w->n++].label = label;
}

int wording_answers_width(const struct wording *w)
{
	int width = 0;

	for (size_t i = 0; i < w->n; i++)
		width += 3 + text_width(w->answers[i].key) +
			 text_width(w->answers[i].label);
	return width;
}

static struct hot key_hot(uint32_t key)
{
	return (struct hot){ .kind = HOT_KEY, .value = key };
}

static void draw_question(const struct screen *s, struct canvas *c, int row)
{
	struct wording w = { .text = STR_INIT };
	struct str cut = STR_INIT;

	s->ask->words(s, &w, c->cols);
	/* The answers are never cut, however little room they leave for the
	 * question. */
	int room = c->cols - wording_answers_width(&w) - 1;
	text_cut(&cut, w.text.data, room < 0 ? 0 : room, CUT_END,
		 !s->view.look.utf8);
	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	int col = canvas_puts(c, row, cut.len ? 1 : 0, STYLE_WARN, cut.data);
	for (size_t i = 0; i < w.n; i++) {
		int from = col += cut.len || i ? 2 : 0;

		col = canvas_puts(c, row, col, STYLE_KEY, w.answers[i].key);
		col = canvas_puts(c, row, col + 1, STYLE_KEY_LABEL,
				  w.answers[i].label);
		/* Only Esc can be clicked: the second press of a double click
		 * must not count as y. */
		if (!strcmp(w.answers[i].key, "Esc"))
			canvas_hot(c, row, from, col - from,
				   key_hot(KEY_ESC_));
	}
	str_release(&w.text);
	str_release(&cut);
}

int ask_put_key(struct canvas *c, int row, int col, const char *name,
		const char *label, uint32_t key)
{
	int end = canvas_puts(c, row, col + 2, STYLE_KEY, name);

	if (label)
		end = canvas_puts(c, row, end + 1, STYLE_KEY_LABEL, label);
	canvas_hot(c, row, col + 2, end - col - 2, key_hot(key));
	return end;
}

void ask_draw(const struct screen *s, struct canvas *c, int row)
{
	if (s->ask->draw)
		s->ask->draw(s, c, row);
	else
		draw_question(s, c, row);
}
