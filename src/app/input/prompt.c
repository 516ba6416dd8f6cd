/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line that `:` opens in the bottom row: editing, history, completion. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/command/stops.h"
#include "app/screen/keys.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/say.h"

struct prompt_history {
	VEC(char *) lines;		/* owned; the newest last */
	size_t recalled;		/* index of the line shown, or
					 * lines.n while the line being typed
					 * is shown */
	struct str kept;		/* the line being typed, while an older
					 * line is shown */
};

enum { HISTORY = 100 };

void prompt_init(struct screen *s)
{
	s->prompt.line = (struct line)LINE_INIT;
	s->history = xcalloc(1, sizeof *s->history);
	s->history->kept = (struct str)STR_INIT;
}

void prompt_release(struct screen *s)
{
	for (size_t i = 0; i < s->history->lines.n; i++)
		free(s->history->lines.v[i]);
	vec_release(&s->history->lines);
	str_release(&s->history->kept);
	free(s->history);
	line_release(&s->prompt.line);
}

void prompt_open(struct screen *s, const struct prompt_kind *kind)
{
	s->prompt.kind = kind;
	line_set(&s->prompt.line, "");
	s->history->recalled = s->history->lines.n;
}

/* --- history ------------------------------------------------------------- */

static void remember(struct prompt_history *h, const char *text)
{
	size_t n = h->lines.n;

	if (!text[0] || (n && !strcmp(h->lines.v[n - 1], text)))
		return;
	if (n == HISTORY) {
		free(h->lines.v[0]);
		vec_remove(&h->lines, 0);
	}
	*vec_push(&h->lines) = xstrdup(text);
}

/* Shows the previous or the next line of the history.  The line being typed
 * follows the newest line. */
static void recall(struct prompt_history *h, struct line *line,
		   bool older)
{
	if (older ? !h->recalled : h->recalled == h->lines.n)
		return;
	if (h->recalled == h->lines.n) {
		str_clear(&h->kept);
		str_adds(&h->kept, line->text.data);
	}
	h->recalled += older ? (size_t)-1 : 1;
	line_set(line, h->recalled < h->lines.n ?
		 h->lines.v[h->recalled] : h->kept.data);
}

/* --- completion ---------------------------------------------------------- */

/* Returns the i-th name that completes a word, or NULL. */
typedef const char *choice_fn(const char *word, size_t i);

static const char *command_choice(const char *word, size_t i)
{
	const struct command *c = command_matching(word, i, ON_SCREEN);

	return c ? c->name : NULL;
}

/* Returns the length of the common prefix of all names that start with word. */
static size_t common(choice_fn *choice, const char *word)
{
	const char *first = choice(word, 0), *name;
	size_t n = first ? strlen(first) : 0;

	for (size_t i = 1; (name = choice(word, i)); i++) {
		size_t same = strlen(word);

		while (same < n && name[same] == first[same])
			same++;
		n = same;
	}
	return n;
}

/* Appends the command whose name has been typed, or the call among its
 * arguments.  Returns false if nothing completes it. */
static bool complete_word(const char *text, struct str *all)
{
	size_t blanks = strspn(text, " :"), n = strcspn(text + blanks, " ");
	char *name = xstrndup(text + blanks, n);
	const struct command *c = command_by_name(name, ON_SCREEN);
	choice_fn *choice = command_choice;
	const char *word = text + blanks, *first;

	free(name);
	if (word[n]) {
		if (!c || !stops_takes(c->id))
			return false;
		choice = stops_choice;
		word += n + stops_before(word + n);
		str_add(all, text, (size_t)(word - text));
	}
	first = choice(word, 0);
	if (!first)
		return false;
	str_add(all, first, common(choice, word));
	if (choice == command_choice && !choice(word, 1) &&
	    command_by_name(first, ON_SCREEN)->args)
		str_addc(all, ' ');
	return true;
}

static void complete(struct prompt *p)
{
	struct str all = STR_INIT;

	if (line_at_end(&p->line) && complete_word(p->line.text.data, &all))
		line_set(&p->line, all.data);
	str_release(&all);
}

/* Stores the part of the command's name that has been typed, without blanks
 * before it.  Returns false if arguments follow the name. */
