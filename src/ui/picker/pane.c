/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/picker/pane.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"

/* The details are shown only if the screen has at least this many rows. */
#define ROWS_DETAIL 16
#define KEY_COLS 14

static void *picking_new(void)
{
	struct picking *p = xcalloc(1, sizeof *p);

	picks_init(&p->picks, false);
	p->typing = true;
	return p;
}

static void picking_free(void *state)
{
	struct picking *p = state;

	if (p)
		picks_release(&p->picks);
	free(p);
}

/* --- drawing -------------------------------------------------------------- */

static void draw_title(const struct picking *state, const struct view *view,
		       struct canvas *c)
{
	static const char *const sorts[PICK_SORTS] = {
		[PICK_RSS] = N_("by RSS"), [PICK_RATE] = N_("by RSS/s"),
		[PICK_AGE] = N_("by age"), [PICK_PID] = N_("by PID"),
		[PICK_USER] = N_("by user"),
		[PICK_COMMAND] = N_("by command"),
	};
	const struct picks *p = &state->picks;
	struct str s = STR_INIT;
	char range[48];

	/* TRANSLATORS: the title of the list of processes to choose from. */
	str_adds(&s, _("Pick"));
	str_addf(&s, "  %s", p->tree ? _("tree") : _("list"));
	str_addf(&s, ", %s", _(sorts[p->sort]));
	if (p->reverse)
		str_adds(&s, _(", reversed"));
	if (p->by_user) {
		const struct pick *k = p->rows.n ?
			picks_selected(p) : NULL;

		str_adds(&s, _(", one user's"));
		if (k && k->p.uid == p->uid) {
			str_adds(&s, ": ");
			text_safe(&s, k->p.user, strlen(k->p.user),
				  !view->look.utf8);
		}
	}
	title_rule(c, &view->look, true, s.data,
		   list_range(&state->list, (long)p->rows.n, state->height,
			      range));
	str_release(&s);
}

static void draw_none(const struct picks *p, const struct view *view,
		      struct canvas *c)
{
	struct str s = STR_INIT, find = STR_INIT;

	text_safe(&find, p->find.data, p->find.len, !view->look.utf8);
	if (!p->walked && !p->all.n)
		str_adds(&s, _("Reading /proc ..."));
	else if (!p->all.n)
		str_adds(&s, _("/proc shows no process at all."));
	else if (p->find.len)
		str_addf(&s, _("No process has %s in its command line."),
			 find.data);
	else
		str_adds(&s, _("No process of that user."));
	if (p->hidden && p->walked) {
		str_addc(&s, ' ');
		str_adds(&s, _("Other users' processes are hidden (hidepid): "
			       "try sudo mmtop."));
	}
	say_empty(c, s.data);
	str_release(&find);
	str_release(&s);
}

struct pick_drawing {
	const struct picking *p;
	const struct view *view;
	struct canvas *c;
	struct table_place at[PICK_COLUMNS];
	long selected;
};

static void draw_row(void *arg, int row, long i)
{
	const struct pick_drawing *d = arg;
	const struct pick_row *r = &d->p->picks.rows.v[i];
	const struct pick_line line = { picks_at(&d->p->picks, r->pid), r,
					i == d->selected };

	if (line.pick)
		pick_draw_row(&(struct table_cell){
			.c = d->c, .row = row, .look = &d->view->look,
			.st = r->match ? STYLE_TEXT : STYLE_DIM,
			.arg = d->view, .of = &line,
		}, d->at);
}

static struct hot hot_of(void *arg, long i)
{
	const struct picking *p = ((struct pick_drawing *)arg)->p;
	const struct pick *k = picks_at(&p->picks, p->picks.rows.v[i].pid);

	return (struct hot){
		.kind = k ? HOT_ROW : HOT_PANE,
		.value = k ? (uint64_t)k->p.pid : 0,
		.more = k ? k->p.start : 0,
		.part = (unsigned)(i - p->list.top),
	};
}

static void draw_list(struct picking *p, const struct view *view,
		      struct canvas *c)
{
	struct pick_drawing d = { .p = p, .view = view, .c = c,
				  .selected = picks_row(&p->picks) };
	long n = (long)p->picks.rows.n;
	int heads = c->clip.rows > 3 ? 1 : 0;

