/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Setup: the settings of the screen, which take effect at once, and the lines
 * of a configuration that save them.
 */
#include <config.h>

#include "ui/pane/setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/setup/rows.h"
#include "ui/kit/widgets.h"

/* Width of the list.  In a pane of BOTH_COLS or more, the lines of the
 * configuration are next to the list. */
#define LIST_COLS 36
#define BOTH_COLS 70

struct setup_state {
	struct list list;
	long sel;
	long height;
};

static void *setup_new(void)
{
	struct setup_state *st = xcalloc(1, sizeof *st);

	st->sel = 1;
	st->list.line = 1;
	return st;
}

static void setup_free(void *state)
{
	free(state);
}

/* --- drawing ------------------------------------------------------------- */

static const char *name_of(enum setup_key key)
{
	switch (key) {
	/* TRANSLATORS: names of settings, at most 10 columns each. */
	case SETUP_THEME: return _("Theme");
	case SETUP_REFRESH: return _("Refresh");
	case SETUP_ASCII: return _("Symbols");
	case SETUP_MOUSE: return _("Mouse");
	default: return "";
	}
}

static void value_of(struct str *out, const struct view *view,
		     enum setup_key key)
{
	const struct setup *s = view->setup;
	struct str line = STR_INIT;

	switch (key) {
	case SETUP_THEME:
		str_adds(out, theme_names[s->theme]);
		break;
	case SETUP_REFRESH:
		setup_line(&line, s, key, SETUP_COLS);
		line.data[strcspn(line.data, "\n")] = '\0';
		str_addf(out, "%s s", strchr(line.data, '=') + 2);
		break;
	case SETUP_ASCII:
		/* TRANSLATORS: the characters that mmtop draws with; at most 22
		 * columns. */
		str_adds(out, view->look.utf8 ? _("box drawing") :
			 s->ascii ? "ASCII" : _("ASCII: no UTF-8 here"));
		break;
	case SETUP_MOUSE:
		str_adds(out, s->mouse ? _("on") : _("off"));
		break;
	default:
		break;
	}
	str_release(&line);
}

static void draw_row(const struct view *view, struct canvas *c, int row,
		     const struct setup_row *r)
{
	struct setup *s = view->setup;
	struct str text = STR_INIT;
	uint32_t bit, *hidden;

	switch (r->kind) {
	case ROW_HEAD:
		canvas_puts(c, row, 1, STYLE_TITLE, r->head);
		break;
	case ROW_KEY:
		canvas_field(c, row, 2, 11, STYLE_TEXT, name_of(r->key));
		value_of(&text, view, r->key);
		put_cut(c, &view->look, row, 13, STYLE_BRIGHT, text.data);
		break;
	case ROW_WRITE:
		/* TRANSLATORS: writes a configuration file; at most 33
		 * columns. */
		put_cut(c, &view->look, row, 2, STYLE_TEXT, s->exists ?
			_("save to the configuration") :
			_("write a configuration"));
		break;
	case ROW_SHOW:
		/* TRANSLATORS: shows the lines of a configuration; at most 33
		 * columns. */
		put_cut(c, &view->look, row, 2, STYLE_TEXT,
			_("show the configuration"));
		break;
	default:
		hidden = setup_row_hidden(s, r, &bit);
		canvas_puts(c, row, 2, STYLE_TEXT,
			    *hidden & bit ? "[ ]" : "[x]");
		canvas_puts(c, row, 6, STYLE_TEXT, setup_row_word(r));
	}
	str_release(&text);
}

static void draw_list(struct setup_state *st, const struct view *view,
		      struct canvas *c, const struct setup_rows *rows,
		      bool focused)
{
	style sel = focused ? STYLE_SEL : STYLE_SEL_AWAY;

	for (long y = 0; y < st->height && st->list.top + y < rows->n; y++) {
		long i = st->list.top + y;
		int row = 1 + (int)y;

		draw_row(view, c, row, &rows->v[i]);
		if (rows->v[i].kind == ROW_HEAD)
			continue;
		canvas_hot(c, row, 0, c->clip.cols,
			   (struct hot){ .kind = HOT_ROW, .value = (uint64_t)i,
					 .selected = i == st->sel });
		if (i != st->sel)
			continue;
		canvas_restyle(c, row, 0, c->clip.cols, sel);
		canvas_puts(c, row, 0, sel, ">");
		if (focused)
			canvas_cursor(c, row, 0, false);
	}
}

struct setup_lines {
	struct canvas *c;
	const struct look *look;
	style style;
	int row, col;
};

static void put_line(void *arg, const char *text, size_t n)
{
	struct setup_lines *l = arg;
	char *copy = xstrndup(text, n);

	put_cut(l->c, l->look, l->row++, l->col, l->style, copy);
	free(copy);
}

/* Draws a line of Lua.  It is cut if it does not fit: wrapped, it would look
 * like two lines. */
static void put_lua(struct setup_lines *l, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		l->col = *text == '\t' ? 2 : 0;
		put_line(l, text + (*text == '\t'), n - (*text == '\t'));
		text += n + (text[n] == '\n');
	}
}

