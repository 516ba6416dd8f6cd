/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/picker/pane.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/i18n.h"

#define SECOND UINT64_C(1000000000)
#define COMMAND_LEAST 8

const char *pick_name(const struct pick *k)
{
	return k->command[0] ? k->command : "?";
}

char *pick_age(char buf[FMT_MAX], const struct pick *k, uint64_t now_ns)
{
	uint64_t s = now_ns > k->p.began_ns
			     ? (now_ns - k->p.began_ns) / SECOND : 0;
	uint64_t m = s / 60, h = m / 60, d = h / 24;

	if (h < 1)
		snprintf(buf, FMT_MAX, "%" PRIu64 ":%02" PRIu64, m, s % 60);
	else if (d < 1)
		snprintf(buf, FMT_MAX, "%" PRIu64 "h%02" PRIu64, h, m % 60);
	else if (d < 100)
		snprintf(buf, FMT_MAX, "%" PRIu64 "d%02" PRIu64, d, h % 24);
	else
		snprintf(buf, FMT_MAX, "%" PRIu64 "d", d);
	return buf;
}

/* --- cells ---------------------------------------------------------------- */

static const struct pick *pick_of(const struct table_cell *x)
{
	return ((const struct pick_line *)x->of)->pick;
}

static void pid_cell(const struct table_cell *x)
{
	char pid[16];

	snprintf(pid, sizeof pid, "%d", (int)pick_of(x)->p.pid);
	canvas_rfield(x->c, x->row, strlen(pid) > 6 ? 1 : 0, 7, x->st, pid);
}

static void user_cell(const struct table_cell *x)
{
	const char *name = pick_of(x)->p.user;
	struct str user = STR_INIT, cut = STR_INIT;

	text_safe(&user, name, strlen(name), !x->look->utf8);
	text_cut(&cut, user.data, x->cols, CUT_END, !x->look->utf8);
	canvas_puts(x->c, x->row, x->col, x->st, cut.data);
	str_release(&user);
	str_release(&cut);
}

/* Draws "-" for a process that has no memory of its own: n/a would mean that
 * the size is unknown. */
static void rss_cell(const struct table_cell *x)
{
	uint64_t rss = pick_of(x)->p.rss;

	if (rss == EV_UNKNOWN)
		cell_right(x, STYLE_DIM, "-");
	else
		size_cell(x->c, x->row, x->col, x->cols, x->st, rss);
}

static void growth_cell(const struct table_cell *x)
{
	const struct pick *k = pick_of(x);

	if (k->p.rss != EV_UNKNOWN)
		rate_cell(x->c, x->row, x->col + 2, 6, &k->rss_rate);
}

static void pss_cell(const struct table_cell *x)
{
	const struct pick *k = pick_of(x);

	if (k->p.rss == EV_UNKNOWN)
		cell_right(x, STYLE_DIM, "-");
	else if (!k->more.pid || k->more.pss_why == LISTED_LATER)
		cell_pending(x);
	else if (k->more.pss_why == LISTED_KNOWN)
		size_cell(x->c, x->row, x->col, x->cols, x->st, k->more.pss);
	else
		cell_right(x, STYLE_DIM, _("n/a"));
}

static void cgroup_cell(const struct table_cell *x)
{
	const struct pick *k = pick_of(x);
	char a[FMT_MAX] = "?", b[FMT_MAX], limit[2 * FMT_MAX];
	const char *none = NULL;

	if (k->p.rss == EV_UNKNOWN)
		none = "-";
	else if (!k->more.pid)
		none = x->look->utf8 ? "…" : "~";
	else if (k->more.cgroup_max == EV_UNKNOWN)
		/* TRANSLATORS: there is no limit; at most 11 columns. */
		none = k->more.cgroup_used == EV_UNKNOWN ? _("n/a") :
							   _("none");
	if (none) {
		canvas_field(x->c, x->row, x->col, 11, STYLE_DIM, none);
		return;
	}
	if (k->more.cgroup_used != EV_UNKNOWN)
		fmt_size(a, k->more.cgroup_used);
	snprintf(limit, sizeof limit, "%s/%s", a,
		 fmt_size(b, k->more.cgroup_max));
	canvas_rfield(x->c, x->row, x->col, 11, x->st, limit);
}

static void age_cell(const struct table_cell *x)
{
	const struct view *view = x->arg;
	char age[FMT_MAX];

	cell_right(x, x->st, pick_age(age, pick_of(x), view->model->now_ns));
}

