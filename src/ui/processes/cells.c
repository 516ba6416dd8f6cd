/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/processes/cells.h"

#include <libintl.h>
#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

#define NAME_END 18
#define NAME_END_WIDE 26
#define NAME_END_LEAST 14
#define WIDE 100
/* From this width on, a pane shows command lines.  In a narrower one, names get
 * the remaining room. */
#define COMMAND_FROM 80
/* Columns from the start of how a process ended to the end of its time, and the
 * number that short words need. */
#define ENDED_COLS 22
#define ENDED_LEAST 7

static const struct table_column columns[TASK_PLACES];

/* The columns by priority: in a narrow pane, the last ones are dropped
 * first. */
static const struct table_step steps[] = {
	{ TASK_STATE, 1 }, { TASK_RSS, 5 }, { TASK_RATE, 6 },
	{ TASK_SWAP, 5 }, { TASK_REGIONS, 7 }, { TASK_CALLS, 7 },
	{ TASK_FAULTS, 8 }, { TASK_CGROUP, 11 }, { TASK_COMMAND, 8 },
};

/* True if there is room only for the name and perhaps for RSS. */
static bool least(struct task_columns *k, uint32_t hidden)
{
	if (k->width > NAME_END + 6)
		return false;
	if (k->width < NAME_END + 6)
		k->name_end = k->width - 6;
	if (k->name_end < NAME_END_LEAST || hidden & 1u << TASK_RSS)
		k->name_end = k->width;
	else
		k->at[TASK_RSS] = (struct table_place){ k->name_end + 1, 5 };
	return true;
}

struct task_columns task_columns(int width, uint32_t hidden)
{
	struct task_columns k = { .width = width, .name_end = NAME_END };
	int col, room;

	if (width < WIDE)
		hidden |= 1u << TASK_CGROUP;
	if (width < COMMAND_FROM)
		hidden |= 1u << TASK_COMMAND;
	if (!least(&k, hidden)) {
		if (width >= WIDE)
			k.name_end = NAME_END_WIDE;
		room = table_fill(k.at, columns, steps,
				  sizeof steps / sizeof *steps,
				  width - k.name_end, hidden);
		if (width < COMMAND_FROM && room > 0)
			k.name_end += room;
		if (k.name_end > NAME_END_WIDE)
			k.name_end = NAME_END_WIDE;
		col = k.name_end;
		for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
			size_t at = steps[i].column;

			col = table_place(k.at + at, columns + at, 1, col);
		}
		if (k.at[TASK_COMMAND].cols)
			k.at[TASK_COMMAND].cols =
				width - k.at[TASK_COMMAND].col;
	}
	k.at[TASK_PID] = (struct table_place){ 2, k.name_end - 2 };
	k.at[TASK_NAME] = (struct table_place){ 7, k.name_end - 8 };
	return k;
}

void task_draw_header(struct canvas *c, const struct task_columns *k)
{
	/* In a narrow pane the head NAME covers the end of the column PID. */
	table_heads(c, 1, columns + TASK_PID, k->at + TASK_PID, 2);
	table_heads(c, 1, columns, k->at, TASK_COLUMNS);
}

/* Returns the column of the pid: 3 columns for each level of the tree, as far
 * as this leaves room for the pid and a part of the name. */
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

/* Formats how a process ended, in at most `room` columns if that is possible.
 * Returns the style. */
static style ended_words(char *out, size_t size, const struct process *p,
			 int room)
{
	char name[16];

	if (p->signal > 0) {
		signal_name((uint64_t)p->signal, name);
		/* TRANSLATORS: a process was killed by a signal; at most 8
		 * columns. */
		snprintf(out, size, _("killed %s"), name);
		if (text_width(out) > room)
			snprintf(out, size, "%s", name);
		return STYLE_ERR;
	}
	if (p->status < 0) {
		/* TRANSLATORS: it is not known how a process ended; at most 11
		 * columns. */
		snprintf(out, size, "%s", _("ended, n/a"));
		return STYLE_DIM;
	}
	/* TRANSLATORS: a process exited with a status; at most 8 columns. */
	snprintf(out, size, _("exited %d"), p->status);
	if (text_width(out) > room)
		/* TRANSLATORS: the same, in at most 7 columns with the
		 * number. */
		snprintf(out, size, _("exit %d"), p->status);
	return p->status > 0 ? STYLE_WARN : STYLE_DIM;
}

/* Draws the peak of an ended process, how it ended, and when, as far as there
 * is room: "31.0M exited 0 9.81s", "2.40M killed SIGSEGV 14.2s". */
