/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Help of one pane, made from the command table: what the keys do there and
 * everywhere, and what the signs mean.
 */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

#define KEY_COLS 7
#define WORD_COLS 24
#define BLOCK_COLS (2 + KEY_COLS + WORD_COLS + 2)
/* Two blocks side by side need this much. */
#define WIDTH_TWO 66

/* A line of a block: a heading, or a key with its word. */
struct help_line {
	const char *heading;		/* NULL: a command */
	const struct command *command;
};

struct help_lines {
	struct help_line *v;		/* a vector: base/vec.h */
	size_t n, cap;
};

struct help_page {
	struct help_lines left, right;
};

struct help_state {
	long top;
	long rows, height;		/* as last drawn */
};

static void *help_new(void)
{
	return xcalloc(1, sizeof(struct help_state));
}

static void help_free(void *state)
{
	free(state);
}

/* --- what is on the page --------------------------------------------------------- */

/* Commands that only some panes take are in those panes' key bars. */
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

static bool is_movement(enum cmd id)
{
	switch (id) {
	case DO_UP:
	case DO_DOWN:
	case DO_PAGE_UP:
	case DO_PAGE_DOWN:
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

static bool shown(const struct command *cmd, enum cmd_group group,
		  enum pane_id pane)
{
	if (cmd->group != group || !cmd->key_label[0] ||
	    !(cmd->where & ON_SCREEN))
		return false;
	return group != GROUP_PANE || is_movement(cmd->id) ||
	       in_bar(cmd->id, pane);
}

static void add_group(struct help_lines *lines, const char *title,
		      enum cmd_group group, enum pane_id pane)
{
	bool first = true;

	for (size_t i = 0; i < commands_n; i++) {
		if (!shown(&commands[i], group, pane))
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

static void page_make(struct help_page *page, enum pane_id pane)
{
	*page = (struct help_page){ .left = VEC_INIT };
	add_group(&page->left, _("TARGET"), GROUP_TARGET, pane);
	add_group(&page->left, _("THIS PANE"), GROUP_PANE, pane);
	add_group(&page->left, _("TIME"), GROUP_TIME, pane);
	add_group(&page->right, _("SCREEN"), GROUP_SCREEN, pane);
}

static void page_release(struct help_page *page)
{
	vec_release(&page->left);
	vec_release(&page->right);
}

/* --- drawing ------------------------------------------------------------------------ */

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

static void rule(const struct view *view, struct canvas *c, int row,
		 const char *left)
{
	struct rect old = clip_part(c, row, 0, 1, c->clip.cols);

	title_rule(c, &view->look, false, left, "");
	canvas_clip(c, old);
}

/* The legend at the bottom: it stays while the keys scroll. */
static int draw_signs(const struct view *view, struct canvas *c)
{
	int row = c->clip.rows - 3;

	if (c->clip.rows < 10 || c->clip.cols < 40)
		return 0;
	rule(view, c, row, _("signs"));
	put_cut(c, &view->look, row + 1, 1, STYLE_DIM, view->look.utf8 ?
		_("> selected  ~ changed  + new  - gone  ! W+X or fault  "
		  "▸ folded") :
		_("> selected  ~ changed  + new  - gone  ! W+X or fault  "
		  "+name folded"));
	put_cut(c, &view->look, row + 2, 1, STYLE_DIM,
		_("K M G are 1024. RSS/s: mean of the last 5 s. Bars run "
		  "by address, low at left."));
	return 3;
}

static void draw_title(const struct help_state *s, const struct view *view,
		       struct canvas *c, bool focused)
{
	struct list list = { .top = s->top };
	struct str left = STR_INIT, right = STR_INIT;
	char range[48];

	str_addf(&left, _("Help: %s"), pane_title(view->help_pane));
	if (s->rows > s->height)
		str_addf(&right, "%s  ",
			 list_range(&list, s->rows, s->height, range));
	str_adds(&right, _("Esc closes"));
	title_rule(c, &view->look, focused, left.data, right.data);
	str_release(&right);
	str_release(&left);
}

static void help_draw(void *state, struct view *view, struct canvas *c,
		      bool focused)
{
	struct help_state *s = state;
	bool two = c->clip.cols >= WIDTH_TWO;
	struct help_page page;
	int signs;

	page_make(&page, view->help_pane);
	signs = draw_signs(view, c);
	s->height = c->clip.rows - 1 - signs;
	s->rows = (long)page.left.n;
	if (!two)
		s->rows += (long)page.right.n + 1;
	else if ((long)page.right.n > s->rows)
		s->rows = (long)page.right.n;
	if (s->top > s->rows - s->height)
		s->top = s->rows - s->height;
	if (s->top < 0)
		s->top = 0;
	draw_title(s, view, c, focused);
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

static unsigned help_command(void *state, struct view *view, enum cmd cmd)
{
	struct help_state *s = state;

	(void)view;
	return text_move(&s->top, cmd, s->rows, s->height) ?
	       CMD_TAKEN | CMD_REDRAW : 0;
}

static const enum cmd help_bar_cmds[] = {
	DO_PAGE_UP, DO_PAGE_DOWN, DO_BACK, DO_NONE,
};

const struct pane_ops help_pane = {
	.id = PANE_HELP,
	.name = "help",
	.new_state = help_new,
	.free_state = help_free,
	.draw = help_draw,
	.command = help_command,
	.bar = help_bar_cmds,
};
