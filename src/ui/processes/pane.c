/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Processes pane: the tree with its threads, and ended processes, which one
 * row stands for until the user opens it. */
#include <config.h>

#include "ui/pane/pane.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "base/str.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/terms.h"
#include "ui/processes/cells.h"
#include "ui/processes/rows.h"
#include "ui/kit/widgets.h"

struct processes {
	struct list list;
	struct task_rows rows;
	VEC(pid_t) folded;
	bool ended_open;	/* each ended process has its row */
	pid_t pid;		/* the selected process and its start time */
	uint64_t start;
	bool lived;		/* the process was alive when it was selected */
	pid_t shown_pid;	/* the process that was selected at the last
				 * drawing */
	uint64_t shown_start;
	long height;
};

/* A process that ends while it is selected stays selected for this time. */
#define KEEP_NS 2000000000ull

static void *processes_new(void)
{
	return xcalloc(1, sizeof(struct processes));
}

static void processes_free(void *state)
{
	struct processes *st = state;

	if (!st)
		return;
	task_rows_release(&st->rows);
	vec_release(&st->folded);
	free(st);
}

/* --- the pane ------------------------------------------------------------- */

static long selected_row(const struct processes *st, const struct view *view)
{
	const struct process *p = view_process(view);
	pid_t pid = p ? p->pid : view->pid;
	uint64_t start = pid == st->pid ? st->start : p ? p->start : 0;
	long row = task_rows_find(&st->rows, pid, view->tid, start);

	if (row < 0 && p && p->ended)
		row = task_rows_ended(&st->rows);
	return row < 0 ? 0 : row;
}

static void choose(struct processes *st, struct view *view,
		   const struct process *p, pid_t tid)
{
	const struct process *before = view_process(view);

	st->pid = p->pid;
	st->start = p->start;
	/* The selected region belongs to the previous process, so select
	 * none. */
	if (!before || before->pid != st->pid) {
		view->region = view->region_end = view->page = 0;
		view->region_generation = p->space.generation;
	}
	view->pid = st->pid;
	view->tid = tid;
}

/* Returns the nearest living ancestor of p, else the first living process. */
static const struct process *heir(const struct model *m,
				  const struct process *p)
{
	const struct process *up = p;

	for (int i = 0; i < TREE_DEPTH_MAX && up && up->ended; i++)
		up = model_process(m, up->ppid);
	for (size_t i = 0; (!up || up->ended) && i < m->processes.n; i++)
		up = m->processes.v[i];
	return up && !up->ended ? up : NULL;
}

/*
 * A process that ends while it is selected keeps its row for KEEP_NS.  Then
 * another process is selected, as the selection would otherwise move to the
 * ended processes.  An ended process that the user selects stays selected.
 */
static const struct process *keep_selected(struct processes *st,
					   struct view *view)
{
	const struct model *m = view->model;
	const struct process *p = view_process(view), *next;

	if (!p)
		return NULL;
	if (st->shown_pid != p->pid || st->shown_start != p->start) {
		st->shown_pid = p->pid;
		st->shown_start = p->start;
		st->lived = !p->ended;
	}
	if (!p->ended || !st->lived)
		return NULL;
	if (m->now_ns < p->ended_ns + KEEP_NS)
		return p;
	next = heir(m, p);
	if (next)
		choose(st, view, next, 0);
	return NULL;
}

/* In system-wide mode, the most active processes come first by default. */
static const struct sort *order_of(const struct view *view)
{
	static const struct sort busy = { TASK_SORT_ACTIVITY, false };
	const struct sort *sort = view_sort(view, OVER_PROCESSES);

	return sort || !model_is_system_wide(view->model) ? sort : &busy;
}

/* Makes the rows: a tree, or a list without a tree if it is filtered or
 * sorted. */
static void update(struct processes *st, struct view *view)
{
	struct filter *filter = view_filter(view, OVER_PROCESSES);
	const struct sort *sort = order_of(view);
	const struct process *keep = keep_selected(st, view);

	if (filter || sort)
		task_rows_flat(&st->rows, view->model, filter, sort,
			       view_sort_holds(view));
	else
		task_rows_update(&st->rows, view->model, st->folded.v,
				 st->folded.n, keep, st->ended_open);
}

static void draw_title(const struct processes *st, const struct view *view,
		       struct canvas *c, bool focused)
{
	struct str s = STR_INIT;
	char range[48] = "", sum[FMT_MAX];
	uint64_t rss;
	size_t live;
	long n = (long)st->rows.rows.n;
	const struct filter *filter = view_filter(view, OVER_PROCESSES);
	const struct sort *sort = order_of(view);

