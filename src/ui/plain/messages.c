/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages: the texts of the bottom row, newest first. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/kit/widgets.h"

#define TIME_COLS 9

struct messages_state {
	long top;
	long rows, height;		/* number of rows, and rows in view, as
					 * last drawn */
};

static void *messages_new(void)
{
	return xcalloc(1, sizeof(struct messages_state));
}

static void messages_free(void *state)
{
	free(state);
}

/* The drawing of wrapped texts, of which some rows are in view. */
struct drawing {
	struct canvas *c;
	style style;
	long row;			/* row of the next line; 1 is the first
					 * row in view */
};

static void draw_line(void *arg, const char *text, size_t n)
{
	struct drawing *d = arg;
	char *copy;

	if (d->row >= 1 && d->row < d->c->clip.rows) {
		copy = xstrndup(text, n);
		canvas_puts(d->c, (int)d->row, TIME_COLS + 1, d->style, copy);
		free(copy);
	}
	d->row++;
}

static void draw_said(struct drawing *d, const struct said *said, bool utf8)
{
	static const style styles[] = {
		[SEV_NOTE] = STYLE_NOTE,
		[SEV_WARN] = STYLE_WARN,
		[SEV_ERROR] = STYLE_ERR,
	};
	int cols = d->c->clip.cols - TIME_COLS - 2;
	struct str text = STR_INIT;
	char time[FMT_MAX];

	str_adds(&text, said->text);
	if (said->times > 1)
		str_addf(&text, utf8 ? " ×%u" : " x%u", said->times);
	d->style = styles[said->severity];
	if (d->row >= 1 && d->row < d->c->clip.rows)
		canvas_rfield(d->c, (int)d->row, 0, TIME_COLS, STYLE_DIM,
			      fmt_time(time, said->time_ns));
	text_wrap(text.data, cols > 1 ? cols : 1, draw_line, d);
	str_release(&text);
}

/* Draws the texts that the filter shows, newest first, from `row` on.  Returns
 * the row after the last. */
static long draw_all(struct canvas *c, const struct view *view, long row)
{
	const struct filter *f = view_filter(view, FILTER_MESSAGES);
	const struct said_list *said = view->said;
	struct drawing d = { .c = c, .row = row };

	for (size_t i = said->n; i-- > 0;)
		if (!f || filter_text(f, said->v[i].text))
			draw_said(&d, &said->v[i], view->look.utf8);
	return d.row;
}

static void draw_title(const struct messages_state *s, const struct view *view,
		       struct canvas *c, bool focused)
{
	const struct filter *f = view_filter(view, FILTER_MESSAGES);
	const struct said_list *said = view->said;
	struct list list = { .top = s->top };
	struct str left = STR_INIT;
	char range[48];
	size_t n = 0;

	str_adds(&left, _("Messages"));
	for (size_t i = 0; f && i < said->n; i++)
		n += filter_text(f, said->v[i].text);
	if (f) {
		str_adds(&left, "  ");
		filter_title(&left, n, said->n);
	}
	title_rule(c, &view->look, focused, left.data,
		   list_range(&list, s->rows, s->height, range));
	str_release(&left);
}

static void messages_draw(void *state, struct view *view, struct canvas *c,
			  bool focused)
{
	struct messages_state *s = state;
	const struct said_list *said = view->said;
	struct str none = STR_INIT;

	if (!said || !said->n) {
		title_rule(c, &view->look, focused, _("Messages"), "");
		say_empty(c, _("No messages yet."));
		return;
	}
	s->height = c->clip.rows - 1;
	/* This starts below the clip rectangle, so it draws nothing and only
	 * counts the rows. */
	s->rows = draw_all(c, view, c->clip.rows) - c->clip.rows;
	if (s->top > s->rows - s->height)
		s->top = s->rows - s->height;
	if (s->top < 0)
		s->top = 0;
	draw_all(c, view, 1 - s->top);
	draw_title(s, view, c, focused);
	if (!s->rows) {
		filter_empty(&none, view_filter(view, FILTER_MESSAGES),
			     key_of(DO_BACK));
		say_empty(c, none.data);
		str_release(&none);
	}
}

static long *messages_scroll(void *state)
{
	return &((struct messages_state *)state)->top;
}

static unsigned messages_command(void *state, struct view *view, enum cmd cmd)
{
	struct messages_state *s = state;

	if (cmd == DO_BACK && view_filter(view, FILTER_MESSAGES))
		return view_unfilter(view, FILTER_MESSAGES);
	return text_move(&s->top, cmd, s->rows, s->height) ?
	       CMD_TAKEN | CMD_REDRAW : 0;
}

static const enum cmd messages_bar_cmds[] = {
	DO_BACK, DO_FIND, DO_FILTER, DO_NONE,
};

static const struct term messages_part_list[] = {
	{ "14.2s",
	  N_("Time of the message; the newest is at the top."),
	  .st = STYLE_DIM },
	{ "×3", N_("Number of equal messages in a row."),
	  .st = STYLE_KEY, .ascii = "x3" },
	{ N_("abc"), N_("A warning."), .st = STYLE_WARN },
	{ N_("abc"), N_("An error."), .st = STYLE_ERR },
};
static const struct terms_part messages_part =
	TERMS_PART(N_("MESSAGES"), messages_part_list);

static const struct terms_part *const terms[] = {
	&messages_part, &terms_common, NULL,
};

const struct pane_ops messages_pane = {
	.id = PANE_MESSAGES,
	.name = "messages",
	.title = N_("Messages"),
	.terms = terms,
	.of_capture = true,
	.new_state = messages_new,
	.free_state = messages_free,
	.draw = messages_draw,
	.command = messages_command,
	.scroll = messages_scroll,
	.bar = messages_bar_cmds,
};