static bool name_typed(const struct line *l, struct str *name)
{
	const char *text = l->text.data + strspn(l->text.data, " :");

	str_adds(name, text);
	return !strchr(text, ' ');
}

/* --- keys ---------------------------------------------------------------- */

static void close_prompt(struct screen *s)
{
	s->prompt.kind = NULL;
}

static void enter(struct screen *s)
{
	struct prompt *p = &s->prompt;
	char *text = xstrdup(p->line.text.data);

	remember(s->history, text);
	close_prompt(s);
	screen_run_line(s, text);
	free(text);
}

static void command_key(struct screen *s, uint32_t key)
{
	struct prompt *p = &s->prompt;

	switch (key) {
	case KEY_ENTER_:
	case '\n':
		enter(s);
		break;
	case '\t':
		complete(p);
		break;
	case KEY_UP_:
	case KEY_CTRL('p'):
		recall(s->history, &p->line, true);
		break;
	case KEY_DOWN_:
	case KEY_CTRL('n'):
		recall(s->history, &p->line, false);
		break;
	default:
		line_key(&p->line, key);
	}
}

void prompt_key(struct screen *s, uint32_t key)
{
	struct prompt *p = &s->prompt;

	switch (key) {
	/* The configuration cannot change what these keys do in an input
	 * line. */
	case KEY_CTRL('l'):
		screen_run(s, command_by_id(DO_REDRAW), "");
		return;
	case KEY_CTRL('z'):
		screen_run(s, command_by_id(DO_SUSPEND), "");
		return;
	case KEY_ESC_:
	case KEY_CTRL('c'):
		if (p->kind->cancel)
			p->kind->cancel(s);
		close_prompt(s);
		return;
	case KEY_CTRL('h'):
	case 127:
		/* Backspace closes the line if it is empty. */
		if (p->line.text.len)
			break;
		close_prompt(s);
		return;
	default:
		break;
	}
	p->kind->key(s, key);
}

void prompt_paste(struct screen *s, const struct pasted *part)
{
	if (line_paste(&s->prompt.line, part) != LINE_CHANGED)
		return;
	if (s->prompt.kind->changed)
		s->prompt.kind->changed(s);
	requests_send(s);
}

/* --- drawing ------------------------------------------------------------- */

static void add_usage(struct str *out, const struct command *c)
{
	str_adds(out, c->name);
	if (c->args)
		str_addf(out, " %s", _(c->args));
	str_addf(out, "   %s", _(c->help));
}

/* Appends a hint: the usage of the typed command, or the commands that
 * match. */
static void command_hint(const struct screen *s, struct str *out)
{
	const struct prompt *p = &s->prompt;
	const struct command *c, *one;
	struct str name = STR_INIT;
	bool open = name_typed(&p->line, &name);

	name.data[strcspn(name.data, " ")] = '\0';
	one = command_by_name(name.data, ON_SCREEN);
	if (!name.data[0]) {
		str_adds(out, _("Tab complete   Up history   Esc cancel"));
	} else if (one && (!open || !command_matching(name.data, 1, ON_SCREEN) ||
			   !strcmp(one->name, name.data))) {
		add_usage(out, one);
	} else {
		for (size_t i = 0;
		     (c = command_matching(name.data, i, ON_SCREEN)); i++)
			str_addf(out, "%s%s", i ? "  " : "", c->name);
	}
	str_release(&name);
}

void prompt_draw(const struct screen *s, struct canvas *c, int row)
{
	const char *sign = s->prompt.kind->sign;
	int at = (int)strlen(sign);
	struct str words = STR_INIT;
	int col;

	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	canvas_puts(c, row, 0, STYLE_KEY, sign);
	col = line_draw(&s->prompt.line, c, row, at, c->cols - at,
			&s->view.look);
	s->prompt.kind->hint(s, &words);
	put_cut(c, &s->view.look, row, col + 3, STYLE_DIM, words.data);
	str_release(&words);
}

static const struct prompt_kind command_prompt = {
	.sign = ":", .key = command_key, .hint = command_hint,
};

void exec_prompt(const struct command_context *x)
{
	prompt_open(x->screen, &command_prompt);
}
