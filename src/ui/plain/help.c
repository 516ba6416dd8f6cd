/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The help of one pane.  The first page is made from the command table: the
 * keys of the pane and of all panes.  The second page has what the pane shows,
 * the third what the header shows.  After it comes the next pane.
 */
#include <config.h>

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pane/pane.h"
#include "ui/kit/keyed.h"
#include "ui/kit/terms.h"
#include "ui/kit/widgets.h"

#define KEY_COLS 7
#define WORD_COLS 24
#define BLOCK_COLS (2 + KEY_COLS + WORD_COLS + 2)
/* A pane of this width or more has two blocks next to each other. */
#define WIDTH_TWO 66

/* A line of a block: a heading, or a key with the words for it. */
struct help_line {
	const char *heading;		/* NULL: the line is a command */
	const struct command *command;
};

struct help_lines {
	struct help_line *v;		/* for the macros of base/vec.h */
	size_t n, cap;
};

struct help_page_lines {
	struct help_lines left, right;
};

enum help_page { HELP_KEYS, HELP_SEEN, HELP_HEADER, HELP_PAGES };

struct help_state {
	long top;
	enum pane_id pane;		/* the page that was last drawn */
	int page;
	long rows, height;		/* number of rows, and rows in view, as
					 * last drawn */
};

static void *help_new(void)
{
	return xcalloc(1, sizeof(struct help_state));
}

static void help_free(void *state)
{
	free(state);
}

/* --- contents ------------------------------------------------------------- */

/* True if the key bar of a pane has the command.  Only then does the pane's
 * help list a command that not all panes take. */
static bool in_bar(enum cmd id, enum pane_id pane)
{
	const struct pane_ops *ops = (unsigned)pane < PANES ?
				     pane_table[pane] : NULL;

	for (const enum cmd *b = ops ? ops->bar : NULL; b && *b != DO_NONE;
	     b++)
		if (*b == id)
			return true;
	return false;
}

/* True if all panes of text or of rows take the command. */
static bool is_general(enum cmd id)
{
	switch (id) {
	case DO_FIND:
	case DO_FIND_NEXT:
	case DO_FIND_PREV:
	case DO_UP:
	case DO_DOWN:
	case DO_PAGE_UP:
	case DO_PAGE_DOWN:
	case DO_HALF_UP:
	case DO_HALF_DOWN:
	case DO_HOME:
	case DO_END:
	case DO_LEFT:
	case DO_RIGHT:
	case DO_ENTER:
		return true;
	default:
		return false;
	}
}

static bool passes(const struct view *view, const struct command *cmd)
{
	const struct filter *f = view_filter(view, FILTER_HELP);
	struct str line = STR_INIT;
	bool is;

	if (!f)
		return true;
	str_addf(&line, "%s %s %s", cmd->key_label, cmd->name, _(cmd->help));
	is = filter_text(f, line.data);
	str_release(&line);
	return is;
}

static bool shown(const struct command *cmd, enum cmd_group group,
		  enum pane_id pane)
{
	if (cmd->group != group || !cmd->key_label[0] ||
	    !(cmd->where & ON_SCREEN))
		return false;
	if (cmd->id >= DO_SCROLL_LEFT && cmd->id <= DO_SCROLL_HOME)
		return (unsigned)pane < PANES && pane_table[pane]->full_cols;
	return group != GROUP_PANE || is_general(cmd->id) ||
	       in_bar(cmd->id, pane);
}

static void add_group(struct help_lines *lines, const char *title,
		      enum cmd_group group, const struct view *view)
{
	bool first = true;

	for (size_t i = 0; i < commands_n; i++) {
		if (!shown(&commands[i], group, view->help_pane) ||
		    !passes(view, &commands[i]))
			continue;
		if (first && lines->n)
			*vec_push(lines) = (struct help_line){ .heading = "" };
		if (first)
			*vec_push(lines) =
				(struct help_line){ .heading = title };
		*vec_push(lines) =
			(struct help_line){ .command = &commands[i] };
		first = false;
	}
}

