/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/processes_cells.h"

#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

#define NAME_END 18
#define NAME_END_WIDE 26
#define NAME_END_LEAST 14
#define WIDE 100

const char *const task_column_names[TASK_COLUMNS + 1] = {
	[TASK_STATE] = "state", [TASK_RSS] = "rss", [TASK_RATE] = "rate",
	[TASK_SWAP] = "swap", [TASK_REGIONS] = "regions",
	[TASK_CALLS] = "calls", [TASK_FAULTS] = "faults",
	[TASK_CGROUP] = "cgroup", [TASK_COMMAND] = "command",
};

/* Too narrow for more than a name, and maybe its RSS. */
static bool least(struct task_columns *k, int width, uint32_t hidden)
{
	if (width > NAME_END + 6)
		return false;
	if (width < NAME_END + 6)
		k->name_end = width - 6;
	if (k->name_end < NAME_END_LEAST || hidden & 1u << TASK_RSS)
		k->name_end = width;
	else
		k->rss = k->name_end + 1;
	return true;
}

/* A column of so many cells behind a gap, where there is room for it; else it
 * and those after it are left out. */
static bool column(int *col, int *at, int gap, int cols, int width)
{
	if (width < *at + gap + cols)
		return false;
	*col = *at + gap;
	*at += gap + cols;
	return true;
}

/* PID, NAME, RSS, S, RSS/s, SWAP, REGIONS, CALLS/S, FAULTS/S, COMMAND, CGROUP:
 * the first are the last to go. */
struct task_columns task_columns(int width, uint32_t hidden)
{
	struct task_columns k = { .width = width, .name_end = NAME_END };
	const struct {
		enum task_column id;
		int *col, gap, cols, from;
	} all[] = {
		{ TASK_STATE, &k.state, 0, 1, 0 },
		{ TASK_RSS, &k.rss, 1, 5, 0 },
		{ TASK_RATE, &k.rate, 2, 6, 0 },
		{ TASK_SWAP, &k.swap, 1, 5, 0 },
		{ TASK_REGIONS, &k.regions, 1, 7, 0 },
		{ TASK_CALLS, &k.calls, 1, 7, 0 },
		{ TASK_FAULTS, &k.faults, 1, 8, 0 },
		{ TASK_CGROUP, &k.cgroup, 2, 11, WIDE },
		{ TASK_COMMAND, &k.command, 2, 8, 0 },
	};
	int at;

	if (least(&k, width, hidden))
		return k;
	if (width >= WIDE)
		k.name_end = NAME_END_WIDE;
	at = k.name_end;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (hidden & 1u << all[i].id || width < all[i].from)
			continue;
		if (!column(all[i].col, &at, all[i].gap, all[i].cols, width))
			break;
	}
	return k;
}

/* A head that sorts when it is clicked. */
static void head(struct canvas *c, int col, int cols, bool right,
		 const char *s, enum task_sort sort)
{
	if (right)
		canvas_rfield(c, 1, col, cols, STYLE_DIM, s);
	else
		canvas_field(c, 1, col, cols, STYLE_DIM, s);
	canvas_hot(c, 1, col, cols, (struct hot){ .kind = HOT_COLUMN,
						  .value = sort });
}

void task_draw_header(struct canvas *c, const struct task_columns *k)
{
	/* TRANSLATORS: heads of columns; PID 3, NAME 10, S 1, RSS 4, RSS/s 6,
	 * SWAP 5, REGIONS 7, CALLS/S 7, FAULTS/S 8, CGROUP 11,
	 * COMMAND 20 columns. */
	head(c, 2, k->name_end - 2, false, _("PID"), TASK_SORT_PID);
	head(c, 7, k->name_end - 8, false, _("NAME"), TASK_SORT_NAME);
	if (k->state)
		canvas_field(c, 1, k->state, 1, STYLE_DIM, _("S"));
	if (k->rss)
		head(c, k->rss, 5, true, _("RSS"), TASK_SORT_RSS);
	if (k->rate)
		head(c, k->rate, 6, true, _("RSS/s"), TASK_SORT_RATE);
	if (k->swap)
		head(c, k->swap, 5, true, _("SWAP"), TASK_SORT_SWAP);
	if (k->regions)
		head(c, k->regions, 7, true, _("REGIONS"), TASK_SORT_REGIONS);
	if (k->calls)
		head(c, k->calls, 7, true, _("CALLS/S"), TASK_SORT_CALLS);
	if (k->faults)
		head(c, k->faults, 8, true, _("FAULTS/S"), TASK_SORT_FAULTS);
	if (k->cgroup)
		canvas_rfield(c, 1, k->cgroup, 11, STYLE_DIM, _("CGROUP"));
	if (k->command)
		canvas_field(c, 1, k->command, k->width - k->command,
			     STYLE_DIM, _("COMMAND"));
}

