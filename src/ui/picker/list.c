/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/picker/list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/table.h"
#include "ui/picker/order.h"
#include "ui/kit/say.h"

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

/* --- columns, by the width alone ------------------------------------------------ */

enum {
	PID, USER, RSS, RATE, PSS, CGROUP, AGE, COMMAND, COLUMNS
};

/* PSS and a cgroup are known of those in view alone: nothing to sort by. */
static const struct {
	struct table_column column;
	int cols, from;			/* the least width that it is shown at */
	int behind;			/* blanks */
} columns[COLUMNS] = {
	/* TRANSLATORS: heads of columns; PID 3, USER 8, RSS 5, RSS/s 6, PSS 5,
	 * CGROUP LIMIT 12, AGE 5, COMMAND 12 columns. */
	[PID] = { { N_("PID"), 0, true, 1 + PICK_PID }, 7, 0 },
	[USER] = { { N_("USER"), 0, false, 1 + PICK_USER }, 8, 37,
		   .behind = 1 },
	[RSS] = { { N_("RSS"), 0, true, 1 + PICK_RSS }, 6, 27 },
	[RATE] = { { N_("RSS/s"), 0, true, 1 + PICK_RATE }, 8, 45 },
	[PSS] = { { N_("PSS"), 0, true, 0 }, 6, 64 },
	[CGROUP] = { { N_("CGROUP LIMIT"), 2, false, 0 }, 12, 78 },
	[AGE] = { { N_("AGE"), 0, true, 1 + PICK_AGE }, 6, 52 },
	[COMMAND] = { { N_("COMMAND"), 2, false, 1 + PICK_COMMAND }, 0, 0 },
};

struct columns {
	struct table_place at[COLUMNS];
	int width;
};

static struct columns columns_of(int width)
{
	struct columns k = { .width = width };
	int col = 9;

	k.at[PID].cols = columns[PID].cols;
	for (size_t i = USER; i < COMMAND; i++) {
		if (width < columns[i].from)
			continue;
		k.at[i].cols = columns[i].cols;
		col = table_place(&k.at[i], &columns[i].column, 1, col) +
		      columns[i].behind;
	}
	k.at[COMMAND].col = col + (col > 9 ? 2 : 0);
	k.at[COMMAND].cols = width - k.at[COMMAND].col;
	return k;
}

static void draw_heads(struct canvas *c, const struct columns *k)
{
	for (size_t i = 0; i < COLUMNS; i++)
		table_heads(c, 1, &columns[i].column, &k->at[i], 1);
}

/* --- cells -------------------------------------------------------------------------- */

struct pick_drawing {
	struct canvas *c;
	const struct look *look;
	struct columns k;
	const struct picks *picks;
	long top, selected;
	uint64_t now_ns;
	int row;
	style st;			/* of a match, or of a parent of one */
};

/* A thing without memory has none to count: that is no gap in what is known. */
static void rss_cell(const struct pick_drawing *d, const struct pick *k)
{
	if (k->p.rss == EV_UNKNOWN)
		canvas_rfield(d->c, d->row, d->k.at[RSS].col, 6, STYLE_DIM, "-");
	else
		size_cell(d->c, d->row, d->k.at[RSS].col, 6, d->st, k->p.rss);
}

static void pss_cell(const struct pick_drawing *d, const struct pick *k)
{
	const char *pending = d->look->utf8 ? "…" : "~";
	int col = d->k.at[PSS].col;

	if (k->p.rss == EV_UNKNOWN)
		canvas_rfield(d->c, d->row, col, 6, STYLE_DIM, "-");
	else if (!k->more.pid || k->more.pss_why == LISTED_LATER)
		canvas_rfield(d->c, d->row, col, 6, STYLE_DIM, pending);
	else if (k->more.pss_why == LISTED_KNOWN)
		size_cell(d->c, d->row, col, 6, d->st, k->more.pss);
	else
		canvas_rfield(d->c, d->row, col, 6, STYLE_DIM, _("n/a"));
}

