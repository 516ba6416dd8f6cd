/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane 4 Signals: the receiver, the sender and the effect of each signal.
 *
 * The pane has one of three forms, depending on the room: a short line per
 * signal; a line that also has the code of the signal; all columns, with an
 * explanation of the selected signal below them.
 */
#include <config.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/kit/follow.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/signals/detail.h"
#include "ui/words/signal.h"
#include "ui/signals/lines.h"

#define CODE_COLS 76
#define FULL_ROWS 12
#define DETAIL_ROWS 5

struct signals_state {
	struct follow follow;
	uint64_t selected;		/* `seq` of the selected signal; valid
					 * while follow.still is true */
	long height;
	VEC(uint64_t) rows;		/* `seq` of each signal that passes the
					 * filter */
	struct sort sort;		/* the order that the rows are in */
	uint64_t first, last;		/* range of signals that the rows were
					 * made from */
	uint64_t instance;		/* `instance` of the model */
	uint64_t events;		/* number of the model's events when the
					 * rows were made, as a filter also
					 * depends on processes */
	const struct filter *filter;
	unsigned filter_changes;
};

static void *signals_new(void)
{
	return xcalloc(1, sizeof(struct signals_state));
}

static void signals_free(void *state)
{
	struct signals_state *s = state;

	if (s)
		vec_release(&s->rows);
	free(s);
}

static uint64_t first_kept(const struct model *m)
{
	return m->signals_first ? m->signals_first : 1;
}

/* --- order --------------------------------------------------------------- */

enum signal_sort {
	SIGNAL_SORT_TIME, SIGNAL_SORT_SIGNAL, SIGNAL_SORT_TO,
	SIGNAL_SORT_SENDER, SIGNAL_SORTS
};

static const char *const signal_sort_names[SIGNAL_SORTS + 1] = {
	[SIGNAL_SORT_TIME] = "time", [SIGNAL_SORT_SIGNAL] = "signal",
	[SIGNAL_SORT_TO] = "to", [SIGNAL_SORT_SENDER] = "sender",
};

static uint64_t figure(const struct signal_row *row, int column)
{
	switch (column) {
	case SIGNAL_SORT_SIGNAL: return row->signal.signal;
	case SIGNAL_SORT_TO: return (uint64_t)row->tid;
	case SIGNAL_SORT_SENDER: return (uint64_t)row->signal.sender;
	default: return row->seq;
	}
}

/* Sorts the rows.  Rows with equal values stay in the order of time. */
static void sort_rows(struct signals_state *s, const struct model *m)
{
	size_t n = s->rows.n;
	struct order_key *keys = xcalloc(n + 1, sizeof *keys);

	for (size_t i = 0; i < n; i++) {
		const struct signal_row *row = model_signal(m, s->rows.v[i]);

		keys[i] = (struct order_key){
			.row = (size_t)row->seq, .tie = row->seq,
			.number = figure(row, s->sort.column),
		};
	}
	order_sort(keys, n, &s->sort);
	for (size_t i = 0; i < n; i++)
		s->rows.v[i] = keys[i].row;
	free(keys);
}

static bool is_current(const struct signals_state *s, const struct model *m,
		       const struct filter *f, const struct sort *sort)
{
	return s->instance == m->instance && s->first == m->signals_first &&
	       s->last == m->signals_last &&
	       s->filter == f && (!f || s->filter_changes == f->changes) &&
	       (!f || !f->expr || s->events == m->events) &&
	       s->sort.column == sort->column &&
	       s->sort.reverse == sort->reverse;
}

