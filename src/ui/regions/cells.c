/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a row of the Regions pane: a region, or a fold of them. */
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
#include "ui/words/what.h"
#include "ui/kit/widgets.h"

static void address_cell(const struct region_drawing *d, int row,
			 uint64_t addr)
{
	int digits = d->layout->digits;
	char buf[FMT_MAX], cell[FMT_MAX + 4];
	size_t len = strlen(fmt_addr(buf, addr));

	/* 16 digits do not fit: the end tells more than the beginning. */
	if (len > REGION_DIGITS && d->layout->width >= 60)
		snprintf(cell, sizeof cell, "%s%s",
			 d->look->utf8 ? "…" : "~", buf + len - REGION_DIGITS + 1);
	else
		snprintf(cell, sizeof cell, "%s",
			 len > (size_t)digits ? buf + len - digits : buf);
	canvas_field(d->c, row, d->layout->at[COL_ADDRESS].col, digits,
		     STYLE_TEXT, cell);
}

/* `…` until it is known: not read yet, which is not n/a. */
static void pending_cell(const struct region_drawing *d, int row,
			 enum region_column column, style st, uint64_t bytes)
{
	int col = d->layout->at[column].col;
	int cols = d->layout->at[column].cols;

	if (bytes == EV_UNKNOWN)
		canvas_rfield(d->c, row, col, cols, STYLE_DIM,
			      d->look->utf8 ? "…" : "~");
	else
		size_cell(d->c, row, col, cols, st, bytes);
}

/* What the process has in swap now may be this region's. */
bool region_swapped(const struct region_drawing *d)
{
	const struct process *p = d->process;

	return p->usage_ns && p->usage.swap && p->usage.swap != EV_UNKNOWN;
}

void region_rate_cell(struct canvas *c, int row, int col, int cols,
		      const struct region_sum *sum)
{
	char buf[FMT_MAX];
	style st = STYLE_DIM;

	if (!sum->rate_known)
		return;
	fmt_rate(buf, sum->rate);
	if (buf[0] == '+' || buf[0] == '-')
		st = buf[0] == '+' ? STYLE_RATE_UP : STYLE_RATE_DOWN;
	canvas_rfield(c, row, col, cols, st, buf);
}

/* Pages; `-` where nothing may be written, n/a where it is not tracked. */
void region_written_cell(const struct region_drawing *d, int row, int col,
			 int cols, const struct region_sum *sum)
{
	const struct ev_writes *writes = &d->process->writes;
	/* Not for long enough to say how fast. */
	bool pending = writes->state == WRITES_STARTING ||
		       (writes->state == WRITES_ON && sum->tracked);
	char buf[FMT_MAX], cell[2 * FMT_MAX];
	uint64_t n = sum->written > 0 ? (uint64_t)(sum->written + 0.5) : 0;

	if (!cols)
		return;
	if (!sum->written_known) {
		canvas_rfield(d->c, row, col, cols, STYLE_DIM,
			      !sum->writable ? "-" : !pending ? _("n/a") :
			      d->look->utf8 ? "…" : "~");
		return;
	}
	/* TRANSLATORS: pages, of 4 KiB most often; at most 3 columns. */
	snprintf(cell, sizeof cell - 1, n ? _("%s pg") : "%s",
		 fmt_count(buf, n));
	/* Some were not seen. */
	if (writes->missed)
		strcat(cell, "?");
	canvas_rfield(d->c, row, col, cols, n ? STYLE_TEXT : STYLE_DIM, cell);
}

static void written_cell(const struct region_drawing *d, int row,
			 const struct region_sum *sum)
{
	region_written_cell(d, row, d->layout->at[COL_WRITTEN].col,
			    d->layout->at[COL_WRITTEN].cols, sum);
}

static void what_cell(const struct region_drawing *d, int row, style st,
		      const char *what, int indent)
{
	int col = d->layout->at[COL_WHAT].col + indent;
	int cols = d->layout->at[COL_WHAT].cols - indent;
	struct str s = STR_INIT;

	if (cols > 0) {
		/* The end tells: a file's version, a thread's number. */
		text_cut(&s, what, cols, CUT_PATH, !d->look->utf8);
		canvas_field(d->c, row, col, cols, st, s.data);
	}
	str_release(&s);
}

