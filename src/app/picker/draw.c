/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <string.h>

#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/picker/private.h"
#include "app/words/refusal.h"
#include "base/text.h"
#include "ui/kit/command.h"
#include "ui/kit/say.h"

/* --- texts ---------------------------------------------------------------- */

static void say_yes(const struct screen *s, const struct pick *k)
{
	struct picker *p = s->picker;

	struct str user = STR_INIT;

	text_safe(&user, k->p.user, strlen(k->p.user), !s->view.look.utf8);
	if (k->p.uid == p->o.uid)
		/* TRANSLATORS: the answer to "can mmtop attach to this
		 * process?" */
		str_addf(&p->attach, _("yes: same user (%s)."), user.data);
	else if (p->o.uid == 0)
		str_addf(&p->attach, _("yes: user %s, and mmtop is root."),
			 user.data);
	else
		str_addf(&p->attach, _("yes: user %s, but the kernel permits "
				       "it."), user.data);
	str_release(&user);
}

/* Takes the user's name from the list of processes, which saves a lookup in the
 * user database. */
void picker_refusal_text(const struct screen *s, struct str *out,
			 const struct pick *k, const struct refusal *why)
{
	refusal_text_of(out, why, k && k->p.uid == why->uid ? k->p.user : NULL,
			!s->view.look.utf8);
}

/* Returns the text about attaching.  It is formatted again only if the process
 * or the refusal has changed. */
static const char *attach_words(const struct screen *s)
{
	struct picker *p = s->picker;
	const struct pick *k = picks_selected(&p->pane->picks);
	const struct refusal *why = k ? &k->more.refusal : NULL;

	if (!k || !k->more.pid)
		return s->view.look.utf8 ? "…" : "~";
	if (p->attach.len && p->refusal_start == k->p.start &&
	    !memcmp(&p->refusal, why, sizeof *why))
		return p->attach.data;
	p->refusal = *why;
	p->refusal_start = k->p.start;
	str_clear(&p->attach);
	if (why->why == REFUSED_NOT)
		say_yes(s, k);
	else
		picker_refusal_text(s, &p->attach, k, why);
	return p->attach.data;
}

static const char *cost(const struct picker *p)
{
	if (p->o.step)
		return _("Attaching holds it (-s)");
	if (p->o.level == LEVEL_CALLS)
		return _("Watch calls: stops it at memory calls");
	return _("Watch only: does not stop it");
}

/* --- rows at the top ------------------------------------------------------ */

static void draw_top(const struct screen *s, struct canvas *c, int row)
{
	const struct picks *list = &s->picker->pane->picks;
	struct str counts = STR_INIT, find = STR_INIT, cut = STR_INIT;
	int col = canvas_puts(c, row, 1, STYLE_TITLE_FOCUS, "mmtop");
	int left;

	col = canvas_puts(c, row, col + 2, STYLE_TEXT,
			  _("choose a process to watch"));
	str_addf(&counts, ngettext("%zu process", "%zu processes",
			      (unsigned long)list->all.n), list->all.n);
	if (list->hidden)
		str_adds(&counts, _(", others hidden"));
	if (list->find.len) {
		text_safe(&find, list->find.data, list->find.len,
			  !s->view.look.utf8);
		text_cut(&cut, find.data, 16, CUT_END, !s->view.look.utf8);
		str_adds(&counts, "  ");
		/* TRANSLATORS: number of matching processes, and the text to
		 * match. */
		str_addf(&counts, ngettext("%zu matches \"%s\"", "%zu match \"%s\"",
				      (unsigned long)list->matches),
			 list->matches, cut.data);
	}
	left = c->cols - 1 - text_width(counts.data);
	if (left > col)
		put_right(c, row, c->cols - 1, STYLE_TEXT, counts.data);
	str_release(&counts);
	str_release(&find);
	str_release(&cut);
}

static void draw_find(const struct screen *s, struct canvas *c, int row)
{
	const struct picker *p = s->picker;
	bool typing = p->pane->typing;
	const char *hint = typing ? _("type to find; Tab: keys") :
				       _("Tab or / to type");
	const char *right = cost(p);
	int end = c->cols - 1, col, room;

	canvas_hot(c, row, 0, c->cols,
		   (struct hot){ .kind = HOT_COMMAND, .value = DO_FIND });
	/* TRANSLATORS: the label of the text that the user types; at most 10
	 * columns. */
	col = canvas_puts(c, row, 1, STYLE_DIM, _("Find:")) + 1;
	if (end - text_width(right) > col + 24)
		end = put_right(c, row, end, STYLE_DIM, right) - 2;
	room = end - col;
	if (!p->find.text.len && text_width(hint) <= room)
		canvas_puts(c, row, col + (typing ? 1 : 0), STYLE_DIM,
			    hint);
	if (typing)
		line_draw(&p->find, c, row, col, room, &s->view.look);
	else
		canvas_field(c, row, col, p->find.text.len ? room : 0,
			     STYLE_TEXT, p->pane->picks.find.data);
}

void picker_draw_head(struct screen *s, struct canvas *c)
{
	struct picking *pane = s->picker->pane;
	int row = 0;

	if (s->layout.too_small) {
		canvas_puts(c, 0, 0, STYLE_TEXT, _("mmtop needs 20x5"));
		return;
	}
	picks_update(&pane->picks);
	pane->attach = attach_words(s);
	if (s->layout.header_rows > 1)
		draw_top(s, c, row++);
	draw_find(s, c, row);
}

/* --- the key bar ---------------------------------------------------------- */

void picker_draw_keys(struct screen *s, struct canvas *c, int row)
{
	const struct picking *pane = s->picker->pane;
	const struct keybar_item items[] = {
		{ .id = DO_WATCH, .order = 1 },
		{ .id = DO_WATCH_CALLS, .word = _("Watch calls"), .order = 2 },
		{ .id = DO_FOLLOW, .order = 3,
		  .word = pane->follow ? _("Follow: on") : _("Follow: off") },
		{ .id = DO_USER, .order = 6 },
		{ .id = DO_SORT_BACK, .order = 5 },
		{ .id = DO_SORT_NEXT, .order = 5 },
		{ .id = DO_TREE, .order = 4 },
		/* TRANSLATORS: in the key bar: letters are keys from now on, or
		 * text to find; at most 10 columns. */
		{ .id = DO_LETTERS, .order = 7,
		  .word = pane->typing ? _("Keys") : _("Type") },
		{ .id = DO_HELP, .group = 1, .order = 8 },
		{ .id = DO_LEAVE, .group = 1,
		  .word = pane->help ? _("Back") : NULL },
	};
	struct keybar_item shown[sizeof items / sizeof *items];
	size_t n = 0;

	/* Only keys that work now, each with a key that works. */
	for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
		shown[n] = items[i];
		n += picker_can(s, command_by_id(items[i].id), &shown[n].key);
	}
	keybar_draw_items(c, row, &s->view.look, shown, n);
}