/* The column where the number goes: 3 for each level, as far as there is
 * room for a number and a little of the name. */
static int indent(const struct task_drawing *d, int depth)
{
	int col = 1 + 3 * depth, most = d->k.name_end - 10;

	return col < most || depth == 0 ? col : most;
}

static void draw_branches(const struct task_drawing *d, int row,
			  const struct task_row *t)
{
	bool utf8 = d->look->utf8;

	for (int i = 1; i <= t->depth; i++) {
		int col = 2 + 3 * (i - 1);
		const char *sign = utf8 ? "│" : "|";

		if (col + 2 > indent(d, t->depth))
			return;
		if (i == t->depth)
			sign = utf8 ? (t->last ? "└" : "├")
				    : (t->last ? "`" : "|");
		else if (!(t->lines >> i & 1))
			continue;
		canvas_puts(d->c, row, col, STYLE_DIM, sign);
	}
}

static void draw_name(const struct task_drawing *d, int row,
		      const struct task_row *t, int end)
{
	const char *comm = t->task ? t->task->comm : t->process->comm;
	pid_t id = t->task ? t->task->tid : t->process->pid;
	struct str s = STR_INIT, name = STR_INIT;
	int col = indent(d, t->depth);

	draw_branches(d, row, t);
	col = canvas_printf(d->c, row, col, STYLE_TEXT, "%4d", (int)id);
	col += t->depth ? 1 : 2;
	if (t->folded) {
		canvas_puts(d->c, row, col - 1, STYLE_DIM,
			    d->look->utf8 ? "▸" : "+");
	}
	text_safe(&s, comm, strlen(comm), !d->look->utf8);
	if (end > col) {
		text_cut(&name, s.data, end - col, CUT_END, !d->look->utf8);
		canvas_puts(d->c, row, col, STYLE_TEXT, name.data);
	}
	str_release(&s);
	str_release(&name);
}

/* "exited 0   9.81s", "killed SIGSEGV   14.2s". */
static void draw_ended(const struct task_drawing *d, int row,
		       const struct process *p)
{
	char name[16], when[FMT_MAX];
	int col = d->k.name_end - 1, width = d->k.width;
	style st = STYLE_DIM;
	int time_col;

	if (width > d->k.rate + 6 && d->k.rate)
		width = d->k.rate + 6;
	if (p->signal > 0) {
		st = STYLE_ERR;
		/* TRANSLATORS: by a signal; at most 8 columns. */
		col = canvas_printf(d->c, row, col, st, _("killed %s"),
				    signal_name((uint64_t)p->signal, name));
	} else if (p->status >= 0) {
		if (p->status > 0)
			st = STYLE_WARN;
		/* TRANSLATORS: with a status; at most 8 columns. */
		col = canvas_printf(d->c, row, col, st, _("exited %d"),
				    p->status);
	} else {
		/* TRANSLATORS: how is not known; at most 11 columns. */
		col = canvas_puts(d->c, row, col, st, _("ended, n/a"));
	}
	fmt_duration(when, p->ended_ns);
	time_col = width - text_width(when);
	if (time_col <= col && d->k.swap)
		time_col = d->k.swap + 5 - text_width(when);
	if (time_col > col)
		canvas_puts(d->c, row, time_col, STYLE_DIM, when);
}