static void update(struct signals_state *s, const struct view *view)
{
	static const struct sort by_time;
	const struct model *m = view->model;
	struct filter *f = view_filter(view, OVER_SIGNALS);
	const struct sort *sort = view_sort(view, OVER_SIGNALS);

	/* The rows stay while the user searches them. */
	if (view->finding && view->focus == PANE_SIGNALS && s->rows.n &&
	    model_signal(m, s->rows.v[0]))
		return;
	s->follow.sorted = sort;
	if (is_current(s, m, f, sort ? sort : &by_time))
		return;
	s->sort = sort ? *sort : by_time;
	s->instance = m->instance;
	s->events = m->events;
	s->first = m->signals_first;
	s->last = m->signals_last;
	s->filter = f;
	s->filter_changes = f ? f->changes : 0;
	vec_clear(&s->rows);
	if (f)
		filter_begin(f, m);
	for (uint64_t seq = first_kept(m); seq <= m->signals_last; seq++) {
		const struct signal_row *row = model_signal(m, seq);

		if (row && (!f || filter_signal(f, row)))
			*vec_push(&s->rows) = seq;
	}
	if (f)
		filter_end(f);
	if (sort)
		sort_rows(s, m);
}

/* Returns the number of rows that are no longer stored; 0 with a filter. */
static uint64_t gone(const struct signals_state *s)
{
	return s->filter || !s->last ? 0 : s->last - s->rows.n;
}

/* --- the pane ------------------------------------------------------------ */

static void draw_title(const struct signals_state *s, const struct view *view,
		       struct canvas *c, enum signals_form form, bool focused)
{
	const struct model *m = view->model;
	struct str left = STR_INIT, right = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];

	str_adds(&left, _("4 Signals"));
	if (form == FORM_FULL && m->signals_last && !s->filter)
		str_addf(&left, _("  %s received, %s lost"),
			 fmt_grouped(a, m->signals_last),
			 fmt_grouped(b, m->lost));
	if (s->filter) {
		str_adds(&left, "  ");
		filter_title(&left, s->rows.n, (size_t)m->signals_last);
	}
	view_order_title(&left, view_sort(view, OVER_SIGNALS),
			 signal_sort_names);
	follow_range(&s->follow, &right, (long)s->rows.n, s->height, gone(s));
	title_rule(c, &view->look, focused, left.data, right.data);
	str_release(&right);
	str_release(&left);
}

static struct signals_view layout(const struct view *view, struct canvas *c)
{
	struct signals_view v = { .view = view, .c = c };
	const struct process *p = model_main(view->model);
	char buf[FMT_MAX];
	int digits = p ? snprintf(buf, sizeof buf, "%d", (int)p->pid) : 0;

	v.form = canvas_view_cols(c) < CODE_COLS ? FORM_SHORT :
		 c->clip.rows < FULL_ROWS ? FORM_CODE : FORM_FULL;
	v.shift = digits > 4 ? digits - 4 : 0;
	v.tellers = shows_sources(view->model, c->clip.cols);
	return v;
}

static long row_of(const struct signals_state *s, uint64_t seq)
{
	for (size_t i = s->rows.n; i-- > 0;)
		if (s->rows.v[i] == seq)
			return (long)i;
	return -1;
}

static long find(const struct signals_state *s)
{
	return s->follow.still ? row_of(s, s->selected) : -1;
}

struct signal_drawing {
	const struct signals_state *s;
	const struct signals_view *v;
};

static struct hot hot_of(void *arg, long i)
{
	const struct signals_state *s = ((struct signal_drawing *)arg)->s;

	return (struct hot){ .kind = HOT_ROW, .value = s->rows.v[i] };
}

static void draw_row(void *arg, int row, long i)
{
	const struct signal_drawing *d = arg;
	const struct signal_row *sig = model_signal(d->v->view->model,
						    d->s->rows.v[i]);

	if (sig)
		signals_draw_row(d->v, row, sig);
}

static void draw_rows(const struct signals_state *s,
		      const struct signals_view *v, int row, long sel,
		      bool focused)
{
	bool selects = focused || s->follow.still || v->form == FORM_FULL;

	table_draw(v->c, &s->follow.list, &(struct table_rows){
		.row = row, .cols = v->c->clip.cols, .n = (long)s->rows.n,
		.keep = signals_keep(v),
		.height = s->height, .selected = selects ? sel : -1,
		.focused = focused, .arg = &(struct signal_drawing){ s, v },
		.draw = draw_row, .hot = hot_of,
	});
}

