/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a row of the Regions pane.  The row is a region, or a fold of
 * several regions. */
#include <config.h>

#include "ui/regions/columns.h"

#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "event/event.h"
#include "ui/kit/i18n.h"
#include "ui/words/owner.h"
#include "ui/regions/detail.h"
#include "ui/words/region_flags.h"
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

static const struct region_drawing *drawing_of(const struct table_cell *x)
{
	return x->arg;
}

static const struct region_line *line_of(const struct table_cell *x)
{
	return x->of;
}

static bool is_fold(const struct region_line *line)
{
	return line->row && line->row->fold;
}

void region_address_cell(const struct table_cell *x)
{
	char buf[FMT_MAX], cell[FMT_MAX + 4];
	size_t len = strlen(fmt_addr(buf, line_of(x)->region->start));

	/* There is no room for 16 digits.  Cut the first ones, as the last ones
	 * identify an address better. */
	if (len > REGION_DIGITS && drawing_of(x)->layout->width >= 60)
		snprintf(cell, sizeof cell, "%s%s",
			 x->look->utf8 ? "…" : "~", buf + len - REGION_DIGITS + 1);
	else
		snprintf(cell, sizeof cell, "%s",
			 len > (size_t)x->cols ? buf + len - x->cols : buf);
	cell_left(x, STYLE_TEXT, cell);
}

void region_size_cell(const struct table_cell *x)
{
	size_cell(x->c, x->row, x->col, x->cols, line_of(x)->size,
		  line_of(x)->sum.size);
}

/* `…` means that RSS was not read yet, while n/a means that it cannot be
 * read. */
void region_rss_cell(const struct table_cell *x)
{
	if (line_of(x)->sum.rss == EV_UNKNOWN)
		cell_pending(x);
	else
		size_cell(x->c, x->row, x->col, x->cols, line_of(x)->rss,
			  line_of(x)->sum.rss);
}

void region_rate_cell(const struct table_cell *x)
{
	const struct region_sum *sum = &line_of(x)->sum;
	char buf[FMT_MAX];
	style st = STYLE_DIM;

	if (!sum->rate_known)
		return;
	fmt_rate(buf, sum->rate);
	if (buf[0] == '+' || buf[0] == '-')
		st = buf[0] == '+' ? STYLE_RATE_UP : STYLE_RATE_DOWN;
	cell_right(x, st, buf);
}

/* Draws a value of smaps.  An old value has the mark `~`, as in "~1.19M"; the
 * detail lines of the region have its age.  An old 0 is n/a if `grew`, as the
 * region may have pages by now.  If the region cannot have pages, draws `-`. */
static void smaps_cell(const struct table_cell *x, uint64_t bytes, bool grew)
{
	const struct region_drawing *d = drawing_of(x);
	const struct region_line *line = line_of(x);
	bool old = d->rows->now_ns >=
		   line->sum.pss_at_ns + 2 * d->period_ns;
	char buf[FMT_MAX], cell[FMT_MAX + 2];

	if (bytes == EV_UNKNOWN && line->row && !line->row->fold &&
	    !(line->region->perm & (PERM_R | PERM_W | PERM_X))) {
		cell_right(x, STYLE_DIM, "-");
	} else if (!old || bytes == EV_UNKNOWN || (bytes == 0 && !grew)) {
		size_cell(x->c, x->row, x->col, x->cols, STYLE_TEXT, bytes);
	} else if (bytes == 0) {
		size_cell(x->c, x->row, x->col, x->cols, STYLE_DIM,
			  EV_UNKNOWN);
	} else {
		snprintf(cell, sizeof cell, "~%s", fmt_size(buf, bytes));
		/* The mark may use the blank before the column. */
		canvas_rfield(x->c, x->row, x->col - 1, x->cols + 1, STYLE_DIM,
			      cell);
	}
}

void region_pss_cell(const struct table_cell *x)
{
	const struct region_sum *sum = &line_of(x)->sum;

	smaps_cell(x, sum->pss, sum->rss && sum->rss != EV_UNKNOWN);
}

/* An old 0 is in doubt if the process uses swap now: some of it may belong to
 * this region. */
void region_swap_cell(const struct table_cell *x)
{
	const struct process *p = drawing_of(x)->process;

	smaps_cell(x, line_of(x)->sum.swap, p->usage_ns && p->usage.swap &&
		   p->usage.swap != EV_UNKNOWN);
}

/* Draws the number of written pages; `-` if the region is not writable, n/a if
 * writes are not tracked. */
