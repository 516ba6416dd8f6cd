/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane 3 Calls: the memory calls of the processes as they happen; while
 * stepping, also the call at which a task is stopped.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/words/call.h"
#include "ui/calls/detail.h"
#include "ui/calls/line.h"
#include "ui/kit/follow.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"

/* Minimum number of rows of the list above the detail of a call. */
#define LIST_ROWS_MIN 4

struct calls_state {
	struct follow follow;
	struct calls_rows rows;
	struct calls_row selected;	/* the selected row; valid while
					 * follow.still is true */
	long height;			/* rows in view, as last drawn */
	bool open;			/* the selected call is shown in full */
	bool large;			/* the pane had room for that, as last
					 * drawn */
	bool zoomed;			/* Enter made the pane larger for it */
	bool pinned;			/* it was the newest call: the list
					 * follows again once it is closed */
};

static void *calls_new(void)
{
	return xcalloc(1, sizeof(struct calls_state));
}

static void calls_free(void *state)
{
	struct calls_state *s = state;

	if (s)
		calls_rows_release(&s->rows);
	free(s);
}

/* --- the stop ------------------------------------------------------------- */

static void add_task(struct str *s, const struct task *t)
{
	struct ev_call ev = { .abi = t->in_call_abi, .nr = t->in_call };

	if (s->len)
		str_adds(s, "    ");
	if (t->in_call == EV_UNKNOWN) {
		str_addf(s, _("%d in its own code"), (int)t->tid);
		return;
	}
	str_addf(s, _("%d in "), (int)t->tid);
	call_name(s, &ev);
}

/* Draws the calls that the other stopped tasks are in: "4121 in poll  4123 in
 * futex". */
static void draw_others(const struct calls_view *v, int row)
{
	const struct model *m = v->view->model;
	struct str s = STR_INIT, cut = STR_INIT;

	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];

		for (size_t k = 0; k < p->tasks.n && !p->ended; k++)
			if (p->tasks.v[k].tid != m->status.held_tid)
				add_task(&s, &p->tasks.v[k]);
		if (text_width(s.data) > v->c->clip.cols)
			break;
	}
	text_cut(&cut, s.data, v->c->clip.cols - v->text_col, CUT_END,
		 !v->view->look.utf8);
	canvas_puts(v->c, row, v->text_col, STYLE_DIM, cut.data);
	str_release(&cut);
	str_release(&s);
}

/* The sentence about the stop is drawn in rows from `row` on, or only
 * counted. */
struct sentence {
	struct canvas *c;		/* NULL: the rows are counted */
	int row;
};

static void sentence_line(void *arg, const char *s, size_t n)
{
	struct sentence *l = arg;
	struct str line = STR_INIT;

	str_add(&line, s, n);
	if (l->c)
		canvas_puts(l->c, l->row, 1, STYLE_BRIGHT, line.data);
	l->row++;
	str_release(&line);
}

/* Draws the sentence if c is not NULL.  Returns its number of rows, at most
 * `most`: only a sentence that is longer than that is cut. */
static int stop_sentence(const struct view *view, struct canvas *c, int cols,
			 int row, int most)
{
	struct sentence l = { .row = 0 };
	struct str s = STR_INIT, cut = STR_INIT;

	call_stop(&s, view->model);
	if (cols < 3 || most < 1 || !s.len) {
		str_release(&s);
		return 0;
	}
	text_wrap(s.data, cols - 2, sentence_line, &l);
	if (l.row > most) {
		text_cut(&cut, s.data, cols - 2, CUT_END, !view->look.utf8);
		most = 1;
	} else {
		str_adds(&cut, s.data);
		most = l.row;
	}
	l = (struct sentence){ c, row };
	if (c)
		text_wrap(cut.data, cols - 2, sentence_line, &l);
	str_release(&cut);
	str_release(&s);
	return most;
}