static void draw_ended(const struct task_drawing *d, int row,
		       const struct process *p)
{
	const struct table_place *rss = &d->k.at[TASK_RSS];
	const struct table_place *command = &d->k.at[TASK_COMMAND];
	int end = command->cols ? command->col - 1 : d->k.width;
	int col = d->k.name_end - 1, time_col;
	char words[64], when[FMT_MAX];
	style st;

	if (rss->cols && end - rss->col - rss->cols - 1 >= ENDED_LEAST) {
		if (p->peak_rss)
			size_cell(d->c, row, rss->col, rss->cols, STYLE_DIM,
				  p->peak_rss);
		col = rss->col + rss->cols + 1;
	}
	st = ended_words(words, sizeof words, p, end - col);
	time_col = col + ENDED_COLS - text_width(fmt_duration(when,
							      p->ended_ns));
	col = canvas_puts(d->c, row, col, st, words);
	if (time_col > col && time_col + text_width(when) <= end)
		canvas_puts(d->c, row, time_col, STYLE_DIM, when);
}

/* Draws the row that stands for all ended processes. */
static void draw_all_ended(const struct task_drawing *d, int row,
			   const struct task_row *t)
{
	const struct process *p = t->process;
	unsigned long n = (unsigned long)t->ended;
	unsigned long killed = (unsigned long)t->killed;
	struct str s = STR_INIT, name = STR_INIT;
	char peak[FMT_MAX];

	str_addf(&s, "%s ", d->look->utf8 ? "▸" : "+");
	str_addf(&s, ngettext("%lu ended", "%lu ended", n), n);
	if (t->killed)
		/* TRANSLATORS: number of processes that a signal killed, after
		 * the number of ended processes. */
		str_addf(&s, ngettext(", %lu killed", ", %lu killed", killed),
			 killed);
	if (p->peak_rss) {
		text_safe(&name, p->comm, strlen(p->comm), !d->look->utf8);
		/* TRANSLATORS: the name of the process with the largest peak of
		 * RSS, and that peak. */
		str_addf(&s, _(", largest %s %s"), name.data,
			 fmt_size(peak, p->peak_rss));
	}
	put_cut(d->c, d->look, row, 1, t->killed ? STYLE_ERR : STYLE_DIM,
		s.data);
	str_release(&name);
	str_release(&s);
}

/* --- figures: x->of is the struct task_row -------------------------------- */

static const struct task_row *row_of(const struct table_cell *x)
{
	return x->of;
}

/* Returns NULL if the memory usage of the process is unknown, or mmtop has
 * detached from it. */
static const struct ev_usage *usage_of(const struct table_cell *x)
{
	const struct process *p = row_of(x)->process;

	return row_of(x)->task || !p->usage_ns || p->detached ? NULL
							      : &p->usage;
}

static void name_cell(const struct table_cell *x)
{
	const struct task_drawing *d = x->arg;

	draw_name(d, x->row, row_of(x), d->k.name_end - 1);
}

static const struct task *task_of(const struct task_row *t)
{
	return t->task ? t->task : process_task(t->process, t->process->pid);
}

static void state_cell(const struct table_cell *x)
{
	const struct task *task = task_of(row_of(x));
	char state[2] = { task && task->state ? task->state : '?', '\0' };

	canvas_puts(x->c, x->row, x->col, STYLE_TEXT, state);
}

static void rss_cell(const struct table_cell *x)
{
	const struct process *p = row_of(x)->process;
	char old[FMT_MAX];

	if (row_of(x)->task)
		return;
	if (!p->usage_ns)
		cell_pending(x);
	else if (!p->detached)
		size_cell(x->c, x->row, x->col, x->cols, STYLE_TEXT,
			  p->usage.rss);
	else if (p->usage.rss != EV_UNKNOWN)
		/* The value is old.  Its mark may use the blank before the
		 * column. */
		canvas_rfield(x->c, x->row, x->col - 1, x->cols + 1, STYLE_DIM,
			      old_size(old, p->usage.rss));
}

static void growth_cell(const struct table_cell *x)
{
	if (usage_of(x))
		rate_cell(x->c, x->row, x->col, x->cols,
			  &row_of(x)->process->rss_rate);
}

static void swap_cell(const struct table_cell *x)
{
	const struct ev_usage *u = usage_of(x);

	if (u)
		size_cell(x->c, x->row, x->col, x->cols, STYLE_TEXT, u->swap);
}

static void regions_cell(const struct table_cell *x)
{
	const struct process *p = row_of(x)->process;
	char buf[FMT_MAX];

	if (row_of(x)->task || (p->usage_ns && p->detached))
		return;
	cell_right(x, STYLE_TEXT, p->space.synced_ns ?
		   fmt_count(buf, p->space.live) : x->look->utf8 ? "…" : "~");
}

static void count_cell(const struct table_cell *x, const struct rate *r)
{
	char buf[FMT_MAX];
	double v = rate_value(r);

	if (rate_known(r))
		cell_right(x, STYLE_TEXT,
			   fmt_count(buf, v > 0 ? (uint64_t)(v + 0.5) : 0));
}

static void faults_cell(const struct table_cell *x)
{
	if (!row_of(x)->task && !row_of(x)->process->detached)
		count_cell(x, &row_of(x)->process->fault_rate);
}