/* `-` for files: they are nobody's but their own. */
static void owner_cell(const struct region_drawing *d, int row,
		       const struct region *r)
{
	int col = d->layout->at[COL_OWNER].col;
	int cols = d->layout->at[COL_OWNER].cols;
	struct str s = STR_INIT, cut = STR_INIT;

	if (!cols)
		return;
	owner_words(&s, &r->holder, !d->look->utf8);
	/* The beginning tells which library. */
	text_cut(&cut, s.data, cols, CUT_END, !d->look->utf8);
	canvas_field(d->c, row, col, cols, r->holder.whose ? STYLE_TEXT
							   : STYLE_DIM,
		     r->holder.whose ? cut.data : r->inode ? "-" : "");
	str_release(&s);
	str_release(&cut);
}

/* How a change glows: four steps of half a second. */
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

static style perm_style(const struct region_drawing *d,
			const struct region *r)
{
	uint64_t changed = region_perm_changed(r);

	if (region_wx(r))
		return STYLE_PERM_WX;
	if (changed && d->rows->now_ns < changed + MARK_PERM_NS)
		return STYLE_BRIGHT;
	return STYLE_TEXT;
}

static struct bar_part bar_part(const struct region_drawing *d,
				const struct region *r)
{
	return (struct bar_part){
		.pages = space_pages(&d->process->space, r),
		.start = r->start, .end = r->end,
	};
}

/* "~1.19M" was read a while ago, which the region's lines say.  A 0 of then
 * says nothing of pages that came since. */
void region_smaps_cell(const struct region_drawing *d, int row, int col,
		       int cols, uint64_t bytes, uint64_t at_ns, bool grew)
{
	bool old = d->rows->now_ns >= at_ns + 2 * d->period_ns;
	char buf[FMT_MAX], cell[FMT_MAX + 2];

	if (!old || bytes == EV_UNKNOWN || (bytes == 0 && !grew)) {
		size_cell(d->c, row, col, cols, STYLE_TEXT, bytes);
	} else if (bytes == 0) {
		size_cell(d->c, row, col, cols, STYLE_DIM, EV_UNKNOWN);
	} else {
		snprintf(cell, sizeof cell, "~%s", fmt_size(buf, bytes));
		/* The mark may take the blank before the column. */
		canvas_rfield(d->c, row, col - 1, cols + 1, STYLE_DIM, cell);
	}
}

static void smaps_cells(const struct region_drawing *d, int row,
			const struct region_sum *sum, bool applies)
{
	const struct region_layout *l = d->layout;
	const struct {
		enum region_column column;
		uint64_t bytes;
		bool grew;
	} cells[] = {
		{ COL_PSS, sum->pss, sum->rss && sum->rss != EV_UNKNOWN },
		{ COL_SWAP, sum->swap, region_swapped(d) },
	};

	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
		int col = l->at[cells[i].column].col;
		int cols = l->at[cells[i].column].cols;

		if (cols && cells[i].bytes == EV_UNKNOWN && !applies)
			canvas_rfield(d->c, row, col, cols, STYLE_DIM, "-");
		else if (cols)
			region_smaps_cell(d, row, col, cols, cells[i].bytes,
					  sum->pss_at_ns, cells[i].grew);
	}
}

static void draw_region(const struct region_drawing *d, int row,
			const struct region *r, bool member)
{
	const struct region_layout *l = d->layout;
	bool mapped = r->perm & (PERM_R | PERM_W | PERM_X);
	struct region_sum sum;
	struct str what = STR_INIT;
	uint64_t age;
	char perm[5], mark = region_mark(d->rows, r, &age);
	char gutter[2] = { mark, '\0' };
	int bar = l->at[COL_RESIDENT].cols ? l->at[COL_RESIDENT].col : l->width;
	bool advised = r->given_back && r->advised_ns > r->changed_ns;

	canvas_puts(d->c, row, 1, mark_style(mark), gutter);
	address_cell(d, row, r->start);
	size_cell(d->c, row, l->at[COL_SIZE].col, l->at[COL_SIZE].cols,
		  advised ? STYLE_TEXT : glow(STYLE_TEXT, age),
		  r->end - r->start);
	pending_cell(d, row, COL_RSS,
		     advised ? glow(STYLE_TEXT, age) : STYLE_TEXT, r->rss);
	rate_cell(d->c, row, l->at[COL_RATE].col, l->at[COL_RATE].cols,
		  &r->rss_rate);
	region_sum_of(&sum, r);
	smaps_cells(d, row, &sum, mapped);
	written_cell(d, row, &sum);
	canvas_field(d->c, row, l->at[COL_PERM].col, l->at[COL_PERM].cols,
		     perm_style(d, r), perm_text(perm, r->perm));
	region_what(&what, r, !d->look->utf8);
	what_cell(d, row, kind_style(r->kind), what.data, member ? 2 : 0);
	str_clear(&what);
	owner_cell(d, row, r);
	if (l->at[COL_FLAGS].cols) {
		region_flags(&what, r, true);
		canvas_field(d->c, row, l->at[COL_FLAGS].col,
			     l->at[COL_FLAGS].cols, STYLE_DIM, what.data);
	}
	if (l->at[COL_RESIDENT].cols) {
		struct bar_part part = bar_part(d, r);
		pages_bar(d->c, d->look, row, l->at[COL_RESIDENT].col,
			  l->at[COL_RESIDENT].cols, &part, 1);
	}
	str_release(&what);
	if (mark == '-')
		canvas_restyle(d->c, row, 0, l->width, STYLE_FL_GONE);
	else if (mark == '+')
		canvas_restyle(d->c, row, 2, bar - 2, STYLE_FL_NEW);
}

