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
/* A pane narrower than this shows no duration. */
#define WIDTH_DURATION 50
/* Minimum width of a call that is cut to make room for its result. */
#define CALL_LEAST 12
/* How long the result of the last step is highlighted. */
#define LIT_NS 2000000000u

/* All text of the selected row has one style, except for highlighted parts. */
static style style_of(const struct calls_view *v, style st)
{
	return v->row ? v->row : st;
}

/* True if a step has just made this call return. */
static bool is_lit(const struct calls_view *v, const struct call_row *r)
{
	uint64_t back = r->time_ns + r->call.duration_ns;
	uint64_t now = v->view->model->now_ns;

	return v->held == r && !r->open && now < back + LIT_NS;
}

/* True if the thread ended inside the call, or mmtop missed the return. */
static bool never_returned(const struct call_row *r)
{
	return !r->open && r->call.phase == PHASE_ENTER;
}

/* Draws the call and its result.  Only the call is cut, to make room for the
 * result. */
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
		call.len = whole.len;	/* the text has no separate result: draw
					 * all of it as the call */
	str_add(&cut, whole.data + call.len, whole.len - call.len);
	whole.len = call.len;
	whole.data[whole.len] = '\0';
	str_clear(&call);
	/* If the result leaves too little room for the call, cut the end of the
	 * whole text. */
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
		end = put_sources(v->c, row, end, style_of(v, STYLE_DIM),
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
		str_adds(&s, _("+++ ended, status unknown +++"));
	canvas_field(v->c, row, v->text_col, v->c->clip.cols - v->text_col,
		     style_of(v, p->signal > 0 ? STYLE_ERR : STYLE_DIM),
		     s.data);
	str_release(&s);
}

static void draw_gap(const struct calls_view *v, int row,
		     const struct gap_row *g)
{
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	unsigned long n = g->count < ULONG_MAX ? (unsigned long)g->count
					       : ULONG_MAX;

	/* TRANSLATORS: a row among the calls: that number of events is
	 * missing. */
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

static void draw_signal(const struct calls_view *v, int row,
			const struct signal_row *sig)
{
	int end = v->c->clip.cols;
	struct str s = STR_INIT;

	if (v->tellers)
		end = put_sources(v->c, row, end, style_of(v, STYLE_DIM),
				  sig->source, sig->also);
	signal_line(&s, sig);
	canvas_field(v->c, row, v->text_col, end - v->text_col,
		     style_of(v, STYLE_WARN), s.data);
	str_release(&s);
}

/* --- columns -------------------------------------------------------------- */

/* The event of a row: one of the pointers is not NULL.  The other fields are
 * the values of the first columns. */
struct call_line {
	const struct call_row *call;
	const struct signal_row *signal;
	const struct process *ended;
	const struct gap_row *gap;
	uint64_t time_ns;
	pid_t pid, tid;			/* tid 0: there is no thread */
};

static bool find_line(struct call_line *line, const struct model *m,
		      const struct calls_row *r)
{
	*line = (struct call_line){ .call = NULL };
	if (r->kind == ROW_CALL && (line->call = model_call(m, r->seq))) {
		line->time_ns = line->call->time_ns;
		line->pid = line->call->pid;
		line->tid = line->call->tid;
	} else if (r->kind == ROW_SIGNAL &&
		   (line->signal = model_signal(m, r->seq))) {
		line->time_ns = line->signal->time_ns;
		line->pid = line->signal->pid;
		line->tid = line->signal->tid;
	} else if (r->kind == ROW_END &&
		   (line->ended = process_of_row(m, r))) {
		line->time_ns = line->ended->ended_ns;
		line->pid = line->tid = line->ended->pid;
	} else if (r->kind == ROW_GAP && (line->gap = model_gap(m, r->seq))) {
		line->time_ns = line->gap->time_ns;
	} else {
		return false;
	}
	return true;
}

static void time_cell(const struct table_cell *x)
{
	const struct call_line *line = x->of;
	char buf[FMT_MAX];

	cell_right(x, style_of(x->arg, STYLE_DIM),
		   fmt_time(buf, line->time_ns));
}

/* In system-wide mode only processes are listed, so a thread is shown by the
 * PID of its process. */
static void task_cell(const struct table_cell *x)
{
	const struct calls_view *v = x->arg;
	const struct call_line *line = x->of;
	char buf[FMT_MAX];

	if (!line->tid)
		return;
	snprintf(buf, sizeof buf, "%d",
		 (int)(model_is_system_wide(v->view->model) ? line->pid :
							 line->tid));
	canvas_puts(x->c, x->row, x->col, style_of(v, STYLE_TEXT), buf);
}

static void what_cell(const struct table_cell *x)
{
	const struct call_line *line = x->of;

	if (line->call)
		draw_call(x->arg, x->row, line->call);
	else if (line->signal)
		draw_signal(x->arg, x->row, line->signal);
	else if (line->ended)
		draw_end(x->arg, x->row, line->ended);
	else
		draw_gap(x->arg, x->row, line->gap);
}

static const struct table_column columns[CALLS_COLUMNS] = {
	[CALLS_TIME] = { "", NULL, 0, true, 0, time_cell, .cols = 7 },
	[CALLS_TASK] = { "", NULL, 1, false, 0, task_cell, .cols = 4, .from = 30,
			 .behind = 1 },
	[CALLS_WHAT] = { "", NULL, 1, false, 0, what_cell, .cols = 0 },
};

void calls_place(struct calls_view *v, int task_cols)
{
	struct table_place *task = &v->at[CALLS_TASK];
	int width = v->c->clip.cols;

	table_fit(v->at, columns, CALLS_COLUMNS, 0, width);
	if (task->cols) {
		v->at[CALLS_WHAT].col += task_cols - task->cols;
		task->cols = task_cols;
	}
	v->text_col = v->at[CALLS_WHAT].col;
}

void calls_line(const struct calls_view *v, int row, const struct calls_row *r)
{
	struct canvas *c = v->c;
	struct call_line line;

	if (v->row)
		canvas_fill(c, row, 0, c->clip.cols, v->row, " ");
	if (find_line(&line, v->view->model, r))
		table_cells(&(struct table_cell){
			.c = c, .row = row, .look = &v->view->look, .arg = v,
			.of = &line,
		}, columns, v->at, CALLS_COLUMNS);
	if (!v->row)
		return;
	/* From 100 s on, the time fills its column and leaves no blank for the
	 * mark. */
	if (canvas_at(c, c->clip.row + row, c->clip.col)->text[0] == ' ')
		canvas_puts(c, row, 0, v->row, ">");
	if (v->focused)
		canvas_cursor(c, row, 0, false);
}
