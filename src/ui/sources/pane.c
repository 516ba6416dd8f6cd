/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 9 Sources: where the facts come from, what each gave, and why the others
 * give nothing.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/sources/rows.h"

struct sources_state {
	struct list list;
	long sel;
	long height;
};

static void *sources_new(void)
{
	return xcalloc(1, sizeof(struct sources_state));
}

static void sources_free(void *state)
{
	free(state);
}

/* "1.86k" without its last digit, "33.1k" without its point too: with "/s" it
 * fills the column. */
static const char *four_columns(char *count)
{
	const char *point = strchr(count, '.');
	size_t n = strlen(count), cut = point && point == count + n - 3 ? 2 : 1;

	if (n > 4 && point)
		memmove(count + n - 1 - cut, count + n - 1, 2);
	return count;
}

/* Where there is room for what a source costs. */
static bool has_own(int cols)
{
	return cols >= 72;
}

/* "0.3%", "12%" of one CPU. */
static void put_cost(struct canvas *c, int row, const struct source_row *r)
{
	unsigned tenths = (unsigned)((r->cost + 500) / 1000);
	char buf[FMT_MAX] = "-";

	if (r->cost != EV_UNKNOWN && tenths < 100)
		snprintf(buf, sizeof buf, "%u.%u%%", tenths / 10, tenths % 10);
	else if (r->cost != EV_UNKNOWN)
		snprintf(buf, sizeof buf, "%u%%", tenths / 10);
	canvas_rfield(c, row, 42, 5, r->cost == EV_UNKNOWN ? STYLE_DIM
							   : STYLE_TEXT, buf);
}

static void put_counts(struct canvas *c, int row, const struct source_row *r)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	bool known = r->rate && r->on && rate_known(r->rate);
	double rate = known ? rate_value(r->rate) : 0;

	if (!r->counted) {
		canvas_rfield(c, row, 22, 6, STYLE_DIM, "-");
		canvas_rfield(c, row, 29, 6, STYLE_DIM, "-");
		canvas_rfield(c, row, 36, 5, STYLE_DIM, "-");
		return;
	}
	canvas_rfield(c, row, 22, 6, STYLE_TEXT, fmt_count(buf, r->events));
	fmt_count(buf, rate > 0 ? (uint64_t)(rate + 0.5) : 0);
	str_addf(&s, "%s/s", four_columns(buf));
	canvas_rfield(c, row, 29, 6, known ? STYLE_TEXT : STYLE_DIM,
		      known ? s.data : "-");
	canvas_rfield(c, row, 36, 5, r->lost ? STYLE_ST_ERR : STYLE_TEXT,
		      fmt_count(buf, r->lost));
	str_release(&s);
}

static int why_col(int cols)
{
	return has_own(cols) ? 49 : cols >= 60 ? 43 : 22;
}

static void draw_row(const struct view *view, struct canvas *c, int row,
		     const struct source_row *r)
{
	int cols = c->clip.cols, why = why_col(cols);
	struct str cut = STR_INIT;

	canvas_puts(c, row, 2, STYLE_TEXT, r->name.data);
	canvas_puts(c, row, 14, STYLE_TEXT, r->state);
	if (cols >= 60)
		put_counts(c, row, r);
	if (has_own(cols))
		put_cost(c, row, r);
	text_cut(&cut, r->why.data, cols - why, CUT_END, !view->look.utf8);
	if (cols > why)
		canvas_puts(c, row, why, STYLE_DIM, cut.data);
	str_release(&cut);
}

static void draw_header(struct canvas *c)
{
	int cols = c->clip.cols;

	canvas_puts(c, 1, 2, STYLE_DIM, _("SOURCE"));
	canvas_puts(c, 1, 14, STYLE_DIM, _("STATE"));
	if (cols >= 60) {
		canvas_rfield(c, 1, 22, 6, STYLE_DIM, _("EVENTS"));
		canvas_rfield(c, 1, 29, 6, STYLE_DIM, _("RATE"));
		canvas_rfield(c, 1, 36, 5, STYLE_DIM, _("LOST"));
	}
	/* TRANSLATORS: what mmtop itself takes of a CPU; at most 5 columns. */
	if (has_own(cols))
		canvas_rfield(c, 1, 42, 5, STYLE_DIM, _("OWN"));
	canvas_puts(c, 1, why_col(cols), STYLE_DIM, _("WHY"));
}

