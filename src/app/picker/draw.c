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

/* --- words ------------------------------------------------------------------------ */

static void say_yes(const struct screen *s, const struct pick *k)
{
	struct picker *p = s->picker;

	struct str user = STR_INIT;

	text_safe(&user, k->p.user, strlen(k->p.user), !s->view.look.utf8);
	if (k->p.uid == p->o.uid)
		/* TRANSLATORS: may it be attached to? */
		str_addf(&p->attach, _("yes: same user (%s)."), user.data);
	else if (p->o.uid == 0)
		str_addf(&p->attach, _("yes: it is %s's, and mmtop is root."),
			 user.data);
	else
		str_addf(&p->attach, _("yes: it is %s's, but the kernel "
				       "permits it."), user.data);
	str_release(&user);
}

/* The list knows the names of users: none is asked for here. */
void picker_refusal_text(const struct screen *s, struct str *out,
			 const struct pick *k, const struct refusal *why)
{
	refusal_text_of(out, why, k && k->p.uid == why->uid ? k->p.user : NULL,
			!s->view.look.utf8);
}

/* Made anew only when it says something else. */
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
		return _("Attaching holds it: -s was given");
	if (p->o.level == LEVEL_CALLS)
		return _("Attaching stops it at memory calls: level is calls");
	return _("Attaching does not stop it: level is watch");
}

/* --- rows at the top ------------------------------------------------------------------ */

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
		/* TRANSLATORS: how many processes match, and what. */
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
	const char *hint = typing ? _("type, or Tab for the keys") :
				       _("Tab or / to type");
	const char *right = cost(p);
	int end = c->cols - 1, col, room;

	canvas_hot(c, row, 0, c->cols,
		   (struct hot){ .kind = HOT_COMMAND, .value = DO_FIND });
	/* TRANSLATORS: before what is typed; at most 10 columns. */
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

/* --- the key bar ---------------------------------------------------------------- */

void picker_draw_keys(struct screen *s, struct canvas *c, int row)
{
	const struct picking *pane = s->picker->pane;
	const struct pick *k = picks_selected(&pane->picks);
	bool keys = !pane->typing;
	const struct keybar_item items[] = {
		{ DO_WATCH, NULL, k, 0, 1 },
		{ DO_WATCH_CALLS, _("Watch calls"), k && keys, 0, 2 },
		{ DO_FOLLOW, pane->follow ? _("Follow: on") : _("Follow: off"),
		  keys, 0, 3 },
		{ DO_USER, NULL, keys, 0, 6 },
		{ DO_SORT_BACK, NULL, keys, 0, 5 },
		{ DO_SORT_NEXT, NULL, keys, 0, 5 },
		{ DO_TREE, NULL, keys, 0, 4 },
		{ DO_LEAVE, NULL, true, 1, 0 },
	};

	keybar_draw_items(c, row, &s->view.look, items,
			  sizeof items / sizeof *items);
}