static bool has_others(const struct model *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->processes.n; i++)
		if (!m->processes.v[i]->ended)
			n += m->processes.v[i]->tasks.n;
	return n > 1;
}

/* Number of rows below the list that describe the stop of the held task: *words
 * is the number of rows of the sentence.  The list keeps two rows, or one if
 * the sentence needs them. */
static int held_rows(const struct view *view, int cols, int content, int *words)
{
	const struct model *m = view->model;

	*words = content < 3 ? 0 :
		 stop_sentence(view, NULL, cols, 0, content - 1);
	return *words + (*words && !m->status.waits_on &&
			 content - *words > 2 && has_others(m));
}

/* --- the pane ------------------------------------------------------------- */

static void draw_title(const struct calls_state *s, const struct view *view,
		       struct canvas *c, bool focused)
{
	const struct model *m = view->model;
	struct str left = STR_INIT, right = STR_INIT;
	char buf[FMT_MAX];
	double rate = rate_value(&m->call_rate);
	const struct filter *filter = view_filter(view, OVER_CALLS);
	const struct sort *sort = view_sort(view, OVER_CALLS);

	str_adds(&left, _("3 Calls"));
	if (m->status.level == LEVEL_STEP ||
	    (m->status.state == TARGET_HELD && m->status.held_tid)) {
		str_adds(&left, _("  step"));
	} else {
		if (rate_known(&m->call_rate) && !m->ended &&
		    model_calls_reported(m))
			str_addf(&left, _("  %s/s"),
				 fmt_count(buf, rate > 0 ?
					   (uint64_t)(rate + 0.5) : 0));
		if (!filter && !sort && c->clip.cols >= 60 &&
		    c->clip.rows > 4)
			str_adds(&left, _("  all tasks"));
	}
	if (filter) {
		str_adds(&left, "  ");
		filter_title(&left, s->rows.rows.n, s->rows.all);
	}
	view_order_title(&left, sort, call_sort_names);
	if (m->status.level != LEVEL_STEP || s->follow.still)
		follow_range(&s->follow, &right, (long)s->rows.rows.n,
			     s->height, s->rows.gone);
	title_rule(c, &view->look, focused, left.data, right.data);
	str_release(&right);
	str_release(&left);
}

static void draw_empty(const struct view *view, struct canvas *c,
		       uint64_t all)
{
	const struct filter *filter = view_filter(view, OVER_CALLS);
	const struct model *m = view->model;
	const struct process *p = view_process(view);
	struct str s = STR_INIT;
	char buf[FMT_MAX];

	if (filter && all)
		filter_empty(&s, filter, key_of(DO_BACK));
	else if (m->status.state == TARGET_DETACHED)
		str_addf(&s, keyed(_("Detached: its calls are not traced. "
				     "{attach} reattaches.")));
	else if (m->status_ns && !model_calls_reported(m))
		str_addf(&s, keyed(_("Memory calls are not traced. Press "
				     "{level} to trace them (stops %d at "
				     "every call).")),
			 p ? (int)p->pid : (int)m->status.main_pid);
	else
		str_addf(&s, _("No memory calls since %s. malloc inside the "
			       "heap needs no system call."),
			 fmt_when(buf, p ? p->born_ns : 0));
	say_empty(c, s.data);
	str_release(&s);
}

/* True while the user searches the list.  Rows in view that are no longer
 * stored would be blank: then the list changes. */
static bool stands(const struct calls_state *s, const struct view *view)
{
	const struct calls_row *row;

	if (!view->finding || view->focus != PANE_CALLS || !s->rows.rows.n ||
	    s->follow.list.top >= (long)s->rows.rows.n)
		return false;
	row = &s->rows.rows.v[s->follow.list.top];
	return row->kind != ROW_CALL || model_call(view->model, row->seq);
}

