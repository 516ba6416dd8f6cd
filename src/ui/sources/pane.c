/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane 9 Sources: the event sources that mmtop has, how much each of them
 * has provided, and why some provide nothing.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
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

/* Shortens a count to four columns, "1.86k" to "1.8k" and "33.1k" to "33k", so
 * that it fits in the column with "/s" after it. */
static const char *four_columns(char *count)
{
	const char *point = strchr(count, '.');
	size_t n = strlen(count), cut = point && point == count + n - 3 ? 2 : 1;

	if (n > 4 && point)
		memmove(count + n - 1 - cut, count + n - 1, 2);
	return count;
}

/* --- columns: x->of is the struct source_row ----------------------------- */

enum { NAME, STATE, EVENTS, RATE, LOST, OWN, WHY, COLUMNS };

static const struct source_row *row_of(const struct table_cell *x)
{
	return x->of;
}

static void name_cell(const struct table_cell *x)
{
	canvas_puts(x->c, x->row, x->col, STYLE_TEXT, row_of(x)->name.data);
}

static void state_cell(const struct table_cell *x)
{
	canvas_puts(x->c, x->row, x->col, STYLE_TEXT, row_of(x)->state);
}

static void events_cell(const struct table_cell *x)
{
	char buf[FMT_MAX];

	if (row_of(x)->counted)
		cell_right(x, STYLE_TEXT, fmt_count(buf, row_of(x)->events));
	else
		cell_right(x, STYLE_DIM, "-");
}

static void events_rate_cell(const struct table_cell *x)
{
	const struct source_row *r = row_of(x);
	bool known = r->counted && r->rate && r->on && rate_known(r->rate);
	double rate = known ? rate_value(r->rate) : 0;
	char buf[FMT_MAX], cell[FMT_MAX + 2];

	fmt_count(buf, rate > 0 ? (uint64_t)(rate + 0.5) : 0);
	snprintf(cell, sizeof cell, "%s/s", four_columns(buf));
	cell_right(x, known ? STYLE_TEXT : STYLE_DIM, known ? cell : "-");
}

static void lost_cell(const struct table_cell *x)
{
	const struct source_row *r = row_of(x);
	char buf[FMT_MAX];

	if (r->counted)
		cell_right(x, r->lost ? STYLE_ST_ERR : STYLE_TEXT,
			   fmt_count(buf, r->lost));
	else
		cell_right(x, STYLE_DIM, "-");
}

/* Draws the overhead of a source, "0.3%" or "12%" of one CPU. */
static void cost_cell(const struct table_cell *x)
{
	uint64_t cost = row_of(x)->cost;
	unsigned tenths = (unsigned)((cost + 500) / 1000);
	char buf[FMT_MAX] = "-";

	if (cost != EV_UNKNOWN && tenths < 100)
		snprintf(buf, sizeof buf, "%u.%u%%", tenths / 10, tenths % 10);
	else if (cost != EV_UNKNOWN)
		snprintf(buf, sizeof buf, "%u%%", tenths / 10);
	cell_right(x, cost == EV_UNKNOWN ? STYLE_DIM : STYLE_TEXT, buf);
}

static void why_cell(const struct table_cell *x)
{
	struct str cut = STR_INIT;

	text_cut(&cut, row_of(x)->why.data, x->cols, CUT_END, !x->look->utf8);
	canvas_puts(x->c, x->row, x->col, STYLE_DIM, cut.data);
	str_release(&cut);
}

static const struct table_column columns[COLUMNS] = {
	[NAME] = { N_("SOURCE"),
		N_("Letter and name of the source; Calls and Signals end with "
		   "these letters."),
		2, false, 0, name_cell, .cols = 11, .bare = true },
	[STATE] = { N_("STATE"),
		N_("on, off, or n/a if it cannot run; WHY has the reason."),
		1, false, 0, state_cell, .cols = 6, .bare = true },
	[EVENTS] = { N_("EVENTS"),
		N_("Number of events that the source reported."),
		2, true, 0, events_cell, .cols = 6, .from = 60 },
	[RATE] = { N_("RATE"),
		N_("Events per second."),
		1, true, 0, events_rate_cell, .cols = 6, .from = 60 },
	[LOST] = { N_("LOST"),
		N_("Events that the kernel dropped before mmtop could read "
		   "them."),
		1, true, 0, lost_cell, .cols = 5, .from = 60 },
	[OWN] = { N_("CPU"),
		N_("Share of one CPU that mmtop uses for the source."),
		1, true, 0, cost_cell, .cols = 5, .from = 72 },
	[WHY] = { N_("WHY"),
		N_("What the source covers, or why it is not on."),
		2, false, 0, why_cell, .bare = true },
};

