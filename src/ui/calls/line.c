/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/calls/line.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/signal.h"

#define DURATION_COLS 6
/* Below this width the duration goes. */
#define WIDTH_DURATION 50
/* A call is not cut below this for its result. */
#define CALL_LEAST 12
/* How long the result of a step is lit. */
#define LIT_NS 2000000000u

/* The selected row has one style, but for what is lit in it. */
static style style_of(const struct calls_view *v, style st)
{
	return v->row ? v->row : st;
}

/* A step has just brought this result. */
static bool is_lit(const struct calls_view *v, const struct call_row *r)
{
	uint64_t back = r->time_ns + r->call.duration_ns;
	uint64_t now = v->view->model->now_ns;

	return v->held == r && !r->open && now < back + LIT_NS;
}

/* Its task ended in it, or its return was not seen. */
static bool never_returned(const struct call_row *r)
{
	return !r->open && r->call.phase == PHASE_ENTER;
}

/* The call without its result, cut to leave room for the whole result. */
static void put_call(const struct calls_view *v, int row,
		     const struct call_row *r, int end)
{
	bool ascii = !v->view->look.utf8;
	struct str call = STR_INIT, whole = STR_INIT, cut = STR_INIT;
	struct ev_call asked = r->call;
	int room = end - v->text_col, col;
	bool failed = r->call.error && !r->call.restarted;
	style st = is_lit(v, r) ? STYLE_FL_NEW :
		   style_of(v, failed ? STYLE_WARN : STYLE_TEXT);

	asked.phase = PHASE_ENTER;
	call_text(&call, &asked, true);
	if (r->open)
		str_addf(&whole, "%s = %s", call.data, ascii ? "..." : "…");
	else if (never_returned(r))
		str_addf(&whole, "%s = ?", call.data);
	else
		call_text(&whole, &r->call, true);
	if (whole.len < call.len ||
	    memcmp(whole.data, call.data, call.len) != 0)
		call.len = whole.len;	/* no result apart from the call */
	str_add(&cut, whole.data + call.len, whole.len - call.len);
	whole.len = call.len;
	whole.data[whole.len] = '\0';
	str_clear(&call);
	/* Where little room is left the result goes before the call. */
	if (room - text_width(cut.data) < CALL_LEAST &&
	    text_width(whole.data) > room - text_width(cut.data)) {
		str_adds(&whole, cut.data);
		str_clear(&cut);
	}
	room -= text_width(cut.data);
	text_cut(&call, whole.data, room > 1 ? room : 1, CUT_END, ascii);
	col = canvas_puts(v->c, row, v->text_col, style_of(v, STYLE_TEXT),
			  call.data);
	canvas_puts(v->c, row, col, st, cut.data);
	str_release(&cut);
	str_release(&whole);
	str_release(&call);
}

static void draw_call(const struct calls_view *v, int row,
		      const struct call_row *r)
{
	int end = v->c->clip.cols;
	char buf[FMT_MAX], times[16];

	if (v->tellers)
		end = put_tellers(v->c, row, end, style_of(v, STYLE_DIM),
				  r->source, r->also);
	if (v->held == r && r->open) {
		end = put_right(v->c, row, end, STYLE_ST_HELD,
				_("held at")) - 1;
	} else if (end >= WIDTH_DURATION) {
		if (!r->open && !never_returned(r))
			put_right(v->c, row, end, style_of(v, STYLE_DIM),
				  fmt_duration(buf, r->call.duration_ns));
		end -= DURATION_COLS + 1;
	}
	if (r->repeats > 1) {
		snprintf(times, sizeof times, "x%u", r->repeats);
		end = put_right(v->c, row, end, style_of(v, STYLE_BRIGHT),
				times);
	}
	put_call(v, row, r, end - 1);
}

static void draw_end(const struct calls_view *v, int row,
		     const struct process *p)
{
	struct str s = STR_INIT;
	char name[16];

	if (p->signal > 0)
		str_addf(&s, p->core ?
			 _("+++ killed by %s, core dumped, status %d +++") :
			 _("+++ killed by %s, status %d +++"),
			 signal_name((uint64_t)p->signal, name),
			 128 + p->signal);
	else if (p->status >= 0)
		str_addf(&s, _("+++ exited with status %d +++"), p->status);
	else
		str_adds(&s, _("+++ ended; its status was not seen +++"));
	canvas_field(v->c, row, v->text_col, v->c->clip.cols - v->text_col,
		     style_of(v, p->signal > 0 ? STYLE_ERR : STYLE_DIM),
		     s.data);
	str_release(&s);
}