	str_addf(&s, "5 %s%s", _("Processes"), n || filter ? "  " : "");
	rss = processes_rss(view->model, &live);
	if (rss && live > 1 && !filter)
		/* TRANSLATORS: the sum of the RSS of all processes; at most 4
		 * columns before the number. */
		str_addf(&s, _("tree %s  "), fmt_size(sum, rss));
	if (filter)
		filter_title(&s, (size_t)n, st->rows.all);
	else if (n && st->rows.live == 0)
		str_adds(&s, _("all ended"));
	else if (st->rows.threads)
		str_addf(&s, ngettext("%zu + %zu thread", "%zu + %zu threads",
				      (unsigned long)st->rows.threads),
			 st->rows.live, st->rows.threads);
	else if (n)
		str_addf(&s, "%zu", st->rows.live);
	if (n)
		view_order_title(&s, sort, task_sort_names);
	if (n > st->height && st->height > 0)
		list_range(&st->list, n, st->height, range);
	title_rule(c, &view->look, focused, s.data, range);
	str_release(&s);
}

static void draw_empty(const struct view *view, struct canvas *c, size_t all)
{
	const struct filter *filter = view_filter(view, OVER_PROCESSES);
	struct str s = STR_INIT;

	if (filter && all)
		filter_empty(&s, filter, key_of(DO_BACK));
	else
		str_adds(&s, model_captured(view->model) ?
			 _("No frame was captured.") : _("No process yet."));
	canvas_field(c, 1, 1, c->clip.cols - 1, STYLE_DIM, s.data);
	str_release(&s);
}

struct process_drawing {
	const struct processes *st;
	const struct task_drawing *d;
};

static struct hot hot_of(void *arg, long i)
{
	const struct process_drawing *drawing = arg;
	const struct task_row *row = &drawing->st->rows.rows.v[i];
	pid_t tid = row->task ? row->task->tid : 0;

	return (struct hot){
		.kind = HOT_ROW, .value = (uint64_t)row->process->pid,
		.part = (unsigned)tid, .more = row->process->start,
	};
}

static void draw_row(void *arg, int row, long i)
{
	const struct process_drawing *drawing = arg;

	task_draw_row(drawing->d, row, &drawing->st->rows.rows.v[i]);
}

/* Returns the columns to hide: those that the user hid, and those without data.
 * System-wide mode has only activity; a capture has only processes and regions.
 * For a single program the header shows the faults. */
static uint32_t hidden_columns(const struct view *view)
{
	const uint32_t unknown = 1u << TASK_STATE | 1u << TASK_RSS |
		1u << TASK_RATE | 1u << TASK_SWAP | 1u << TASK_REGIONS |
		1u << TASK_CGROUP;

	const uint32_t captured = unknown & ~(1u << TASK_REGIONS);

	return view->hidden_columns[TABLE_PROCESSES] |
	       (model_captured(view->model) ?
			captured | 1u << TASK_FAULTS | 1u << TASK_CALLS :
		model_is_system_wide(view->model) ? unknown :
		1u << TASK_FAULTS);
}

static void processes_draw(void *state, struct view *view, struct canvas *c,
			   bool focused)
{
	struct processes *st = state;
	struct task_drawing d = {
		.c = c, .look = &view->look,
		.k = task_columns(c->clip.cols, hidden_columns(view)),
		.calls = !view->model->status_ns ||
			 model_calls_reported(view->model),
	};
	long n, sel;

	update(st, view);
	n = (long)st->rows.rows.n;
	sel = selected_row(st, view);
	st->height = c->clip.rows - 2;
	list_keep(&st->list, sel, n, st->height);
	draw_title(st, view, c, focused);
	if (n == 0) {
		draw_empty(view, c, st->rows.all);
		return;
	}
	task_draw_header(c, &d.k);
	table_draw(c, &st->list, &(struct table_rows){
		.row = 2, .cols = c->clip.cols, .n = n, .height = st->height,
		.keep = d.k.name_end,
		.selected = sel, .focused = focused,
		/* If there is room, the ended processes are at the bottom, with
		 * a gap above them. */
		.gap_before = (long)st->rows.tree,
		.gap = n < st->height ? st->height - n : 0,
		.arg = &(struct process_drawing){ st, &d },
		.draw = draw_row, .hot = hot_of,
	});
}