static void count_cell(const struct task_drawing *d, int row, int col, int cols,
		       const struct rate *r)
{
	char buf[FMT_MAX];
	double v = rate_value(r);

	if (col && rate_known(r))
		canvas_rfield(d->c, row, col, cols, STYLE_TEXT,
			      fmt_count(buf, v > 0 ? (uint64_t)(v + 0.5)
						   : 0));
}

static void cgroup_cell(const struct task_drawing *d, int row,
			const struct ev_usage *u)
{
	char a[FMT_MAX], b[FMT_MAX], cell[2 * FMT_MAX];

	if (u->cgroup_used == EV_UNKNOWN) {
		canvas_rfield(d->c, row, d->k.cgroup, 11, STYLE_DIM,
			      _("n/a"));
		return;
	}
	if (u->cgroup_max == EV_UNKNOWN)
		snprintf(cell, sizeof cell, "%s",
			 fmt_size(a, u->cgroup_used));
	else
		snprintf(cell, sizeof cell, "%s/%s",
			 fmt_size(a, u->cgroup_used),
			 fmt_size(b, u->cgroup_max));
	canvas_rfield(d->c, row, d->k.cgroup, 11, STYLE_TEXT, cell);
}

static void draw_figures(const struct task_drawing *d, int row,
			 const struct process *p)
{
	const struct task_columns *k = &d->k;
	const char *pending = d->look->utf8 ? "…" : "~";
	char buf[FMT_MAX], old[FMT_MAX];

	if (p->usage_ns == 0) {
		if (k->rss)
			canvas_rfield(d->c, row, k->rss, 5, STYLE_DIM,
				      pending);
	} else if (p->detached) {
		/* Of then; the mark may take the blank before the column. */
		if (k->rss && p->usage.rss != EV_UNKNOWN)
			canvas_rfield(d->c, row, k->rss - 1, 6, STYLE_DIM,
				      old_size(old, p->usage.rss));
		return;
	} else {
		if (k->rss)
			size_cell(d->c, row, k->rss, 5, STYLE_TEXT,
				  p->usage.rss);
		if (k->rate)
			rate_cell(d->c, row, k->rate, 6, &p->rss_rate);
		if (k->swap)
			size_cell(d->c, row, k->swap, 5, STYLE_TEXT,
				  p->usage.swap);
		if (k->cgroup)
			cgroup_cell(d, row, &p->usage);
	}
	if (k->regions)
		canvas_rfield(d->c, row, k->regions, 7, STYLE_TEXT,
			      p->space.synced_ns
				      ? fmt_count(buf, p->space.live)
				      : pending);
}

static void draw_command(const struct task_drawing *d, int row,
			 const struct process *p)
{
	int cols = d->k.width - d->k.command - 1;
	const char *words = p->argv && *p->argv ? p->argv : p->exe;
	struct str s = STR_INIT, cut = STR_INIT;

	if (d->k.command && words && cols > 0) {
		text_safe(&s, words, strlen(words), !d->look->utf8);
		text_cut(&cut, s.data, cols, CUT_END, !d->look->utf8);
		canvas_puts(d->c, row, d->k.command, STYLE_TEXT, cut.data);
	}
	str_release(&s);
	str_release(&cut);
}

void task_draw_row(const struct task_drawing *d, int row,
		     const struct task_row *t)
{
	const struct process *p = t->process;
	const struct task *task = t->task ? t->task
					  : process_task(p, p->pid);
	char state[2] = { task && task->state ? task->state : '?', '\0' };

	if (p->ended && !t->task) {
		bool room = d->k.state != 0;
		draw_name(d, row, t, room ? d->k.name_end - 2
					  : d->k.name_end);
		if (room)
			draw_ended(d, row, p);
		draw_command(d, row, p);
		return;
	}
	draw_name(d, row, t, d->k.name_end - 1);
	if (d->k.state)
		canvas_puts(d->c, row, d->k.state, STYLE_TEXT, state);
	if (task && d->calls)
		count_cell(d, row, d->k.calls, 7, d->k.faults && !t->task ?
			   &p->call_rate : &task->call_rate);
	if (t->task)
		return;
	if (!p->detached)
		count_cell(d, row, d->k.faults, 8, &p->fault_rate);
	draw_figures(d, row, p);
	draw_command(d, row, p);
}