static void page_make(struct help_page_lines *page, const struct view *view)
{
	*page = (struct help_page_lines){ .left = VEC_INIT };
	add_group(&page->left, _("TARGET"), GROUP_TARGET, view);
	add_group(&page->left, _("THIS PANE"), GROUP_PANE, view);
	add_group(&page->left, _("TIME"), GROUP_TIME, view);
	add_group(&page->right, _("SCREEN"), GROUP_SCREEN, view);
}

static void page_release(struct help_page_lines *page)
{
	vec_release(&page->left);
	vec_release(&page->right);
}

/* --- drawing -------------------------------------------------------------- */

static void draw_line(const struct view *view, struct canvas *c, int row,
		      int col, const struct help_line *line)
{
	struct str cut = STR_INIT;
	int at = col + 2 + KEY_COLS, end, room;

	if (line->heading) {
		canvas_puts(c, row, col + 1, STYLE_TITLE, line->heading);
		return;
	}
	end = canvas_puts(c, row, col + 2, STYLE_KEY,
			  line->command->key_label);
	if (end + 1 > at)
		at = end + 1;
	room = col + 2 + KEY_COLS + WORD_COLS - at;
	if (room > c->clip.cols - at)
		room = c->clip.cols - at;
	text_cut(&cut, _(line->command->help), room > 1 ? room : 1, CUT_END,
		 !view->look.utf8);
	canvas_puts(c, row, at, STYLE_KEY_LABEL, cut.data);
	str_release(&cut);
}

static void clamp_top(struct help_state *s)
{
	if (s->top > s->rows - s->height)
		s->top = s->rows - s->height;
	if (s->top < 0)
		s->top = 0;
}

/* The title of the page, and the key that turns to the next one. */
static void draw_title(const struct help_state *s, const struct view *view,
		       struct canvas *c, bool focused)
{
	const char *pane = _(pane_table[view->help_pane]->title);
	struct list list = { .top = s->top };
	struct str left = STR_INIT, right = STR_INIT;
	char range[48];

	if (view->help_page == HELP_HEADER)
		str_adds(&left, _("Help: the header"));
	else if (view->help_page == HELP_SEEN)
		/* TRANSLATORS: the title of a pane, such as Regions */
		str_addf(&left, _("Help: %s, what you see"), pane);
	else
		str_addf(&left, _("Help: %s"), pane);
	if (view->help_page == HELP_KEYS && view_filter(view, FILTER_HELP))
		/* TRANSLATORS: in a title: a filter hides some rows. */
		str_addf(&left, "  %s", _("filtered"));
	if (s->rows > s->height)
		str_addf(&right, "%s  ",
			 list_range(&list, s->rows, s->height, range));
	if (view->help_page == HELP_KEYS)
		/* TRANSLATORS: the next page of the help, as is "the header";
		 * at most 16 columns after the key. */
		str_addf(&right, "%s  ", keyed(_("{help}: what you see")));
	else if (view->help_page == HELP_SEEN && view->header)
		str_addf(&right, "%s  ", keyed(_("{help}: the header")));
	str_adds(&right, _("Esc closes"));
	title_rule(c, &view->look, focused, left.data, right.data);
	str_release(&right);
	str_release(&left);
}

static void draw_none(const struct view *view, struct canvas *c)
{
	struct str s = STR_INIT;

	filter_empty(&s, view_filter(view, FILTER_HELP), key_of(DO_BACK));
	canvas_puts(c, 1, 1, STYLE_DIM, s.data);
	str_release(&s);
}

static void draw_keys(struct help_state *s, const struct view *view,
		      struct canvas *c)
{
	bool two = c->clip.cols >= WIDTH_TWO;
	struct help_page_lines page;

