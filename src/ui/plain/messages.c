/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages: what the bottom row said, the newest on top. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

#define TIME_COLS 9

struct messages_state {
	long top;
	long rows, height;		/* as last drawn */
};

static void *messages_new(void)
{
	return xcalloc(1, sizeof(struct messages_state));
}

static void messages_free(void *state)
{
	free(state);
}

/* Rows of sentences, of which some are in view. */
struct drawing {
	struct canvas *c;
	style style;
	long row;			/* of the next line; 1 is the first */
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

/* All of them from a row on; the row after the last. */
static long draw_all(struct canvas *c, const struct said_list *said, long row,
		     bool utf8)
{
	struct drawing d = { .c = c, .row = row };

	for (size_t i = said->n; i-- > 0;)
		draw_said(&d, &said->v[i], utf8);
	return d.row;
}

static void messages_draw(void *state, struct view *view, struct canvas *c,
			  bool focused)
{
	struct messages_state *s = state;
	const struct said_list *said = view->said;
	struct list list = { 0 };
	bool utf8 = view->look.utf8;
	char range[48] = "";

	if (!said || !said->n) {
		title_rule(c, &view->look, focused, _("Messages"), "");
		say_empty(c, _("Nothing was said yet."));
		return;
	}
	s->height = c->clip.rows - 1;
	/* Below the clip: only counted. */
	s->rows = draw_all(c, said, c->clip.rows, utf8) - c->clip.rows;
	if (s->top > s->rows - s->height)
		s->top = s->rows - s->height;
	if (s->top < 0)
		s->top = 0;
	draw_all(c, said, 1 - s->top, utf8);
	list.top = s->top;
	title_rule(c, &view->look, focused, _("Messages"),
		   list_range(&list, s->rows, s->height, range));
}

static unsigned messages_command(void *state, struct view *view, enum cmd cmd)
{
	struct messages_state *s = state;

	(void)view;
	return text_move(&s->top, cmd, s->rows, s->height) ?
	       CMD_TAKEN | CMD_REDRAW : 0;
}

static const enum cmd messages_bar_cmds[] = {
	DO_PAGE_UP, DO_PAGE_DOWN, DO_BACK, DO_NONE,
};

const struct pane_ops messages_pane = {
	.id = PANE_MESSAGES,
	.name = "messages",
	.new_state = messages_new,
	.free_state = messages_free,
	.draw = messages_draw,
	.command = messages_command,
	.bar = messages_bar_cmds,
};