/* --- folds ------------------------------------------------------------------ */

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
		str_adds(out, _("owner not known"));
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

static const char *fold_sign(const struct look *look, bool open)
{
	if (look->utf8)
		return open ? "▾" : "▸";
	return open ? "-" : "+";
}

/* The most visible of the marks below it. */
static char fold_mark(const struct region_drawing *d,
		      const struct region_row *rrow)
{
	static const char order[] = " ~+-!";
	size_t best = 0;

	for (size_t i = 0; i < rrow->n; i++) {
		uint64_t age;
		char mark = region_mark(d->rows,
					d->rows->order.v[rrow->first + i],
					&age);
		size_t rank = (size_t)(strchr(order, mark) - order);
		best = rank > best ? rank : best;
	}
	return order[best];
}

static void fold_bar(const struct region_drawing *d, int row,
		     const struct region_row *rrow)
{
	VEC(struct bar_part) parts = VEC_INIT;

	for (size_t i = 0; i < rrow->n; i++)
		*vec_push(&parts) = bar_part(
			d, d->rows->order.v[rrow->first + i]);
	pages_bar(d->c, d->look, row, d->layout->at[COL_RESIDENT].col,
		  d->layout->at[COL_RESIDENT].cols, parts.v, parts.n);
	vec_release(&parts);
}

/* "(12)"; from 100 on it takes the blank behind it too, from 1,000 on it has no
 * room for brackets. */
static void fold_count_cell(const struct region_drawing *d, int row, size_t n)
{
	const struct region_layout *l = d->layout;
	int cols = l->at[COL_PERM].cols;
	char count[FMT_MAX], cell[FMT_MAX + 4];

	if (!cols)
		return;
	fmt_count(count, n);
	snprintf(cell, sizeof cell, n < 1000 ? "(%s)" : "%s", count);
	if (text_width(cell) > cols)
		cols++;
	canvas_rfield(d->c, row, l->at[COL_PERM].col, cols, STYLE_DIM, cell);
}

static void draw_fold(const struct region_drawing *d, int row,
		      const struct region_row *rrow)
{
	const struct region_layout *l = d->layout;
	const struct region *first = d->rows->order.v[rrow->first];
	struct region_sum sum;
	struct str s = STR_INIT;
	char mark = fold_mark(d, rrow), gutter[2] = { mark, '\0' };

	region_rows_sum(d->rows, rrow, &sum);
	canvas_puts(d->c, row, 1, mark_style(mark), gutter);
	address_cell(d, row, first->start);
	size_cell(d->c, row, l->at[COL_SIZE].col, l->at[COL_SIZE].cols,
		  STYLE_TEXT, sum.size);
	pending_cell(d, row, COL_RSS, STYLE_TEXT, sum.rss);
	region_rate_cell(d->c, row, l->at[COL_RATE].col, l->at[COL_RATE].cols,
		      &sum);
	smaps_cells(d, row, &sum, true);
	written_cell(d, row, &sum);
	fold_count_cell(d, row, rrow->n);
	str_clear(&s);
	if (l->at[COL_WHAT].cols)
		canvas_puts(d->c, row, l->at[COL_WHAT].col - 1, STYLE_DIM,
			    fold_sign(d->look, rrow->open));
	region_fold_name(&s, d, rrow);
	what_cell(d, row, kind_style(first->kind), s.data, 0);
	if (l->at[COL_RESIDENT].cols)
		fold_bar(d, row, rrow);
	str_release(&s);
}

void region_draw_row(const struct region_drawing *d, int row,
		     const struct region_row *rrow)
{
	if (rrow->fault)
		region_draw_fault(d, row);
	else if (rrow->fold)
		draw_fold(d, row, rrow);
	else
		draw_region(d, row, d->rows->order.v[rrow->first],
			    rrow->member);
}