	page_make(&page, view);
	s->rows = (long)page.left.n;
	if (!two)
		s->rows += (long)page.right.n + 1;
	else if ((long)page.right.n > s->rows)
		s->rows = (long)page.right.n;
	clamp_top(s);
	if (!page.left.n && !page.right.n)
		draw_none(view, c);
	for (long y = 0; y < s->height; y++) {
		long i = s->top + y, r = two ? i : i - (long)page.left.n - 1;

		if (i < (long)page.left.n)
			draw_line(view, c, 1 + (int)y, 0, &page.left.v[i]);
		if (r >= 0 && r < (long)page.right.n)
			draw_line(view, c, 1 + (int)y, two ? BLOCK_COLS : 0,
				  &page.right.v[r]);
	}
	page_release(&page);
}

static void draw_terms(struct help_state *s, const struct view *view,
		       struct canvas *c, const struct terms_part *const *parts)
{
	s->rows = terms_draw(c, &view->look, parts, 1, 0, 0);
	clamp_top(s);
	terms_draw(c, &view->look, parts, 1, s->top, s->height);
}

static void help_draw(void *state, struct view *view, struct canvas *c,
		      bool focused)
{
	struct help_state *s = state;

	if (s->pane != view->help_pane || s->page != view->help_page)
		s->top = 0;
	s->pane = view->help_pane;
	s->page = view->help_page;
	s->height = c->clip.rows - 1;
	if (view->help_page == HELP_KEYS)
		draw_keys(s, view, c);
	else
		draw_terms(s, view, c, view->help_page == HELP_SEEN ?
			   pane_table[view->help_pane]->terms : view->header);
	draw_title(s, view, c, focused);
}

/* --- commands ------------------------------------------------------------- */

/* Turns to the page `step` pages on: after the last page of a pane, to the
 * first one of the next pane.  Its length is unknown until it is drawn. */
static void turn(struct help_state *s, struct view *view, int step)
{
	int pane = (int)view->help_pane, page = view->help_page + step;
	int pages = view->header ? HELP_PAGES : HELP_HEADER;

	if (page < 0 || page >= pages) {
		pane += step;
		page = page < 0 ? pages - 1 : HELP_KEYS;
	}
	if (pane < 0)
		pane = PANE_HELP - 1;
	if (pane >= PANE_HELP && pane != (int)view->help_pane)
		pane = 0;
	s->pane = view->help_pane = (enum pane_id)pane;
	s->page = view->help_page = page;
	s->top = 0;
	s->rows = LONG_MAX;
}

static long *help_scroll(void *state)
{
	return &((struct help_state *)state)->top;
}

static unsigned help_command(void *state, struct view *view, enum cmd cmd)
{
	struct help_state *s = state;
	long last = s->rows > s->height ? s->rows - s->height : 0;

	if (cmd == DO_BACK && view->help_page == HELP_KEYS &&
	    view_filter(view, FILTER_HELP))
		return view_unfilter(view, FILTER_HELP);
	if (cmd == DO_HELP || cmd == DO_TAB || cmd == DO_RIGHT ||
	    (cmd == DO_PAGE_DOWN && s->top >= last))
		turn(s, view, 1);
	else if (cmd == DO_TAB_BACK || cmd == DO_LEFT ||
		 (cmd == DO_PAGE_UP && s->top == 0))
		turn(s, view, -1);
	else if (!text_move(&s->top, cmd, s->rows, s->height))
		return 0;
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd help_bar_cmds[] = {
	DO_BACK, DO_FIND, DO_FILTER, DO_NONE,
};

const struct pane_ops help_pane = {
	.id = PANE_HELP,
	.name = "help",
	.title = N_("Help"),
	.of_capture = true,
	.new_state = help_new,
	.free_state = help_free,
	.draw = help_draw,
	.command = help_command,
	.scroll = help_scroll,
	.bar = help_bar_cmds,
};