static const struct terms_part columns_part = {
	N_("COLUMNS"), columns, NULL, COLUMNS,
};

/* --- the pane ------------------------------------------------------------ */

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
	/* TRANSLATORS: how many of the sources are on */
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

struct source_drawing {
	const struct sources_state *s;
	const struct view *view;
	struct canvas *c;
	struct table_place at[COLUMNS];
};

/* Draws the whole reason of the selected source at the bottom: the end of the
 * reason is the remedy, and is cut in the row. */
static void draw_whole_why(const struct source_drawing *d,
			   const struct source_row *r)
{
	int cols = d->c->clip.cols, lines = 0;

	if (text_width(r->why.data) <= d->at[WHY].cols)
		return;
	text_wrap(r->why.data, cols - 2, count_line, &lines);
	struct sources_lines put = { .c = d->c, .row = d->c->clip.rows - lines };
	if (put.row - 1 < 2 + source_rows(d->view->model))
		return;
	struct rect whole = clip_part(d->c, put.row - 1, 0, 1, cols);
	title_rule(d->c, &d->view->look, false, r->name.data, "");
	canvas_clip(d->c, whole);
	text_wrap(r->why.data, cols - 2, put_line, &put);
}

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
	table_cells(&(struct table_cell){
		.c = d->c, .row = row, .look = &d->view->look, .of = &source,
	}, columns, d->at, COLUMNS);
	if (i == d->s->sel)
		draw_whole_why(d, &source);
	source_row_release(&source);
}

static void sources_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct sources_state *s = state;
	struct source_drawing d = { .s = s, .view = view, .c = c };
	long n;

	draw_title(view, c, focused);
	if (c->clip.rows < 3)
		return;
	s->height = c->clip.rows - 2;
	n = source_rows(view->model);
	/* While the trace ring is idle, the rows of its CPUs disappear. */
	if (s->sel >= n)
		s->sel = n - 1;
	list_keep(&s->list, s->sel, n, s->height);
	table_fit(d.at, columns, COLUMNS, 0, c->clip.cols);
	table_heads(c, 1, columns, d.at, COLUMNS);
	table_draw(c, &s->list, &(struct table_rows){
		.row = 2, .cols = c->clip.cols, .n = n, .height = s->height,
		.keep = d.at[STATE].col, .selected = s->sel, .focused = focused,
		.arg = &d, .draw = draw_source, .hot = hot_of,
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

static const struct term letters_part_list[] = {
	{ "m", N_("maps: /proc/PID/maps and pagemap; mmtop samples them."),
	  .st = STYLE_KEY },
	{ "t", N_("ptrace: stops the program at memory calls (level calls)."),
	  .st = STYLE_KEY },
	{ "k", N_("perf: page faults and mappings, without stops."),
	  .st = STYLE_KEY },
	{ "r", N_("ring: the trace ring of the kernel, without stops."),
	  .st = STYLE_KEY },
	{ "h", N_("heap: the library that --heap loads into the program."),
	  .st = STYLE_KEY },
	{ "w", N_("writes: written pages (userfaultfd); W starts it."),
	  .st = STYLE_KEY },
};
static const struct terms_part letters_part =
	TERMS_PART(N_("LETTERS"), letters_part_list);

static const struct terms_part *const terms[] = {
	&columns_part, &letters_part, &terms_common, NULL,
};

const struct pane_ops sources_pane = {
	.id = PANE_SOURCES,
	.name = "sources",
	.title = N_("Sources"),
	.terms = terms,
	.new_state = sources_new,
	.free_state = sources_free,
	.draw = sources_draw,
	.full_cols = 240,
	.command = sources_command,
	.choose = sources_choose,
	.bar = sources_bar_cmds,
};