static void update_rows(struct calls_state *s, const struct view *view)
{
	const struct sort *sort = view_sort(view, OVER_CALLS);

	if (stands(s, view))
		return;
	calls_rows_update(&s->rows, view->model,
			  view_filter(view, OVER_CALLS), sort,
			  view_sort_holds(view));
	s->follow.sorted = sort;
}

static struct calls_view layout(const struct view *view, struct canvas *c,
				bool focused)
{
	struct calls_view v = { .view = view, .c = c, .focused = focused };
	const struct process *p = model_main(view->model);
	char buf[FMT_MAX];
	int digits = p ? snprintf(buf, sizeof buf, "%d", (int)p->pid) : 0;

	/* The task column is as wide as the PID of the first process, so that
	 * its width never changes. */
	calls_place(&v, digits > 4 ? digits : 4);
	v.tellers = shows_sources(view->model, c->clip.cols);
	v.held = call_held(view->model);
	return v;
}

/* Returns the index of the selected row.  While the list follows new rows, that
 * is the row of the stop or the newest row. */
static long selected(struct calls_state *s, const struct calls_view *v)
{
	long n = (long)s->rows.rows.n, sel;

	sel = follow_keep(&s->follow, s->follow.still ?
			  calls_rows_find(&s->rows, &s->selected) : -1, n,
			  s->height);
	if (s->follow.still && sel >= 0)
		s->selected = s->rows.rows.v[sel];
	if (!s->follow.still && !s->follow.sorted && v->held) {
		struct calls_row held = { .kind = ROW_CALL,
					  .seq = v->held->seq };
		long at = calls_rows_find(&s->rows, &held);

		if (at >= s->follow.list.top)
			return at;
	}
	return sel;
}

struct calls_drawing {
	const struct calls_rows *rows;
	struct calls_view *v;
	long selected;			/* -1: no row is drawn as selected */
};

static struct hot hot_of(void *arg, long i)
{
	const struct calls_row *row =
		&((struct calls_drawing *)arg)->rows->rows.v[i];
	bool end = row->kind == ROW_END;

	return (struct hot){
		.kind = HOT_ROW, .part = row->kind,
		.value = end ? (uint64_t)row->pid : row->seq,
		.more = end ? row->start : 0,
	};
}

static void draw_row(void *arg, int row, long i)
{
	struct calls_drawing *d = arg;

	d->v->row = i != d->selected ? 0 :
		    d->v->focused ? STYLE_SEL : STYLE_SEL_AWAY;
	calls_line(d->v, row, &d->rows->rows.v[i]);
}

static void draw_rows(const struct calls_state *s, struct calls_view *v,
		      long sel)
{
	bool selects = v->focused || s->follow.still || v->held;
	struct calls_drawing d = { &s->rows, v, selects ? sel : -1 };

	table_draw(v->c, &s->follow.list, &(struct table_rows){
		.row = 1, .cols = v->c->clip.cols, .n = (long)s->rows.rows.n,
		.keep = v->text_col,
		.height = s->height, .selected = d.selected, .own_mark = true,
		.arg = &d, .draw = draw_row, .hot = hot_of,
	});
}

/* The call that is selected, or NULL. */
static const struct call_row *selected_call(const struct calls_state *s,
					    const struct model *m, long sel)
{
	const struct calls_row *row = sel >= 0 && sel < (long)s->rows.rows.n ?
				      &s->rows.rows.v[sel] : NULL;

	return row && row->kind == ROW_CALL ? model_call(m, row->seq) : NULL;
}

static void draw_detail(const struct calls_view *v, int row,
			const struct call_row *call)
{
	struct rect old = clip_part(v->c, row, 0, CALL_DETAIL_ROWS,
				    v->c->clip.cols);

	call_detail(v->c, v->view, call, call == v->held);
	canvas_clip(v->c, old);
}