static void draw_empty(const struct signals_state *s, const struct model *m,
		       struct canvas *c)
{
	struct str text = STR_INIT;

	if (s->filter && m->signals_last)
		filter_empty(&text, s->filter, key_of(DO_BACK));
	else
		str_adds(&text, _("No signal so far."));
	say_empty(c, text.data);
	str_release(&text);
}

static void signals_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct signals_state *s = state;
	struct signals_view v = layout(view, c);
	const struct model *m = view->model;
	bool full = v.form == FORM_FULL;
	int content = c->clip.rows - 1;
	struct rect old;
	long sel;

	s->height = full ? content - 1 - DETAIL_ROWS : content;
	update(s, view);
	sel = follow_keep(&s->follow, find(s), (long)s->rows.n, s->height);
	draw_title(s, view, c, v.form, focused);
	if (content < 1)
		return;
	if (sel < 0) {
		draw_empty(s, m, c);
		return;
	}
	if (s->follow.still)
		s->selected = s->rows.v[sel];
	if (full)
		signals_draw_header(&v);
	draw_rows(s, &v, full ? 2 : 1, sel, focused);
	if (!full)
		return;
	old = clip_part(c, c->clip.rows - DETAIL_ROWS, 0, DETAIL_ROWS,
			c->clip.cols);
	signal_detail(c, view, model_signal(m, s->rows.v[sel]));
	canvas_clip(c, old);
}

static unsigned signals_command(void *state, struct view *view, enum cmd cmd)
{
	struct signals_state *s = state;
	long n, sel, to;

	if (cmd == DO_BACK && view_filter(view, OVER_SIGNALS))
		return view_unfilter(view, OVER_SIGNALS);
	update(s, view);
	n = (long)s->rows.n;
	sel = s->follow.still ? find(s) : follow_default(&s->follow, n);
	to = follow_move(&s->follow, cmd, sel < 0 ? 0 : sel, n,
			 s->height > 0 ? s->height : 1,
			 gone(s) + (uint64_t)n);
	if (to < 0 || !n)
		return 0;
	s->selected = s->rows.v[to];
	return CMD_TAKEN | CMD_REDRAW;
}

static unsigned signals_choose(void *state, struct view *view,
			       const struct hot *hot, int at,
			       enum choose_how how)
{
	struct signals_state *s = state;
	long row, n;

	(void)at;
	update(s, view);
	n = (long)s->rows.n;
	row = row_of(s, hot->value);
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK || row < 0)
		return 0;
	follow_choose(&s->follow, row, n, gone(s) + (uint64_t)n);
	s->selected = hot->value;
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd signals_bar_cmds[] = { DO_END, DO_FILTER,
	DO_SORT_BACK, DO_SORT_NEXT, DO_SORT, DO_SORT_INVERT, DO_SORT_MENU,
	DO_NONE };

static const struct term colours_part_list[] = {
	{ N_("SIGSEGV"),
	  N_("A fault: the signal has an address; the detail lines "
	     "name the region."), .st = STYLE_WARN },
	{ N_("SIGINT"),
	  N_("Held: the program has not received it yet."),
	  .st = STYLE_FL_CHG },
	{ N_("SIGTERM"), N_("Any other signal."), .st = STYLE_TEXT },
};
static const struct terms_part colours_part =
	TERMS_PART(N_("COLOURS"), colours_part_list);

static const struct terms_part *const terms[] = {
	&signals_columns_part, &colours_part, &terms_common, NULL,
};

const struct pane_ops signals_pane = {
	.id = PANE_SIGNALS,
	.name = "signals",
	.title = N_("Signals"),
	.terms = terms,
	.new_state = signals_new,
	.free_state = signals_free,
	.draw = signals_draw,
	.full_cols = 200,
	.command = signals_command,
	.choose = signals_choose,
	.sorts = signal_sort_names,
	.follows = true,
	.bar = signals_bar_cmds,
};
