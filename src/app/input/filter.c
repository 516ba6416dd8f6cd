/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `f` filters the rows of the focused pane while the user types the expression.
 * The keys `<` `>` `I` `o` set the order of the rows.  The panes apply the
 * filter and the order with ui/pane/filter.h.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/input/filter.h"
#include "app/screen/keys.h"
#include "app/screen/private.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/pane/filter.h"
#include "ui/kit/keyed.h"
#include "ui/pane/rule_words.h"
#include "ui/kit/say.h"

struct list_orders {
	struct filter filters[FILTERS];
	struct sort sorts[OVERS];
	struct sort before;		/* the order before the menu was opened;
					 * Esc restores it */
};

void filters_init(struct screen *s)
{
	s->orders = xcalloc(1, sizeof *s->orders);
	for (int i = 0; i < FILTERS; i++)
		filter_init(&s->orders->filters[i], i);
	s->view.filters = s->orders->filters;
	s->view.sorts = s->orders->sorts;
}

void filters_release(struct screen *s)
{
	for (int i = 0; i < FILTERS; i++)
		filter_drop(&s->orders->filters[i]);
	free(s->orders);
}

void filters_configure(struct screen *s, const char *const texts[OVERS])
{
	/* Errors in the texts were reported when the configuration was read. */
	for (int i = 0; i < OVERS; i++)
		if (texts[i])
			filter_set(&s->orders->filters[i], texts[i]);
}

void filters_look(struct screen *s, const struct look *look)
{
	for (int i = 0; i < FILTERS; i++)
		s->orders->filters[i].ascii = !look->utf8;
}

/* Returns the filter of the focused pane.  If the pane has no filter, shows a
 * message and returns NULL. */
static struct filter *in_front(struct screen *s)
{
	int over = pane_filter(s->place.focus);

	if (over == FILTERS) {
		screen_say(s, SEV_NOTE, keyed(_("This pane cannot be "
						"filtered; panes {regions}, "
						"{calls}, {signals}, "
						"{processes}, {heap}, "
						"Messages and Help can.")));
		return NULL;
	}
	s->orders->filters[over].ascii = !s->view.look.utf8;
	return &s->orders->filters[over];
}

static void say_wrong(struct screen *s, const struct filter *f)
{
	struct str why = STR_INIT;

	rule_words(&why, &f->error, f->ascii);
	screen_say(s, SEV_WARN, _("Invalid filter: %s."), why.data);
	str_release(&why);
}

void exec_filter(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *text = x->args;
	struct filter *f = in_front(s);

	if (!f)
		return;
	if (text[0]) {
		if (!filter_set(f, text))
			say_wrong(s, f);
		return;
	}
	prompt_open(s, &filter_prompt);
	line_set(&s->prompt.line, f->text.data);
}

/* The old filter stays in use until the new text is a valid filter. */
static void filter_changed(struct screen *s)
{
	filter_set(&s->orders->filters[pane_filter(s->place.focus)],
		   s->prompt.line.text.data);
}

static void filter_key(struct screen *s, uint32_t key)
{
	struct filter *f = &s->orders->filters[pane_filter(s->place.focus)];
	const char *text = s->prompt.line.text.data;

	if (key == KEY_ENTER_ || key == '\n') {
		if (filter_set(f, text))
			s->prompt.kind = NULL;
		return;
	}
	if (line_key(&s->prompt.line, key) == LINE_CHANGED)
		filter_changed(s);
}

static void filter_cancel(struct screen *s)
{
	filter_set(&s->orders->filters[pane_filter(s->place.focus)], "");
}

static void filter_hint(const struct screen *s, struct str *out)
{
	const struct filter *f = &s->orders->filters[pane_filter(s->place.focus)];

	if (f->error.fault)
		rule_words(out, &f->error, f->ascii);
	else if (f->row_error.fault)
		rule_words(out, &f->row_error, f->ascii);
	else if (!f->text.len && f->over == OVER_HEAP)
		str_adds(out, _("words, or: live > 1M and starts(symbol, "
				"'std::')"));
	else if (!f->text.len && f->over >= OVERS)
		str_adds(out, _("words in a row"));
	else if (!f->text.len)
		str_adds(out, _("words, or: rss > 1M and ends(name, '.so')"));
	else
		str_adds(out, _("Enter keep   Esc show all"));
}

const struct prompt_kind filter_prompt = {
	.sign = "f ", .key = filter_key, .changed = filter_changed,
	.cancel = filter_cancel, .hint = filter_hint,
};

/* --- order --------------------------------------------------------------- */

/* Returns the names of the columns that the focused pane can be sorted by.  If
 * there are none, shows a message and returns NULL. */
static const char *const *sorts_in_front(struct screen *s, struct sort **sort)
{
	const struct pane_ops *ops = s->panes[s->place.focus].ops;

	if (!ops->sorts) {
		screen_say(s, SEV_NOTE, keyed(_("This pane cannot be sorted; "
						"panes {regions}, {calls}, "
						"{signals}, {processes} and "
						"{heap} can.")));
		return NULL;
	}
	*sort = &s->orders->sorts[pane_filter(s->place.focus)];
	return ops->sorts;
}

/* Shows the start of a list whose order the user has just changed, and selects
 * it.  A list of events in order of time starts at the newest one. */