/* The call, if it is a past one and mmtop may have stored its stack. */
static struct view_call past_call(const struct calls_view *v,
				  const struct call_row *call)
{
	if (!call || call == v->held || !call_has_stack(call))
		return (struct view_call){ .seq = 0 };
	return (struct view_call){
		.seq = call->seq, .pid = call->pid,
		.at = (uint64_t)call->call.result,
	};
}

/* The list follows the newest call again. */
static void unpin(struct calls_state *s)
{
	s->follow.still &= !s->pinned;
	s->pinned = false;
}

static void calls_draw(void *state, struct view *view, struct canvas *c,
		       bool focused)
{
	struct calls_state *s = state;
	struct calls_view v = layout(view, c, focused);
	int content = c->clip.rows - 1, extra, words;
	const struct call_row *call = NULL;
	long n, sel;

	update_rows(s, view);
	n = (long)s->rows.rows.n;
	s->large = content >= CALL_DETAIL_ROWS + LIST_ROWS_MIN;
	if (!s->large)
		unpin(s);
	extra = held_rows(view, canvas_view_cols(c), content, &words);
	s->height = content - extra;
	if (s->open && s->large)
		s->height -= CALL_DETAIL_ROWS;
	sel = selected(s, &v);
	if (s->open && s->large)
		call = selected_call(s, view->model, sel);
	view->call_tid = call && call == v.held ? call->tid : 0;
	view->past_call = past_call(&v, call);
	draw_title(s, view, c, focused);
	if (content < 1)
		return;
	if (!n && !extra) {
		draw_empty(view, c, s->rows.all);
		return;
	}
	draw_rows(s, &v, sel);
	if (call)
		draw_detail(&v, 1 + (int)s->height, call);
	if (extra > words)
		draw_others(&v, content - words);
	if (words)
		(void)stop_sentence(view, c, canvas_view_cols(c),
				    content - words + 1, words);
}

/* Index of the selected row, between two drawings. */
static long present(const struct calls_state *s, const struct view *view,
		    long n)
{
	const struct call_row *held = call_held(view->model);
	struct calls_row row = { .kind = ROW_CALL };

	if (s->follow.still)
		return calls_rows_find(&s->rows, &s->selected);
	if (held && !s->follow.sorted) {
		row.seq = held->seq;
		return calls_rows_find(&s->rows, &row);
	}
	return follow_default(&s->follow, n);
}

/* Shows the selected call in full.  In a pane without room for that, returns 0:
 * Enter then enlarges the pane. */
static unsigned open_call(struct calls_state *s, const struct view *view,
			  long sel, long n)
{
	if (!selected_call(s, view->model, sel))
		return 0;
	follow_choose(&s->follow, sel, n, s->rows.gone + (uint64_t)n);
	s->selected = s->rows.rows.v[sel];
	s->pinned = !s->follow.still && !call_held(view->model);
	if (s->pinned) {
		s->follow.still = true;
		s->follow.seen = s->rows.gone + (uint64_t)n;
	}
	s->open = true;
	s->zoomed = !s->large;
	return s->large ? CMD_TAKEN | CMD_REDRAW : 0;
}

static const char *calls_enter(const void *state, const struct view *view,
			       bool *can)
{
	const struct calls_state *s = state;
	long n = (long)s->rows.rows.n;

	*can = selected_call(s, view->model, present(s, view, n));
	/* TRANSLATORS: what Enter does; at most 10 columns. */
	return s->open && s->large ? N_("Close") : N_("Details");
}