static void draw_gap(const struct calls_view *v, int row,
		     const struct gap_row *g)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX], time[FMT_MAX];
	unsigned long n = g->count < ULONG_MAX ? (unsigned long)g->count
					       : ULONG_MAX;

	canvas_rfield(v->c, row, 0, CALLS_TIME_COLS, style_of(v, STYLE_DIM),
		      fmt_time(time, g->time_ns));
	/* TRANSLATORS: among the calls; as many events as that are missing. */
	str_addf(&s, ngettext("... %s event lost ...",
			      "... %s events lost ...", n),
		 fmt_grouped(buf, g->count));
	canvas_field(v->c, row, v->text_col, v->c->clip.cols - v->text_col,
		     style_of(v, STYLE_ERR), s.data);
	str_release(&s);
}

static const struct process *process_of_row(const struct model *m,
					    const struct calls_row *row)
{
	for (size_t i = m->processes.n; i-- > 0;) {
		const struct process *p = m->processes.v[i];

		if (p->pid == row->pid && p->start == row->start && p->ended)
			return p;
	}
	return NULL;
}

/* Of everybody only processes are listed, and found by their numbers. */
static void draw_head(const struct calls_view *v, int row, uint64_t time_ns,
		      pid_t pid, pid_t tid)
{
	pid_t who = model_everybody(v->view->model) ? pid : tid;
	char buf[FMT_MAX];

	canvas_rfield(v->c, row, 0, CALLS_TIME_COLS, style_of(v, STYLE_DIM),
		      fmt_time(buf, time_ns));
	if (v->task_cols) {
		snprintf(buf, sizeof buf, "%d", (int)who);
		canvas_puts(v->c, row, v->task_col, style_of(v, STYLE_TEXT),
			    buf);
	}
}

static void draw_signal(const struct calls_view *v, int row,
			const struct signal_row *sig)
{
	int end = v->c->clip.cols;
	struct str s = STR_INIT;

	if (v->tellers)
		end = put_tellers(v->c, row, end, style_of(v, STYLE_DIM),
				  sig->source, sig->also);
	signal_line(&s, sig);
	canvas_field(v->c, row, v->text_col, end - v->text_col,
		     style_of(v, STYLE_WARN), s.data);
	str_release(&s);
}

static void draw_row(const struct calls_view *v, int row,
		     const struct calls_row *r)
{
	const struct model *m = v->view->model;
	const struct call_row *call;
	const struct signal_row *sig;
	const struct process *p;
	const struct gap_row *gap;

	if (r->kind == ROW_CALL && (call = model_call(m, r->seq))) {
		draw_head(v, row, call->time_ns, call->pid, call->tid);
		draw_call(v, row, call);
	} else if (r->kind == ROW_SIGNAL && (sig = model_signal(m, r->seq))) {
		draw_head(v, row, sig->time_ns, sig->pid, sig->tid);
		draw_signal(v, row, sig);
	} else if (r->kind == ROW_END && (p = process_of_row(m, r))) {
		draw_head(v, row, p->ended_ns, p->pid, p->pid);
		draw_end(v, row, p);
	} else if (r->kind == ROW_GAP && (gap = model_gap(m, r->seq))) {
		draw_gap(v, row, gap);
	}
}

void calls_line(const struct calls_view *v, int row, const struct calls_row *r)
{
	struct canvas *c = v->c;

	if (v->row)
		canvas_fill(c, row, 0, c->clip.cols, v->row, " ");
	draw_row(v, row, r);
	if (!v->row)
		return;
	/* From 100 s on the time has all of its columns. */
	if (canvas_at(c, c->clip.row + row, c->clip.col)->text[0] == ' ')
		canvas_puts(c, row, 0, v->row, ">");
	if (v->focused)
		canvas_cursor(c, row, 0, false);
}