static void cgroup_cell(const struct pick_drawing *d, const struct pick *k)
{
	char a[FMT_MAX], b[FMT_MAX], cell[2 * FMT_MAX];
	int col = d->k.at[CGROUP].col;

	if (k->p.rss == EV_UNKNOWN) {
		canvas_field(d->c, d->row, col, 11, STYLE_DIM, "-");
	} else if (!k->more.pid) {
		canvas_field(d->c, d->row, col, 11, STYLE_DIM,
			     d->look->utf8 ? "…" : "~");
	} else if (k->more.cgroup_max == EV_UNKNOWN) {
		/* TRANSLATORS: no limit; at most 11 columns. */
		canvas_field(d->c, d->row, col, 11, STYLE_DIM,
			     k->more.cgroup_used == EV_UNKNOWN ? _("n/a") :
								 _("none"));
	} else {
		if (k->more.cgroup_used == EV_UNKNOWN)
			snprintf(a, sizeof a, "?");
		else
			fmt_size(a, k->more.cgroup_used);
		snprintf(cell, sizeof cell, "%s/%s", a,
			 fmt_size(b, k->more.cgroup_max));
		canvas_rfield(d->c, d->row, col, 11, d->st, cell);
	}
}

static void figures(const struct pick_drawing *d, const struct pick *k)
{
	struct str user = STR_INIT, cut = STR_INIT;
	char age[FMT_MAX];

	if (d->k.at[USER].col) {
		text_safe(&user, k->p.user, strlen(k->p.user),
			  !d->look->utf8);
		text_cut(&cut, user.data, 8, CUT_END, !d->look->utf8);
		canvas_puts(d->c, d->row, d->k.at[USER].col, d->st, cut.data);
	}
	if (d->k.at[RSS].col)
		rss_cell(d, k);
	if (d->k.at[RATE].col && k->p.rss != EV_UNKNOWN)
		rate_cell(d->c, d->row, d->k.at[RATE].col + 2, 6, &k->rss_rate);
	if (d->k.at[PSS].col)
		pss_cell(d, k);
	if (d->k.at[CGROUP].col)
		cgroup_cell(d, k);
	if (d->k.at[AGE].col)
		canvas_rfield(d->c, d->row, d->k.at[AGE].col, 6, d->st,
			      pick_age(age, k, d->now_ns));
	str_release(&user);
	str_release(&cut);
}

/* "│ └ ", as far as that leaves room for a name. */
static int branches(const struct pick_drawing *d, const struct pick_row *r)
{
	int col = d->k.at[COMMAND].col, most = d->k.width - 2 * COMMAND_LEAST;
	bool utf8 = d->look->utf8;
	int from = 1;

	/* The nearest ones are what matters. */
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
		canvas_puts(d->c, d->row, col, STYLE_DIM, sign);
	}
	return col;
}

/* Whoever traces it stands behind it: that is why it has its x. */
static void command_cell(const struct pick_drawing *d, const struct pick_row *r,
			 const struct pick *k)
{
	const struct refusal *why = &k->more.refusal;
	struct str tail = STR_INIT, cut = STR_INIT;
	int col = branches(d, r), room = d->k.width - col, tail_width;

	if (k->more.pid && why->why == REFUSED_TRACED && why->other > 0) {
		str_adds(&tail, " (");
		text_safe(&tail, why->other_name, strlen(why->other_name),
			  !d->look->utf8);
		str_addf(&tail, " %d)", (int)why->other);
	}
	tail_width = text_width(tail.data);
	if (room - tail_width < 2)
		str_clear(&tail);
	text_cut(&cut, pick_name(k), room - text_width(tail.data), CUT_END,
		 !d->look->utf8);
	col = canvas_puts(d->c, d->row, col, d->st, cut.data);
	canvas_puts(d->c, d->row, col, STYLE_DIM, tail.data);
	str_release(&tail);
	str_release(&cut);
}

static void draw_row(void *arg, int row, long i)
{
	struct pick_drawing *d = arg;
	const struct pick_row *r = &d->picks->rows.v[i];
	const struct pick *k = picks_at(d->picks, r->pid);
	bool refused = k && k->more.pid &&
		       k->more.refusal.why != REFUSED_NOT;
	char pid[16];

	if (!k)
		return;
	d->row = row;
	d->st = r->match ? STYLE_TEXT : STYLE_DIM;
	snprintf(pid, sizeof pid, "%d", (int)k->p.pid);
	canvas_rfield(d->c, d->row, strlen(pid) > 6 ? 1 : 0, 7, d->st, pid);
	figures(d, k);
	command_cell(d, r, k);
	/* TRANSLATORS: may not be attached to; 1 column. */
	if (refused)
		canvas_puts(d->c, d->row, 0, STYLE_WARN, "x");
	if (i == d->selected && refused && strlen(pid) < 6)
		canvas_puts(d->c, d->row, 1, STYLE_WARN, "x");
}