static unsigned calls_command(void *state, struct view *view, enum cmd cmd)
{
	struct calls_state *s = state;
	long n, sel, to;

	if (s->open && s->large && (cmd == DO_BACK || cmd == DO_ENTER)) {
		s->open = false;
		unpin(s);
		return CMD_TAKEN | CMD_REDRAW | (s->zoomed ? CMD_LEAVE : 0);
	}
	if (cmd == DO_BACK && view_filter(view, OVER_CALLS))
		return view_unfilter(view, OVER_CALLS);
	update_rows(s, view);
	n = (long)s->rows.rows.n;
	sel = present(s, view, n);
	if (cmd == DO_UNTIL) {
		const struct call_row *call = selected_call(s, view->model,
							    sel);

		view->call = call ? call->seq : 0;
		return CMD_TAKEN;
	}
	if (cmd == DO_ENTER)
		return open_call(s, view, sel, n);
	to = follow_move(&s->follow, cmd, sel < 0 ? 0 : sel, n,
			 s->height > 0 ? s->height : 1, s->rows.gone +
			 (uint64_t)n);
	if (to < 0 || !n)
		return 0;
	s->selected = s->rows.rows.v[to];
	s->pinned = false;
	return CMD_TAKEN | CMD_REDRAW;
}

static unsigned calls_choose(void *state, struct view *view,
			     const struct hot *hot, int at,
			     enum choose_how how)
{
	struct calls_state *s = state;
	bool end = hot->part == ROW_END;
	const struct calls_row row = {
		.kind = (enum calls_row_kind)hot->part,
		.seq = end ? 0 : hot->value,
		.pid = end ? (pid_t)hot->value : 0,
		.start = hot->more,
	};
	long n, to;

	(void)at;
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK)
		return 0;
	update_rows(s, view);
	n = (long)s->rows.rows.n;
	to = calls_rows_find(&s->rows, &row);
	if (to < 0)
		return 0;
	follow_choose(&s->follow, to, n, s->rows.gone + (uint64_t)n);
	s->selected = s->rows.rows.v[to];
	return CMD_TAKEN | CMD_REDRAW;
}

static const enum cmd calls_bar_cmds[] = { DO_ENTER, DO_UNTIL, DO_LEVEL, DO_END, DO_FILTER,
	DO_SORT_BACK, DO_SORT_NEXT, DO_SORT, DO_SORT_INVERT, DO_SORT_MENU,
	DO_NONE };

static const struct term line_part_list[] = {
	{ "14.219", N_("Seconds since mmtop started."), .st = STYLE_DIM },
	{ "4122", N_("Process or thread of the call."), .st = STYLE_KEY },
	{ "= 0", N_("Result of the call; after a failure, the error."),
	  .st = STYLE_KEY },
	{ N_("= -1 EINVAL"), N_("The call failed."), .st = STYLE_WARN },
	{ "= …", N_("The call has not returned."),
	  .st = STYLE_KEY, .ascii = "= ..." },
	{ "= ?",
	  N_("The thread ended in the call, or the return was "
	     "missed."), .st = STYLE_KEY },
	{ "x6", N_("Number of equal calls in a row."), .st = STYLE_BRIGHT },
	{ N_("2.0us"), N_("Time that the call took."), .st = STYLE_DIM },
	{ N_("held at"),
	  N_("A step holds the thread before this call."),
	  .st = STYLE_ST_HELD },
	{ N_("mtkr"),
	  N_("Sources that reported it, a letter each: see Sources "
	     "(9)."), .st = STYLE_DIM },
	{ N_("SIGCHLD"), N_("A signal among the calls."), .st = STYLE_WARN },
	{ "+++", N_("A process ended."), .st = STYLE_KEY },
	{ N_("... lost ..."), N_("Events that mmtop missed."),
	  .st = STYLE_ERR },
};
static const struct terms_part line_part =
	TERMS_PART(N_("A LINE"), line_part_list);

static const struct terms_part *const terms[] = {
	&line_part, &terms_common, NULL,
};

const struct pane_ops calls_pane = {
	.id = PANE_CALLS,
	.name = "calls",
	.title = N_("Calls"),
	.terms = terms,
	.new_state = calls_new,
	.free_state = calls_free,
	.draw = calls_draw,
	.full_cols = 200,
	.command = calls_command,
	.choose = calls_choose,
	.sorts = call_sort_names,
	.follows = true,
	.bar = calls_bar_cmds,
	.enter = calls_enter,
};