static unsigned select_row(struct processes *st, struct view *view, long row)
{
	const struct task_row *t = &st->rows.rows.v[row];

	choose(st, view, t->process, t->task ? t->task->tid : 0);
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned processes_choose(void *state, struct view *view,
				 const struct hot *hot, int at,
				 enum choose_how how)
{
	struct processes *st = state;
	long row;

	(void)at;
	if (hot->kind != HOT_ROW || how != CHOOSE_CLICK)
		return 0;
	update(st, view);
	row = task_rows_find(&st->rows, (pid_t)hot->value, (pid_t)hot->part,
			     hot->more);
	if (row < 0)
		return 0;
	st->list.line = row - st->list.top;
	return select_row(st, view, row);
}

/* The key ← hides the rows below a process, → shows them again. */
static unsigned fold(struct processes *st, struct view *view, long row,
		     bool away)
{
	const struct task_row *t = &st->rows.rows.v[row];
	pid_t pid = t->process->pid;

	if ((size_t)row >= st->rows.tree) {
		st->ended_open = !away;
		return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
	}
	if (away && t->task) {
		while (row > 0 && st->rows.rows.v[row].task)
			row--;
		select_row(st, view, row);
	}
	for (size_t i = st->folded.n; i-- > 0;)
		if (st->folded.v[i] == pid)
			vec_remove(&st->folded, i);
	if (away)
		*vec_push(&st->folded) = pid;
	return CMD_TAKEN | CMD_REDRAW | CMD_FOCUS;
}

static unsigned processes_command(void *state, struct view *view, enum cmd cmd)
{
	struct processes *st = state;
	long n, sel, row;

	if (cmd == DO_BACK && view_filter(view, OVER_PROCESSES))
		return view_unfilter(view, OVER_PROCESSES);
	update(st, view);
	n = (long)st->rows.rows.n;
	if (n == 0)
		return 0;
	sel = selected_row(st, view);
	row = list_move(&st->list, cmd, sel, n, st->height);
	if (row >= 0)
		return select_row(st, view, row);
	switch (cmd) {
	case DO_LEFT:
	case DO_RIGHT:
		return fold(st, view, sel, cmd == DO_LEFT);
	case DO_ENTER:
		if (st->rows.rows.v[sel].ended)
			return select_row(st, view, sel) |
			       fold(st, view, sel, false);
		return select_row(st, view, sel) | CMD_OPEN;
	default:
		return 0;
	}
}

static const char *processes_enter(const void *state, const struct view *view,
				   bool *can)
{
	const struct processes *st = state;
	const struct process *p = view_process(view);
	long ended = task_rows_ended(&st->rows);

	*can = true;
	if (ended >= 0 && p && p->ended && selected_row(st, view) == ended)
		return N_("Unfold");
	if (model_captured(view->model))
		return N_("Regions");
	if (!model_is_system_wide(view->model))
		return N_("Process");
	*can = p && !p->ended;
	return N_("Attach");
}

static const enum cmd processes_bar[] = { DO_ENTER, DO_PROCESS, DO_FILTER,
	DO_SORT_BACK, DO_SORT_NEXT, DO_SORT, DO_SORT_INVERT,
	DO_SORT_MENU, DO_NONE };

static const struct term signs_part_list[] = {
	{ "├ └",
	  N_("Child process or thread of the line above."),
	  .st = STYLE_DIM, .ascii = "| `" },
	{ "▸",
	  N_("Folded: Right shows threads and children."),
	  .st = STYLE_DIM, .ascii = "+" },
	{ "~1.2M",
	  N_("An old value: the process is no longer sampled."),
	  .st = STYLE_DIM },
	{ N_("exited 0"), N_("Ended with success, and when."),
	  .st = STYLE_DIM },
	{ N_("exited 1"), N_("Ended with this status."), .st = STYLE_WARN },
	{ N_("killed SIGSEGV"), N_("Killed by a signal."), .st = STYLE_ERR },
};
static const struct terms_part signs_part =
	TERMS_PART(N_("SIGNS"), signs_part_list);

static const struct terms_part *const terms[] = {
	&task_columns_part, &signs_part, &terms_common, NULL,
};

const struct pane_ops processes_pane = {
	.id = PANE_PROCESSES,
	.name = "processes",
	.title = N_("Processes"),
	.terms = terms,
	.of_capture = true,
	.new_state = processes_new,
	.free_state = processes_free,
	.draw = processes_draw,
	.full_cols = 1000,
	.command = processes_command,
	.choose = processes_choose,
	.sorts = task_sort_names,
	.bar = processes_bar,
	.enter = processes_enter,
};