static void calls_cell(const struct table_cell *x)
{
	const struct task_drawing *d = x->arg;
	const struct task *task = task_of(row_of(x));

	if (task && d->calls)
		count_cell(x, d->k.at[TASK_FAULTS].col && !row_of(x)->task ?
			   &row_of(x)->process->call_rate : &task->call_rate);
}

static void cgroup_cell(const struct table_cell *x)
{
	const struct ev_usage *u = usage_of(x);
	char a[FMT_MAX], b[FMT_MAX], cell[2 * FMT_MAX];

	if (!u)
		return;
	if (u->cgroup_used == EV_UNKNOWN) {
		cell_right(x, STYLE_DIM, _("n/a"));
		return;
	}
	if (u->cgroup_max == EV_UNKNOWN)
		snprintf(cell, sizeof cell, "%s",
			 fmt_size(a, u->cgroup_used));
	else
		snprintf(cell, sizeof cell, "%s/%s",
			 fmt_size(a, u->cgroup_used),
			 fmt_size(b, u->cgroup_max));
	cell_right(x, STYLE_TEXT, cell);
}

static void command_cell(const struct table_cell *x)
{
	const struct process *p = row_of(x)->process;
	const char *words = p->argv && *p->argv ? p->argv : p->exe;
	struct str s = STR_INIT, cut = STR_INIT;

	if (!row_of(x)->task && words && x->cols > 1) {
		text_safe(&s, words, strlen(words), !x->look->utf8);
		text_cut(&cut, s.data, x->cols - 1, CUT_END, !x->look->utf8);
		canvas_puts(x->c, x->row, x->col, STYLE_TEXT, cut.data);
	}
	str_release(&s);
	str_release(&cut);
}

static const struct table_column columns[TASK_PLACES] = {
	/* TRANSLATORS: heads of columns.  PID has at most 3 columns, NAME 10,
	 * S 1.  Another long head widens its column; a narrow pane then shows
	 * fewer columns. */
	[TASK_PID] = { N_("PID"),
		N_("Number of the process or thread."),
		0, false, 1 + TASK_SORT_PID, .cell = name_cell },
	[TASK_NAME] = { N_("NAME"),
		N_("Name of the process or thread; an ended process has its "
		   "exit status."),
		0, false, 1 + TASK_SORT_NAME, .cell = NULL },
	[TASK_STATE] = { N_("S"),
		N_("State: R runs, S sleeps, D waits for a device, T stopped, "
		   "t held, Z zombie."),
		0, false, 0, .cell = state_cell },
	[TASK_RSS] = { N_("RSS"),
		N_("Resident: memory of the process that is in RAM now."),
		1, true, 1 + TASK_SORT_RSS, .cell = rss_cell },
	[TASK_RATE] = { N_("RSS/s"),
		N_("Growth of RSS per second, mean over 5 s."),
		2, true, 1 + TASK_SORT_RATE, .cell = growth_cell },
	[TASK_SWAP] = { N_("SWAP"),
		N_("Memory of the process that is in swap."),
		1, true, 1 + TASK_SORT_SWAP, .cell = swap_cell },
	[TASK_REGIONS] = { N_("REGIONS"),
		N_("Number of mapped regions."),
		1, true, 1 + TASK_SORT_REGIONS, .cell = regions_cell },
	[TASK_CALLS] = { N_("CALLS/S"),
		N_("Memory calls per second."),
		1, true, 1 + TASK_SORT_CALLS, .cell = calls_cell },
	[TASK_FAULTS] = { N_("FAULTS/S"),
		N_("Page faults per second."),
		1, true, 1 + TASK_SORT_FAULTS, .cell = faults_cell },
	[TASK_CGROUP] = { N_("CGROUP"),
		N_("Used memory of its control group, and the limit of the "
		   "group."),
		2, true, 0, .cell = cgroup_cell },
	[TASK_COMMAND] = { N_("COMMAND"),
		N_("Command line."),
		2, false, 0, .cell = command_cell },
};

const struct terms_part task_columns_part = {
	N_("COLUMNS"), columns, NULL, TASK_PLACES,
};

void task_draw_row(const struct task_drawing *d, int row,
		   const struct task_row *t)
{
	const struct table_cell like = { .c = d->c, .row = row,
					 .look = d->look, .arg = d, .of = t };
	bool room = d->k.at[TASK_STATE].col != 0;

	if (t->ended) {
		draw_all_ended(d, row, t);
		return;
	}
	if (!t->process->ended || t->task) {
		table_cells(&like, columns, d->k.at, TASK_PLACES);
		return;
	}
	draw_name(d, row, t, room ? d->k.name_end - 2 : d->k.name_end);
	if (room)
		draw_ended(d, row, t->process);
	table_cells(&like, columns + TASK_COMMAND, d->k.at + TASK_COMMAND, 1);
}