static struct hot hot_of(void *arg, long i)
{
	const struct pick_drawing *d = arg;
	const struct pick *k = picks_at(d->picks, d->picks->rows.v[i].pid);

	return (struct hot){
		.kind = k ? HOT_ROW : HOT_PANE,
		.value = k ? (uint64_t)k->p.pid : 0,
		.more = k ? k->p.start : 0, .part = (unsigned)(i - d->top),
	};
}

/* --- the list ------------------------------------------------------------------------- */

static void draw_title(const struct pick_list *l, const struct picks *p,
		       const struct look *look, struct canvas *c)
{
	static const char *const sorts[PICK_SORTS] = {
		[PICK_RSS] = N_("by RSS"), [PICK_RATE] = N_("by RSS/s"),
		[PICK_AGE] = N_("by age"), [PICK_PID] = N_("by PID"),
		[PICK_USER] = N_("by user"),
		[PICK_COMMAND] = N_("by command"),
	};
	struct str s = STR_INIT;
	char range[48];

	/* TRANSLATORS: the title of the list of processes to choose from. */
	str_adds(&s, _("Pick"));
	str_addf(&s, "  %s", p->tree ? _("tree") : _("list"));
	str_addf(&s, ", %s", _(sorts[p->sort]));
	if (p->reverse)
		str_adds(&s, _(", reversed"));
	if (p->by_user) {
		const struct pick *k = p->rows.n ?
			picks_selected(p) : NULL;

		str_adds(&s, _(", one user's"));
		if (k && k->p.uid == p->uid) {
			str_adds(&s, ": ");
			text_safe(&s, k->p.user, strlen(k->p.user),
				  !look->utf8);
		}
	}
	title_rule(c, look, true, s.data,
		   list_range(&l->list, (long)p->rows.n, l->height, range));
	str_release(&s);
}

static void draw_none(const struct picks *p, const struct look *look,
		      struct canvas *c)
{
	struct str s = STR_INIT, find = STR_INIT;

	text_safe(&find, p->find.data, p->find.len, !look->utf8);
	if (!p->walked && !p->all.n)
		str_adds(&s, _("Reading /proc ..."));
	else if (!p->all.n)
		str_adds(&s, _("/proc shows no process at all."));
	else if (p->find.len)
		str_addf(&s, _("No process has %s in its command line."),
			 find.data);
	else
		str_adds(&s, _("No process of that user."));
	if (p->hidden && p->walked) {
		str_addc(&s, ' ');
		str_adds(&s, _("Other users' processes are hidden (hidepid): "
			       "try sudo mmtop."));
	}
	say_empty(c, s.data);
	str_release(&find);
	str_release(&s);
}

void pick_list_draw(struct pick_list *l, const struct picks *p,
		    const struct look *look, struct canvas *c, bool focus,
		    uint64_t now_ns)
{
	struct pick_drawing d = {
		.c = c, .look = look, .k = columns_of(c->clip.cols),
		.picks = p, .selected = picks_row(p), .now_ns = now_ns,
	};
	long n = (long)p->rows.n, sel = picks_row(p);
	int heads = c->clip.rows > 3 ? 1 : 0;

	l->height = c->clip.rows - 1 - heads;
	list_keep(&l->list, sel, n, l->height);
	draw_title(l, p, look, c);
	if (!n) {
		draw_none(p, look, c);
		return;
	}
	if (heads)
		draw_heads(c, &d.k);
	d.top = l->list.top;
	table_draw(c, &l->list, &(struct table_rows){
		.row = 1 + heads, .cols = d.k.width, .n = n,
		.height = l->height, .selected = sel, .focused = focus,
		.arg = &d, .draw = draw_row, .hot = hot_of,
	});
}

bool pick_list_choose(struct pick_list *l, struct picks *p,
		      const struct hot *hot)
{
	const struct pick *k;

	picks_update(p);
	k = picks_at(p, (pid_t)hot->value);
	if (!k || k->p.start != hot->more)
		return false;
	for (size_t i = 0; i < p->rows.n; i++)
		if (p->rows.v[i].pid == k->p.pid) {
			picks_select(p, (long)i);
			l->list.line = (long)hot->part;
			return true;
		}
	return false;
}
