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

/* From so many rows on there is room for these. */
enum { ROWS_LEAST = 5, COLS_LEAST = 20, ROWS_TOP = 7, ROWS_DETAIL = 16 };
#define KEY_COLS 14

/* --- words ------------------------------------------------------------------------ */

static void say_yes(struct picker *p, const struct pick *k)
{
	struct str user = STR_INIT;

	text_safe(&user, k->p.user, strlen(k->p.user), !p->o.look.utf8);
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
void picker_refusal_text(const struct picker *p, struct str *out,
			 const struct pick *k, const struct refusal *why)
{
	refusal_text_of(out, why, k && k->p.uid == why->uid ? k->p.user : NULL,
			!p->o.look.utf8);
}

/* Made anew only when it says something else. */
const char *picker_attach_words(struct picker *p)
{
	const struct pick *k = picks_selected(&p->picks);
	const struct refusal *why = k ? &k->more.refusal : NULL;

	if (!k || !k->more.pid)
		return p->o.look.utf8 ? "…" : "~";
	if (p->attach.len && p->refusal_start == k->p.start &&
	    !memcmp(&p->refusal, why, sizeof *why))
		return p->attach.data;
	p->refusal = *why;
	p->refusal_start = k->p.start;
	str_clear(&p->attach);
	if (why->why == REFUSED_NOT)
		say_yes(p, k);
	else
		picker_refusal_text(p, &p->attach, k, why);
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

static void draw_top(struct picker *p, struct canvas *c, int row)
{
	const struct picks *list = &p->picks;
	struct str s = STR_INIT, find = STR_INIT, cut = STR_INIT;
	int col = canvas_puts(c, row, 1, STYLE_TITLE_FOCUS, "mmtop");
	int left;

	col = canvas_puts(c, row, col + 2, STYLE_TEXT,
			  _("choose a process to watch"));
	str_addf(&s, ngettext("%zu process", "%zu processes",
			      (unsigned long)list->all.n), list->all.n);
	if (list->hidden)
		str_adds(&s, _(", others hidden"));
	if (list->find.len) {
		text_safe(&find, list->find.data, list->find.len,
			  !p->o.look.utf8);
		text_cut(&cut, find.data, 16, CUT_END, !p->o.look.utf8);
		str_adds(&s, "  ");
		/* TRANSLATORS: how many processes match, and what. */
		str_addf(&s, ngettext("%zu matches \"%s\"", "%zu match \"%s\"",
				      (unsigned long)list->matches),
			 list->matches, cut.data);
	}
	left = c->cols - 1 - text_width(s.data);
	if (left > col)
		put_right(c, row, c->cols - 1, STYLE_TEXT, s.data);
	str_release(&s);
	str_release(&find);
	str_release(&cut);
}

static void draw_find(struct picker *p, struct canvas *c, int row)
{
	const char *hint = p->typing ? _("type, or Tab for the keys") :
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
		canvas_puts(c, row, col + (p->typing ? 1 : 0), STYLE_DIM,
			    hint);
	if (p->typing)
		line_draw(&p->find, c, row, col, room, &p->o.look);
	else
		canvas_field(c, row, col, p->find.text.len ? room : 0,
			     STYLE_TEXT, p->picks.find.data);
}

/* --- help ------------------------------------------------------------------------------- */

static void draw_help(const struct picker *p, struct canvas *c)
{
	int row = 1, half = c->clip.cols >= 66 ? c->clip.cols / 2 : 0;

	title_rule(c, &p->o.look, true, _("Help: Pick"), _("Esc closes"));
	for (size_t i = 0, col = 0; i < commands_n; i++) {
		const struct command *cmd = &commands[i];
		struct rect old;

		if (!(cmd->where & ON_PICKER) || !cmd->key_label[0])
			continue;
		if (row >= c->clip.rows && half && !col) {
			row = 1;
			col = (size_t)half;
		}
		old = clip_part(c, row++, (int)col, 1,
				half ? half : c->clip.cols);
		canvas_puts(c, 0, 1, STYLE_KEY, cmd->key_label);
		put_cut(c, &p->o.look, 0, KEY_COLS, STYLE_KEY_LABEL,
			_(cmd->help));
		canvas_clip(c, old);
	}
}

/* --- all of it ---------------------------------------------------------------------------- */

static void draw_bottom(struct picker *p, struct canvas *c, int row)
{
	const struct pick *k = picks_selected(&p->picks);
	bool keys = !p->typing;
	const struct keybar_item items[] = {
		{ DO_WATCH, NULL, k, 0, 1 },
		{ DO_WATCH_CALLS, _("Watch calls"), k && keys, 0, 2 },
		{ DO_FOLLOW, p->o.follow ? _("Follow: on") : _("Follow: off"),
		  keys, 0, 3 },
		{ DO_USER, NULL, keys, 0, 6 },
		{ DO_SORT_BACK, NULL, keys, 0, 5 },
		{ DO_SORT_NEXT, NULL, keys, 0, 5 },
		{ DO_TREE, NULL, keys, 0, 4 },
		{ DO_LEAVE, NULL, true, 1, 0 },
	};

	if (!messages_draw(&p->messages, c, row, !p->o.look.utf8))
		keybar_draw_items(c, row, &p->o.look, items,
				  sizeof items / sizeof *items);
}

static void draw_list(struct picker *p, struct canvas *c, int from, int to)
{
	const struct pick_words words = {
		.attach = picker_attach_words(p), .follow = p->o.follow,
	};
	bool detail = c->rows >= ROWS_DETAIL;
	int end = detail ? to - PICK_DETAIL_ROWS : to;

	canvas_clip(c, (struct rect){ from, 0, end - from, c->cols });
	if (p->help)
		draw_help(p, c);
	else
		pick_list_draw(&p->list, &p->picks, &p->o.look, c, !p->typing,
			       p->now_ns);
	if (detail) {
		canvas_clip(c, (struct rect){ end, 0, to - end, c->cols });
		pick_detail_draw(&p->picks, &words, &p->o.look, c, p->now_ns);
	}
	canvas_clip(c, (struct rect){ 0, 0, c->rows, c->cols });
}

void picker_draw(struct picker *p, struct canvas *c)
{
	int row = 0;

	canvas_clear(c);
	p->dirty = false;
	if (c->rows < ROWS_LEAST || c->cols < COLS_LEAST) {
		canvas_puts(c, 0, 0, STYLE_TEXT, _("mmtop needs 20x5"));
		return;
	}
	picks_update(&p->picks);
	if (c->rows >= ROWS_TOP)
		draw_top(p, c, row++);
	draw_list(p, c, row + 1, c->rows - 1);
	draw_find(p, c, row);
	draw_bottom(p, c, c->rows - 1);
}