/* Draws the lines of the tree, "│ └ ", as far as they leave room for a name. */
static int branches(const struct table_cell *x, const struct pick_row *r)
{
	int col = x->col, most = x->col + x->cols - 2 * COMMAND_LEAST;
	bool utf8 = x->look->utf8;
	int from = 1;

	/* If there is not enough room, draw only the nearest levels. */
	if (col + 2 * r->depth > most)
		from = r->depth - (most - col) / 2;
	if (from < 1)
		from = 1;
	for (int i = from; i <= r->depth; i++, col += 2) {
		const char *sign = utf8 ? "│" : "|";

		if (i == r->depth)
			sign = utf8 ? (r->last ? "└" : "├")
				    : (r->last ? "`" : "|");
		else if (i > 63 || !(r->lines >> i & 1))
			continue;
		canvas_puts(x->c, x->row, col, STYLE_DIM, sign);
	}
	return col;
}

/* The name of the tracer follows the command: it explains the x at the start of
 * the row. */
static void command_cell(const struct table_cell *x)
{
	const struct pick_line *line = x->of;
	const struct refusal *why = &line->pick->more.refusal;
	struct str tail = STR_INIT, cut = STR_INIT;
	int col = branches(x, line->row), room = x->col + x->cols - col;

	if (line->pick->more.pid && why->why == REFUSED_TRACED &&
	    why->other > 0) {
		str_adds(&tail, " (");
		text_safe(&tail, why->other_name, strlen(why->other_name),
			  !x->look->utf8);
		str_addf(&tail, " %d)", (int)why->other);
	}
	if (room - text_width(tail.data) < 2)
		str_clear(&tail);
	text_cut(&cut, pick_name(line->pick), room - text_width(tail.data),
		 CUT_END, !x->look->utf8);
	col = canvas_puts(x->c, x->row, col, x->st, cut.data);
	canvas_puts(x->c, x->row, col, STYLE_DIM, tail.data);
	str_release(&tail);
	str_release(&cut);
}

void pick_draw_row(const struct table_cell *like,
		   const struct table_place at[PICK_COLUMNS])
{
	const struct pick_line *line = like->of;
	const struct listed_more *more = &line->pick->more;
	bool refused = more->pid && more->refusal.why != REFUSED_NOT;

	table_cells(like, pick_columns, at, PICK_COLUMNS);
	/* TRANSLATORS: mmtop may not attach to this process; 1 column. */
	if (refused)
		canvas_puts(like->c, like->row, 0, STYLE_WARN, "x");
	if (refused && line->selected && line->pick->p.pid < 100000)
		canvas_puts(like->c, like->row, 1, STYLE_WARN, "x");
}

/* --- columns, by width ---------------------------------------------------- */

/* Rows cannot be sorted by PSS and cgroup, as these are known only for rows in
 * view. */
const struct table_column pick_columns[PICK_COLUMNS] = {
	/* TRANSLATORS: heads of columns.  A long head widens its column; a
	 * narrow pane then shows fewer columns. */
	[PICK_COLUMN_PID] = { N_("PID"),
		N_("Number of the process."),
		0, true, 1 + PICK_PID, pid_cell, .cols = 7, .behind = 2 },
	[PICK_COLUMN_USER] = { N_("USER"),
		N_("User that the process runs as."),
		0, false, 1 + PICK_USER, user_cell, .cols = 8, .from = 37,
		.behind = 1 },
	[PICK_COLUMN_RSS] = { N_("RSS"),
		N_("Resident: memory of the process that is in RAM now."),
		0, true, 1 + PICK_RSS, rss_cell, .cols = 6, .from = 27 },
	[PICK_COLUMN_RATE] = { N_("RSS/s"),
		N_("Growth of RSS per second, mean over 5 s."),
		0, true, 1 + PICK_RATE, growth_cell, .cols = 8, .from = 45 },
	[PICK_COLUMN_PSS] = { N_("PSS"),
		N_("RSS, with each shared page divided by the number of its "
		   "users."),
		0, true, 0, pss_cell, .cols = 6, .from = 64 },
	[PICK_COLUMN_CGROUP] = { N_("CGROUP LIMIT"),
		N_("Used memory of its control group, and the limit of the "
		   "group."),
		2, false, 0, cgroup_cell, .cols = 12, .from = 78 },
	[PICK_COLUMN_AGE] = { N_("AGE"),
		N_("Time since the process started."),
		0, true, 1 + PICK_AGE, age_cell, .cols = 6, .from = 52 },
	[PICK_COLUMN_COMMAND] = { N_("COMMAND"),
		N_("Command line; lines show parent and child."),
		0, false, 1 + PICK_COMMAND, command_cell },
};

const struct terms_part pick_columns_part = {
	N_("COLUMNS"), pick_columns, NULL, PICK_COLUMNS,
};

void pick_columns_place(struct table_place at[PICK_COLUMNS], int width)
{
	struct table_place *command = &at[PICK_COLUMN_COMMAND];
	int col = table_fit(at, pick_columns, PICK_COLUMN_COMMAND, 0, width);

	command->col = at[PICK_COLUMN_RSS].cols ? col + 2 : col;
	command->cols = width - command->col;
}