static void draw_title(const struct view *view, struct canvas *c, bool focused)
{
	struct str left = STR_INIT;
	int on = 0;

	for (long i = 0; i < SOURCES; i++) {
		struct source_row r;

		source_row(&r, view, i);
		on += r.on;
		source_row_release(&r);
	}
	/* TRANSLATORS: how many of all sources are on */
	str_addf(&left, _("9 Sources  %d of %ld on"), on, (long)SOURCES);
	title_rule(c, &view->look, focused, left.data, "");
	str_release(&left);
}

struct sources_lines {
	struct canvas *c;
	int row;
};

static void put_line(void *arg, const char *s, size_t n)
{
	struct sources_lines *put = arg;
	struct str line = STR_INIT;

	str_add(&line, s, n);
	canvas_puts(put->c, put->row++, 1, STYLE_TEXT, line.data);
	str_release(&line);
}

static void count_line(void *arg, const char *s, size_t n)
{
	(void)s;
	(void)n;
	++*(int *)arg;
}

/* The whole reason of the selected source, at the bottom: what to do stands at
 * its end. */
static void draw_whole_why(const struct view *view, struct canvas *c,
			   const struct source_row *r)
{
	int cols = c->clip.cols, lines = 0;

	if (text_width(r->why.data) <= cols - why_col(cols))
		return;
	text_wrap(r->why.data, cols - 2, count_line, &lines);
	struct sources_lines put = { .c = c, .row = c->clip.rows - lines };
	if (put.row - 1 < 2 + source_rows(view->model))
		return;
	struct rect whole = clip_part(c, put.row - 1, 0, 1, cols);
	title_rule(c, &view->look, false, r->name.data, "");
	canvas_clip(c, whole);
	text_wrap(r->why.data, cols - 2, put_line, &put);
}

/* What draws a row. */
struct source_drawing {
	const struct sources_state *s;
	const struct view *view;
	struct canvas *c;
};

static struct hot hot_of(void *arg, long i)
{
	(void)arg;
	return (struct hot){ .kind = HOT_ROW, .value = (uint64_t)i };
}

static void draw_source(void *arg, int row, long i)
{
	const struct source_drawing *d = arg;
	struct source_row source;

	source_row(&source, d->view, i);
	draw_row(d->view, d->c, row, &source);
	if (i == d->s->sel)
		draw_whole_why(d->view, d->c, &source);
	source_row_release(&source);
}

static void sources_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct sources_state *s = state;
	long n;

	draw_title(view, c, focused);
	if (c->clip.rows < 3)
		return;
	s->height = c->clip.rows - 2;
	n = source_rows(view->model);
	/* The rings are at rest. */
	if (s->sel >= n)
		s->sel = n - 1;
	list_keep(&s->list, s->sel, n, s->height);
	draw_header(c);
	table_draw(c, &s->list, &(struct table_rows){
		.row = 2, .cols = c->clip.cols, .n = n, .height = s->height,
		.selected = s->sel, .focused = focused,
		.arg = &(struct source_drawing){ s, view, c },
		.draw = draw_source, .hot = hot_of,
	});
}

static unsigned sources_command(void *state, struct view *view, enum cmd cmd)
{
	struct sources_state *s = state;
	long to = list_move(&s->list, cmd, s->sel, source_rows(view->model),
			    s->height > 0 ? s->height : 1);

	if (to < 0)
		return 0;
	s->sel = to;
	return CMD_TAKEN | CMD_REDRAW;
}

static unsigned sources_choose(void *state, struct view *view,
			       const struct hot *hot, int at,
			       enum choose_how how)
{
	struct sources_state *s = state;

	(void)view;
	(void)at;
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK)
		return 0;
	s->sel = (long)hot->value;
	s->list.line = s->sel - s->list.top;
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd sources_bar_cmds[] = { DO_NONE };

const struct pane_ops sources_pane = {
	.id = PANE_SOURCES,
	.name = "sources",
	.new_state = sources_new,
	.free_state = sources_free,
	.draw = sources_draw,
	.command = sources_command,
	.choose = sources_choose,
	.bar = sources_bar_cmds,
};
