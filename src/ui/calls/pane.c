/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * 3 Calls: what the tree asked of the kernel, as it happens, and where it is
 * held while it is stepped.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ui/words/call.h"
#include "ui/calls/line.h"
#include "ui/kit/follow.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"

struct calls_state {
	struct follow follow;
	struct calls_rows rows;
	struct calls_row selected;	/* while follow.still */
	long height;			/* rows in view, as last drawn */
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

static bool is_held(const struct model *m)
{
	return m->status.state == TARGET_HELD && m->status.held_tid != 0;
}

/* The call that the held task is at; none while it waits in one. */
static const struct call_row *held_call(const struct model *m)
{
	pid_t tid = (pid_t)m->status.held_tid;

	if (!is_held(m) || m->status.waits_on ||
	    (m->status.held_phase != PHASE_ENTER &&
	     m->status.held_phase != PHASE_EXIT))
		return NULL;
	for (uint64_t seq = m->calls_last; seq; seq--) {
		const struct call_row *c = model_call(m, seq);

		if (!c)
			return NULL;
		if (c->tid == tid)
			return c;
	}
	return NULL;
}

/* --- while it is held ------------------------------------------------------------- */

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

/* "4121 in poll    4123 in futex": the tasks that stand still meanwhile. */
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

static void draw_sentence(const struct calls_view *v, int row)
{
	const struct model *m = v->view->model;
	struct str s = STR_INIT, cut = STR_INIT;
	const struct process *p;

	if (m->status.waits_on > 0) {
		str_addf(&s, _("Blocked: it waits for %d; the others run until "
			       "it returns."), (int)m->status.waits_on);
	} else if (m->status.waits_on < 0) {
		str_adds(&s, _("Blocked: the others run until it returns."));
	} else if (v->held) {
		p = model_process(m, v->held->pid);
		str_adds(&s, v->held->open ? _("Before: ") : _("After: "));
		if (v->held->open)
			call_before(&s, p, v->held);
		else
			call_after(&s, m, p, v->held);
	}
	text_cut(&cut, s.data, v->c->clip.cols - 2, CUT_END,
		 !v->view->look.utf8);
	canvas_puts(v->c, row, 1, STYLE_BRIGHT, cut.data);
	str_release(&cut);
	str_release(&s);
}

static bool has_others(const struct model *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->processes.n; i++)
		if (!m->processes.v[i]->ended)
			n += m->processes.v[i]->tasks.n;
	return n > 1;
}

/* How many rows below the list speak of the stop. */
static int held_rows(const struct model *m, int content)
{
	if (content < 3)
		return 0;
	if (m->status.waits_on)
		return 1;
	return !held_call(m) ? 0 : content > 3 && has_others(m) ? 2 : 1;
}

/* --- the pane ---------------------------------------------------------------------- */

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
	if (m->status.level == LEVEL_STEP || is_held(m)) {
		str_adds(&left, _("  step"));
	} else {
		if (rate_known(&m->call_rate) && !m->ended &&
		    model_tells_calls(m))
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
		str_addf(&s, keyed(_("Detached: its calls are not seen. "
				     "{attach}: attach again.")));
	else if (m->status_ns && !model_tells_calls(m))
		str_addf(&s, keyed(_("Not stopping %d to see its calls. "
				     "{level}: level calls.")),
			 p ? (int)p->pid : (int)m->status.main_pid);
	else
		str_addf(&s, _("No memory call since %s. Allocations inside "
			       "the heap make none."),
			 fmt_when(buf, p ? p->born_ns : 0));
	say_empty(c, s.data);
	str_release(&s);
}

static void update_rows(struct calls_state *s, const struct view *view)
{
	const struct sort *sort = view_sort(view, OVER_CALLS);

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

	/* As wide as the first process' id: fixed for the session. */
	calls_place(&v, digits > 4 ? digits : 4);
	v.tellers = says_tellers(view->model, c->clip.cols);
	v.held = held_call(view->model);
	return v;
}

/* The selected row: where it stands still, at the stop, or the newest. */
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

/* What draws a row, and finds it again. */
struct calls_drawing {
	const struct calls_rows *rows;
	struct calls_view *v;
	long selected;			/* -1: none is shown so */
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
		.height = s->height, .selected = d.selected, .own_mark = true,
		.arg = &d, .draw = draw_row, .hot = hot_of,
	});
}

static void calls_draw(void *state, struct view *view, struct canvas *c,
		       bool focused)
{
	struct calls_state *s = state;
	struct calls_view v = layout(view, c, focused);
	int content = c->clip.rows - 1, extra;
	long n, sel;

	update_rows(s, view);
	n = (long)s->rows.rows.n;
	extra = held_rows(view->model, content);
	s->height = content - extra;
	sel = selected(s, &v);
	draw_title(s, view, c, focused);
	if (content < 1)
		return;
	if (!n && !extra) {
		draw_empty(view, c, s->rows.all);
		return;
	}
	draw_rows(s, &v, sel);
	if (extra > 1)
		draw_others(&v, content - 1);
	if (extra)
		draw_sentence(&v, content);
}

static unsigned calls_command(void *state, struct view *view, enum cmd cmd)
{
	struct calls_state *s = state;
	long n, sel, to;

	if (cmd == DO_BACK && view_filter(view, OVER_CALLS))
		return view_unfilter(view, OVER_CALLS);
	update_rows(s, view);
	n = (long)s->rows.rows.n;
	sel = s->follow.still ? calls_rows_find(&s->rows, &s->selected) :
	      follow_default(&s->follow, n);
	to = follow_move(&s->follow, cmd, sel < 0 ? 0 : sel, n,
			 s->height > 0 ? s->height : 1, s->rows.gone +
			 (uint64_t)n);
	if (to < 0 || !n)
		return 0;
	s->selected = s->rows.rows.v[to];
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

static const enum cmd calls_bar_cmds[] = { DO_LEVEL, DO_END, DO_FILTER,
	DO_SORT_BACK, DO_SORT_NEXT, DO_SORT, DO_SORT_INVERT, DO_SORT_MENU,
	DO_NONE };

const struct pane_ops calls_pane = {
	.id = PANE_CALLS,
	.name = "calls",
	.new_state = calls_new,
	.free_state = calls_free,
	.draw = calls_draw,
	.command = calls_command,
	.choose = calls_choose,
	.sorts = call_sort_names,
	.bar = calls_bar_cmds,
};