static void show_start(struct screen *s)
{
	enum pane_id id = s->place.focus;
	bool end = s->panes[id].ops->follows &&
		   !view_sort(&s->view,
			      (enum rule_over)pane_filter(id));

	if (view_moved_just_now(&s->view, id))
		return;
	screen_give(s, id, end ? DO_END : DO_HOME);
	s->view.moved_ns = 0;
}

static void set_sort(struct screen *s, struct sort *sort, int column,
		     bool reverse)
{
	*sort = (struct sort){ column, reverse };
	show_start(s);
}

static int count(const char *const *names)
{
	int n = 0;

	while (names[n])
		n++;
	return n;
}

static void step(struct screen *s, int by)
{
	struct sort *sort;
	const char *const *names = sorts_in_front(s, &sort);
	int n = names ? count(names) : 0;

	if (names)
		set_sort(s, sort, (sort->column + n + by) % n, false);
}

static void invert(struct screen *s)
{
	struct sort *sort;

	if (sorts_in_front(s, &sort))
		set_sort(s, sort, sort->column, !sort->reverse);
}

bool sort_click(struct screen *s, int column)
{
	int over = pane_filter(s->place.focus);
	const char *const *names = s->panes[s->place.focus].ops->sorts;
	struct sort *sort;

	if (!names || column < 0 || column >= count(names))
		return false;
	sort = &s->orders->sorts[over];
	set_sort(s, sort, column, sort->column == column && !sort->reverse);
	return true;
}

static const struct question sort_question;

static void menu(struct screen *s)
{
	struct sort *sort;

	if (!sorts_in_front(s, &sort))
		return;
	s->orders->before = *sort;
	s->ask = &sort_question;
}

/* Sorts by the column that args names: "rss", "rss reverse" or "RSS/s". */
static void by_name(struct screen *s, const char *args)
{
	struct str wrong = STR_INIT;
	struct sort *sort, to;

	if (!sorts_in_front(s, &sort))
		return;
	if (sort_parse(&to, args, s->panes[s->place.focus].ops,
		       !s->view.look.utf8, &wrong))
		set_sort(s, sort, to.column, to.reverse);
	else
		screen_say(s, SEV_NOTE, "%s", wrong.data);
	str_release(&wrong);
}

void exec_sort(const struct command_context *x)
{
	if (*x->args)
		by_name(x->screen, x->args);
	else
		menu(x->screen);
}

void exec_sort_step(const struct command_context *x)
{
	struct screen *s = x->screen;

	/* In Contents, the keys for the order scroll the list of decoded values
	 * instead. */
	if (s->place.focus == PANE_CONTENTS)
		screen_give(s, PANE_CONTENTS, x->cmd->id);
	else
		step(s, x->cmd->id == DO_SORT_NEXT ? 1 : -1);
}

void exec_sort_invert(const struct command_context *x)
{
	invert(x->screen);
}

void exec_sort_menu(const struct command_context *x)
{
	menu(x->screen);
}

static void sort_key(struct screen *s, uint32_t key)
{
	const struct command *c = command_by_key(key, ON_SCREEN);
	enum menu_key does = ask_menu_key(key, DO_SORT_MENU);

	if (does == MENU_CANCEL)
		s->orders->sorts[pane_filter(s->place.focus)] =
			s->orders->before;
	if (does == MENU_CANCEL || does == MENU_ACCEPT)
		s->ask = NULL;
	else if (does == MENU_NEXT || (c && c->id == DO_SORT_NEXT))
		step(s, 1);
	else if (does == MENU_BEFORE || (c && c->id == DO_SORT_BACK))
		step(s, -1);
	else if (c && c->id == DO_SORT_INVERT)
		invert(s);
}

static void sort_draw(const struct screen *s, struct canvas *c, int row)
{
	const char *const *names = s->panes[s->place.focus].ops->sorts;
	const struct sort *sort = &s->orders->sorts[pane_filter(s->place.focus)];
	const struct command *invert = command_by_id(DO_SORT_INVERT);
	int col;

	canvas_fill(c, row, 0, c->cols, STYLE_TEXT, " ");
	col = canvas_puts(c, row, 1, STYLE_TEXT, _("Sort:"));
	for (int i = 0; names && names[i]; i++) {
		int from = ++col;

		col = canvas_printf(c, row, col, i == sort->column ?
				    STYLE_WARN : STYLE_DIM,
				    i != sort->column ? "%s" :
				    sort->reverse ? "[-%s]" : "[%s]",
				    names[i]);
		canvas_hot(c, row, from, col - from,
			   (struct hot){ .kind = HOT_COLUMN,
					 .value = (uint64_t)i });
	}
	/* TRANSLATORS: the key I in the line that selects an order. */
	col = ask_put_key(c, row, col, invert->key_label, _("reverse"),
			  invert->keys[0]);
	col = ask_put_key(c, row, col, "Enter", NULL, KEY_ENTER_);
	ask_put_key(c, row, col, "Esc", NULL, KEY_ESC_);
}

/* The question is harmless: the order of a list changes nothing in the
 * program. */
static const struct question sort_question = {
	.key = sort_key, .draw = sort_draw, .column = sort_click,
	.harmless = true, .lasts = true,
};