void region_written_cell(const struct table_cell *x)
{
	const struct ev_writes *writes = &drawing_of(x)->process->writes;
	const struct region_sum *sum = &line_of(x)->sum;
	/* Writes are not tracked long enough yet for a rate. */
	bool pending = writes->state == WRITES_STARTING ||
		       (writes->state == WRITES_ON && sum->tracked);
	char buf[FMT_MAX], cell[2 * FMT_MAX];
	uint64_t n = sum->written > 0 ? (uint64_t)(sum->written + 0.5) : 0;

	if (!sum->written_known && sum->writable && pending) {
		cell_pending(x);
		return;
	}
	if (!sum->written_known) {
		cell_right(x, STYLE_DIM, sum->writable ? _("n/a") : "-");
		return;
	}
	/* TRANSLATORS: a number of pages, mostly of 4 KiB; at most 3
	 * columns. */
	snprintf(cell, sizeof cell - 1, n ? _("%s pg") : "%s",
		 fmt_count(buf, n));
	/* A `?` means that some writes were missed. */
	if (writes->missed)
		strcat(cell, "?");
	cell_right(x, n ? STYLE_TEXT : STYLE_DIM, cell);
}

static style perm_style(const struct table_cell *x)
{
	const struct region *r = line_of(x)->region;
	uint64_t changed = region_perm_changed(r);

	if (region_wx(r))
		return STYLE_PERM_WX;
	if (changed && drawing_of(x)->rows->now_ns < changed + MARK_PERM_NS)
		return STYLE_BRIGHT;
	return STYLE_TEXT;
}

/* Draws the number of regions in a fold: "(12)".  From 100 on the text also
 * uses the blank after the column, from 1,000 on there is no room for
 * brackets. */
static void fold_count_cell(const struct table_cell *x, size_t n)
{
	char count[FMT_MAX], cell[FMT_MAX + 4];
	int cols = x->cols;

	fmt_count(count, n);
	snprintf(cell, sizeof cell, n < 1000 ? "(%s)" : "%s", count);
	if (text_width(cell) > cols)
		cols++;
	canvas_rfield(x->c, x->row, x->col, cols, STYLE_DIM, cell);
}

void region_perm_cell(const struct table_cell *x)
{
	const struct region_line *line = line_of(x);
	char perm[5];

	if (line->row->fold)
		fold_count_cell(x, line->row->n);
	else
		cell_left(x, perm_style(x),
			  perm_text(perm, line->region->perm));
}

static const char *fold_sign(const struct look *look, bool open)
{
	if (look->utf8)
		return open ? "▾" : "▸";
	return open ? "-" : "+";
}

void region_what_cell(const struct table_cell *x)
{
	const struct region_line *line = line_of(x);
	const struct region_row *row = line->row;
	int indent = !row->fold && row->member ? 2 : 0;
	struct str what = STR_INIT, cut = STR_INIT;

	if (row->fold) {
		canvas_puts(x->c, x->row, x->col - 1, STYLE_DIM,
			    fold_sign(x->look, row->open));
		region_fold_name(&what, drawing_of(x), row);
	} else {
		region_what(&what, line->region, !x->look->utf8);
	}
	/* Cut the start, as the end matters most: a file's version, a thread's
	 * number. */
	if (x->cols > indent)
		text_cut(&cut, what.data, x->cols - indent, CUT_PATH,
			 !x->look->utf8);
	canvas_field(x->c, x->row, x->col + indent, x->cols - indent,
		     kind_style(line->region->kind), cut.data);
	str_release(&what);
	str_release(&cut);
}

/* Draws the owner; `-` for a file, which has no owner. */
void region_owner_cell(const struct table_cell *x)
{
	const struct region *r = line_of(x)->region;
	struct str s = STR_INIT;

	if (is_fold(line_of(x)))
		return;
	owner_words(&s, &r->holder, !x->look->utf8);
	/* Cut the end, as the start names the library. */
	if (r->holder.whose)
		cell_cut(x, STYLE_TEXT, s.data);
	else
		cell_left(x, STYLE_DIM, r->inode ? "-" : "");
	str_release(&s);
}

void region_flags_cell(const struct table_cell *x)
{
	struct str flags = STR_INIT;

	if (is_fold(line_of(x)))
		return;
	region_flags(&flags, line_of(x)->region, true);
	cell_left(x, STYLE_DIM, flags.data);
	str_release(&flags);
}