/* Shows how to save the settings, and the lines that the file will get. */
static void draw_lines(const struct view *view, struct canvas *c)
{
	const struct setup *s = view->setup;
	struct setup_lines l = { c, &view->look, STYLE_DIM, 1, 0 };
	struct str lua = STR_INIT, text = STR_INIT;
	int cols = c->clip.cols - 1;

	setup_lines(&lua, s, cols < SETUP_COLS ? cols : SETUP_COLS);
	if (!lua.len)
		str_adds(&text, _("Everything is at its default."));
	else if (!s->file)
		str_adds(&text, _("To save, give a file with these lines to "
				  "--config:"));
	else if (s->exists)
		/* TRANSLATORS: the name of a file; the text in quotes is a row
		 * of the list. */
		str_addf(&text, _("To save, choose \"save to the "
				  "configuration\". mmtop changes only its "
				  "own block of settings in %s:"), s->file);
	else
		/* TRANSLATORS: the name of a file; the text in quotes is a row
		 * of the list. */
		str_addf(&text, _("To save to %s, choose \"write a "
				  "configuration\". It will contain:"),
			 s->file);
	text_wrap(text.data, cols > 1 ? cols : 1, put_line, &l);
	l.row++;
	l.style = STYLE_TEXT;
	put_lua(&l, lua.data);
	str_release(&text);
	str_release(&lua);
}

static void setup_draw(void *state, struct view *view, struct canvas *c,
		       bool focused)
{
	struct setup_state *st = state;
	bool both = c->clip.cols >= BOTH_COLS;
	struct setup_rows rows;
	struct rect whole;
	char range[48] = "";

	if (!view->setup) {
		title_rule(c, &view->look, focused, _("Setup"), "");
		return;
	}
	setup_rows_make(&rows, view->setup);
	if (st->sel >= rows.n)
		st->sel = rows.n - 1;
	st->height = c->clip.rows - 1;
	list_keep(&st->list, st->sel, rows.n, st->height);
	if (st->height > 0)
		list_range(&st->list, rows.n, st->height, range);
	title_rule(c, &view->look, focused, _("Setup"), range);
	whole = clip_part(c, 0, 0, c->clip.rows,
			  both ? LIST_COLS : c->clip.cols);
	draw_list(st, view, c, &rows, focused);
	canvas_clip(c, whole);
	if (!both)
		return;
	clip_part(c, 0, LIST_COLS + 1, whole.rows, whole.cols - LIST_COLS - 1);
	draw_lines(view, c);
	canvas_clip(c, whole);
}

/* --- commands ------------------------------------------------------------ */

static unsigned setup_command(void *state, struct view *view, enum cmd cmd)
{
	struct setup_state *st = state;
	struct setup_rows rows;
	long to;

	if (!view->setup)
		return 0;
	setup_rows_make(&rows, view->setup);
	if (st->sel >= rows.n)
		st->sel = rows.n - 1;
	to = list_move(&st->list, cmd, st->sel, rows.n,
		       st->height > 0 ? st->height : 1);
	if (to >= 0) {
		st->sel = setup_rows_to(&rows, to, st->sel);
		st->list.line = st->sel - st->list.top;
		return CMD_TAKEN | CMD_REDRAW;
	}
	switch (cmd) {
	case DO_ENTER:
		if (rows.v[st->sel].kind == ROW_SHOW)
			return CMD_TAKEN | CMD_REDRAW | CMD_OPEN;
		setup_row_change(view->setup, &rows.v[st->sel], 1);
		return CMD_TAKEN | CMD_REDRAW;
	case DO_RIGHT:
	case DO_ZOOM_IN:
		if (rows.v[st->sel].kind != ROW_WRITE)
			setup_row_change(view->setup, &rows.v[st->sel], 1);
		return CMD_TAKEN | CMD_REDRAW;
	case DO_LEFT:
	case DO_ZOOM_OUT:
		if (rows.v[st->sel].kind != ROW_WRITE)
			setup_row_change(view->setup, &rows.v[st->sel], -1);
		return CMD_TAKEN | CMD_REDRAW;
	default:
		return 0;
	}
}

static unsigned setup_choose(void *state, struct view *view,
			     const struct hot *hot, int at,
			     enum choose_how how)
{
	struct setup_state *st = state;
	struct setup_rows rows;

	(void)at;
	if (!view->setup || hot->kind != HOT_ROW || how != CHOOSE_CLICK)
		return 0;
	setup_rows_make(&rows, view->setup);
	if (hot->value >= (uint64_t)rows.n)
		return 0;
	st->sel = (long)hot->value;
	st->list.line = st->sel - st->list.top;
	return CMD_TAKEN | CMD_REDRAW;
}

static const char *setup_enter(const void *state, const struct view *view,
			       bool *can)
{
	(void)state;
	(void)view;
	*can = true;
	/* TRANSLATORS: after "Enter" in the key bar; at most 10 columns. */
	return N_("Change");
}

static const enum cmd setup_bar_cmds[] = { DO_ENTER, DO_BACK, DO_NONE };

static const struct term settings_part_list[] = {
	{ N_("Theme"), N_("Colours of the screen (V)."), .st = STYLE_KEY },
	{ N_("Refresh"), N_("Time between two samples of the program."),
	  .st = STYLE_KEY },
	{ N_("Symbols"), N_("Line drawing and blocks, or ASCII."),
	  .st = STYLE_KEY },
	{ N_("Mouse"),
	  N_("Whether mmtop takes clicks; the terminal then "
	     "selects with Shift."), .st = STYLE_KEY },
};
static const struct terms_part settings_part =
	TERMS_PART(N_("SETTINGS"), settings_part_list);

static const struct terms_part *const terms[] = {
	&settings_part, &terms_common, NULL,
};

const struct pane_ops setup_pane = {
	.id = PANE_SETUP,
	.name = "setup",
	.title = N_("Setup"),
	.terms = terms,
	.of_capture = true,
	.new_state = setup_new,
	.free_state = setup_free,
	.draw = setup_draw,
	.command = setup_command,
	.choose = setup_choose,
	.bar = setup_bar_cmds,
	.enter = setup_enter,
};