	p->height = c->clip.rows - 1 - heads;
	list_keep(&p->list, d.selected, n, p->height);
	draw_title(p, view, c);
	if (!n) {
		draw_none(&p->picks, view, c);
		return;
	}
	pick_columns_place(d.at, c->clip.cols);
	if (heads)
		table_heads(c, 1, pick_columns, d.at, PICK_COLUMNS);
	table_draw(c, &p->list, &(struct table_rows){
		.row = 1 + heads, .cols = c->clip.cols, .n = n,
		.keep = d.at[1].col, .height = p->height,
		.selected = d.selected,
		.focused = !p->typing, .arg = &d,
		.draw = draw_row, .hot = hot_of,
	});
}

static const struct term signs_part_list[] = {
	{ "x",
	  N_("mmtop cannot attach to it; the Attach line has the "
	     "reason."), .st = STYLE_WARN },
	{ "├ └", N_("Child process of the line above."),
	  .st = STYLE_DIM, .ascii = "| `" },
	{ N_("[name]"),
	  N_("A thread of the kernel: it has no memory of its own."),
	  .st = STYLE_KEY },
};
static const struct terms_part signs_part =
	TERMS_PART(N_("SIGNS"), signs_part_list);

static const struct terms_part *const terms[] = {
	&pick_columns_part, &signs_part, &terms_common, NULL,
};

static void draw_help(const struct view *view, struct canvas *c)
{
	int row = 1, half = c->clip.cols >= 66 ? c->clip.cols / 2 : 0;

	struct str right = STR_INIT;

	str_addf(&right, "%s  %s", keyed(_("{help}: what you see")),
		 _("Esc closes"));
	title_rule(c, &view->look, true, _("Help: Pick"), right.data);
	str_release(&right);
	for (size_t i = 0, col = 0; i < commands_n; i++) {
		const struct command *cmd = &commands[i];
		struct rect old;
		int at;

		if (!(cmd->where & ON_PICKER) || !cmd->key_label[0])
			continue;
		if (row >= c->clip.rows && half && !col) {
			row = 1;
			col = (size_t)half;
		}
		old = clip_part(c, row++, (int)col, 1,
				half ? half : c->clip.cols);
		at = canvas_puts(c, 0, 1, STYLE_KEY, cmd->key_label) + 1;
		put_cut(c, &view->look, 0, at > KEY_COLS ? at : KEY_COLS,
			STYLE_KEY_LABEL, _(cmd->help));
		canvas_clip(c, old);
	}
}

/* Draws the second page, which scrolls. */
static void draw_seen(struct picking *p, const struct view *view,
		      struct canvas *c)
{
	struct str left = STR_INIT;
	long height = c->clip.rows - 1;
	long rows = terms_draw(c, &view->look, terms, 1, 0, 0);

	if (p->help_top > rows - height)
		p->help_top = rows - height;
	if (p->help_top < 0)
		p->help_top = 0;
	str_addf(&left, _("Help: %s, what you see"), _("Pick"));
	title_rule(c, &view->look, true, left.data, _("Esc closes"));
	terms_draw(c, &view->look, terms, 1, p->help_top, height);
	str_release(&left);
}

static void picking_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct picking *p = state;
	int rows = c->clip.rows;
	int detail = c->rows >= ROWS_DETAIL && rows > PICK_DETAIL_ROWS ?
		     PICK_DETAIL_ROWS : 0;
	struct rect old = clip_part(c, 0, 0, rows - detail, c->clip.cols);

	(void)focused;
	picks_update(&p->picks);
	if (p->help == 1)
		draw_help(view, c);
	else if (p->help)
		draw_seen(p, view, c);
	else
		draw_list(p, view, c);
	canvas_clip(c, old);
	if (!detail)
		return;
	clip_part(c, rows - detail, 0, detail, c->clip.cols);
	pick_detail_draw(p, view, c);
	canvas_clip(c, old);
}

/* --- commands ------------------------------------------------------------- */

static void select_row(struct picking *p, long row)
{
	if (row >= 0 && row != picks_row(&p->picks))
		picks_select(&p->picks, row);
}