void region_resident_cell(const struct table_cell *x)
{
	const struct region_drawing *d = drawing_of(x);
	const struct region_row *row = line_of(x)->row;
	VEC(struct bar_part) parts = VEC_INIT;

	for (size_t i = 0; i < row->n; i++) {
		const struct region *r = d->rows->order.v[row->first + i];

		*vec_push(&parts) = (struct bar_part){
			.pages = space_pages(&d->process->space, r),
			.start = r->start, .end = r->end,
		};
	}
	pages_bar(x->c, x->look, x->row, x->col, x->cols, parts.v, parts.n);
	vec_release(&parts);
}

/* --- marks ------------------------------------------------------------------ */

/* Returns the style of a changed value, which fades: two steps of half a
 * second, then the normal style. */
static style glow(style calm, uint64_t age_ns)
{
	if (age_ns < MARK_STEP_NS)
		return STYLE_FL_CHG;
	return age_ns < 2 * MARK_STEP_NS ? STYLE_BRIGHT : calm;
}

static style mark_style(char mark)
{
	switch (mark) {
	case '+': return STYLE_FL_NEW;
	case '~': return STYLE_FL_CHG;
	case '-': return STYLE_FL_GONE;
	case '!': return STYLE_PERM_WX;
	default: return STYLE_TEXT;
	}
}

/* Returns the most visible mark among those of the row's regions. */
static char mark_of(const struct region_drawing *d,
		    const struct region_row *row, uint64_t *age)
{
	static const char order[] = " ~+-!";
	size_t best = 0;

	for (size_t i = 0; i < row->n; i++) {
		char mark = region_mark(d->rows,
					d->rows->order.v[row->first + i], age);
		size_t rank = (size_t)(strchr(order, mark) - order);
		best = rank > best ? rank : best;
	}
	return order[best];
}

/* --- rows ----------------------------------------------------------------- */

static void owner_name(struct str *out, const struct region_drawing *d,
		       const struct region *r, uint64_t key)
{
	const struct task *t;

	if (key >> 63) {
		region_short(out, r, !d->look->utf8);
		return;
	}
	if (r->holder.whose) {
		owner_words(out, &r->holder, !d->look->utf8);
		return;
	}
	if (key == OWNER_KERNEL) {
		str_adds(out, _("kernel"));
		return;
	}
	if (key == 0) {
		str_adds(out, _("owner unknown"));
		return;
	}
	t = process_task(d->process, (pid_t)key);
	str_addf(out, "%llu ", (unsigned long long)key);
	if (t)
		text_safe(out, t->comm, strlen(t->comm), !d->look->utf8);
	else
		str_adds(out, _("(ended)"));
}

void region_fold_name(struct str *out, const struct region_drawing *d,
		      const struct region_row *rrow)
{
	const struct region *first = d->rows->order.v[rrow->first];

	if (d->rows->by == BY_OWNER)
		owner_name(out, d, first, rrow->key);
	else
		region_short(out, first, !d->look->utf8);
}

static struct region_line make_region_line(const struct region_drawing *d,
					   const struct region_row *row)
{
	const struct region *r = d->rows->order.v[row->first];
	bool advised = r->given_back && r->advised_ns > r->changed_ns;
	struct region_line line = {
		.row = row, .region = r, .size = STYLE_TEXT, .rss = STYLE_TEXT,
	};
	uint64_t age;

	line.mark = mark_of(d, row, &age);
	region_rows_sum(d->rows, row, &line.sum);
	if (!row->fold && advised)
		line.rss = glow(STYLE_TEXT, age);
	else if (!row->fold)
		line.size = glow(STYLE_TEXT, age);
	return line;
}

void region_draw_row(const struct region_drawing *d, int row,
		     const struct region_row *rrow)
{
	const struct region_layout *l = d->layout;
	int bar = l->at[COL_RESIDENT].cols ? l->at[COL_RESIDENT].col : l->width;
	struct region_line line;

	if (rrow->fault) {
		region_draw_fault(d, row);
		return;
	}
	line = make_region_line(d, rrow);
	canvas_puts(d->c, row, 1, mark_style(line.mark),
		    (const char[]){ line.mark, '\0' });
	region_cells(&(struct table_cell){
		.c = d->c, .row = row, .look = d->look, .arg = d, .of = &line,
	});
	if (line.mark == '-' && !rrow->fold)
		canvas_restyle(d->c, row, 0, l->width, STYLE_FL_GONE);
	else if (line.mark == '+' && !rrow->fold)
		canvas_restyle(d->c, row, 2, bar - 2, STYLE_FL_NEW);
}