/* Moves the selection.  Keys end typing in the Find line, but the wheel does
 * not. */
static bool move(struct picking *p, enum cmd cmd)
{
	long row;

	picks_update(&p->picks);
	row = list_move(&p->list, cmd, picks_row(&p->picks),
			(long)p->picks.rows.n, p->height);
	if (cmd == DO_WHEEL_UP || cmd == DO_WHEEL_DOWN) {
		select_row(p, row);
		return true;
	}
	if (cmd < DO_UP || cmd > DO_END)
		return false;
	if (row >= 0)
		picks_select(&p->picks, row);
	p->typing = false;
	return true;
}

/* Cycles through: the processes of all users, of mmtop's user, and of the user
 * of the process that was selected before. */
static void next_user(struct picking *p)
{
	struct picks *list = &p->picks;
	const struct pick *k = picks_selected(list);

	/* From now on no process of another user can be selected: remember the
	 * user of the selected one. */
	if (!list->by_user) {
		p->other = k ? k->p.uid : p->uid;
		picks_user(list, p->uid);
	} else if (list->uid == p->uid && p->other != p->uid) {
		picks_user(list, p->other);
	} else {
		picks_all_users(list);
	}
}

/* Sorts the list, and selects its first match. */
static void sort(struct picking *p, const struct view *view, enum pick_sort by,
		 bool reverse)
{
	picks_sort(&p->picks, by, reverse);
	if (view_moved_just_now(view, PANE_PICKER))
		return;
	p->picks.chosen = false;
	picks_update(&p->picks);
	picks_select(&p->picks, picks_row(&p->picks));
}

static void sort_step(struct picking *p, const struct view *view, int step)
{
	int by = (int)p->picks.sort + step;

	sort(p, view, (enum pick_sort)((by + PICK_SORTS) % PICK_SORTS),
	     p->picks.reverse);
}

static unsigned picking_command(void *state, struct view *view, enum cmd cmd)
{
	struct picking *p = state;
	struct picks *list = &p->picks;

	switch (cmd) {
	case DO_USER: next_user(p); break;
	case DO_TREE: picks_tree(list, !list->tree); break;
	case DO_SORT_BACK: sort_step(p, view, -1); break;
	case DO_SORT_NEXT: sort_step(p, view, 1); break;
	case DO_SORT_INVERT:
		sort(p, view, list->sort, !list->reverse);
		break;
	case DO_FIND: p->typing = true; break;
	case DO_LETTERS: p->typing = !p->typing; break;
	case DO_HELP:
		p->help = 1;
		p->help_top = 0;
		break;
	default:
		if (!move(p, cmd))
			return 0;
	}
	return CMD_TAKEN | CMD_REDRAW;
}

/* Selects the process of the clicked row, which stays on its screen line. */
static bool choose_row(struct picking *p, const struct hot *hot)
{
	const struct pick *k;

	picks_update(&p->picks);
	k = picks_at(&p->picks, (pid_t)hot->value);
	if (!k || k->p.start != hot->more)
		return false;
	for (size_t i = 0; i < p->picks.rows.n; i++)
		if (p->picks.rows.v[i].pid == k->p.pid) {
			picks_select(&p->picks, (long)i);
			p->list.line = (long)hot->part;
			return true;
		}
	return false;
}

static unsigned picking_choose(void *state, struct view *view,
			       const struct hot *hot, int at,
			       enum choose_how how)
{
	struct picking *p = state;
	enum pick_sort by = (enum pick_sort)hot->value;

	(void)at;
	if (how != CHOOSE_CLICK)
		return 0;
	p->typing = false;
	if (hot->kind == HOT_COLUMN)
		sort(p, view, by, by == p->picks.sort && !p->picks.reverse);
	else if (hot->kind != HOT_ROW || !choose_row(p, hot))
		return 0;
	return CMD_TAKEN | CMD_REDRAW;
}

const struct pane_ops picker_pane = {
	.id = PANE_PICKER,
	.name = "picker",
	.title = N_("Pick"),
	.terms = terms,
	.new_state = picking_new,
	.free_state = picking_free,
	.draw = picking_draw,
	.full_cols = 1000,
	.command = picking_command,
	.choose = picking_choose,
};
