/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the Heap pane, and their cells. */
#include <config.h>

#include <stdio.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"

/* Smallest width of SITE; other columns are omitted to leave that much room. */
#define WHAT_LEAST 20

static const struct table_column columns[HEAP_COLUMNS];

/* Optional columns; the last one is omitted first.  GROWTH and LIVE are always
 * shown. */
static const struct table_step steps[] = {
	{ COLUMN_BLOCKS, 6 }, { COLUMN_RATE, 6 }, { COLUMN_RESIDENT, 5 },
	{ COLUMN_ALLOCS, 7 }, { COLUMN_AGES, HEAP_AGES },
};

struct heap_columns heap_columns(int width, bool growth)
{
	struct heap_columns k = {
		.at = { [COLUMN_GROWTH].cols =
				table_cols(&columns[COLUMN_GROWTH],
					   growth ? 6 : 0),
			[COLUMN_LIVE].cols =
				table_cols(&columns[COLUMN_LIVE], 5) },
		.width = width,
	};
	struct table_place *what = &k.at[COLUMN_WHAT];
	int used = table_place(k.at, columns, HEAP_COLUMNS, 0) + 1;

	table_fill(k.at, columns, steps, sizeof steps / sizeof *steps,
		   width - used - WHAT_LEAST, 0);
	what->col = table_place(k.at, columns, HEAP_COLUMNS, 0) + 1;
	what->cols = width - what->col;
	return k;
}

void heap_draw_header(struct canvas *c, const struct heap_columns *k)
{
	table_heads(c, 1, columns, k->at, HEAP_COLUMNS);
}

/* --- cells: x->of is the struct heap_row ---------------------------------- */

static const struct heap_row *row_of(const struct table_cell *x)
{
	return x->of;
}

static void growth_cell(const struct table_cell *x)
{
	int64_t growth = row_of(x)->sum.growth;
	char buf[FMT_MAX], cell[FMT_MAX + 1];
	uint64_t by = growth < 0 ? 0 - (uint64_t)growth : (uint64_t)growth;

	snprintf(cell, sizeof cell, "%s%s", !growth ? "" :
		 growth < 0 ? "-" : "+", fmt_size(buf, by));
	cell_right(x, !growth ? STYLE_DIM : growth < 0 ? STYLE_RATE_DOWN :
		   STYLE_RATE_UP, cell);
}

static void live_cell(const struct table_cell *x)
{
	size_cell(x->c, x->row, x->col, x->cols, x->st, row_of(x)->sum.live);
}

static void blocks_cell(const struct table_cell *x)
{
	char buf[FMT_MAX];

	cell_right(x, x->st, fmt_count(buf, row_of(x)->sum.blocks));
}

/* Until the first scan, a site's value is pending rather than n/a. */
static void resident_cell(const struct table_cell *x)
{
	const struct heap *heap = ((const struct heap_shown *)x->arg)->heap;
	uint64_t resident = row_of(x)->sum.resident;

	if (resident == EV_UNKNOWN &&
	    !(heap->total_known && heap->total.resident == EV_UNKNOWN))
		cell_pending(x);
	else
		size_cell(x->c, x->row, x->col, x->cols, x->st, resident);
}

static void live_rate_cell(const struct table_cell *x)
{
	char buf[FMT_MAX];
	style st = STYLE_DIM;

	if (!row_of(x)->sum.rated)
		return;
	fmt_rate(buf, row_of(x)->sum.rate);
	if (buf[0] == '+' || buf[0] == '-')
		st = buf[0] == '+' ? STYLE_RATE_UP : STYLE_RATE_DOWN;
	cell_right(x, st, buf);
}

static void allocs_cell(const struct table_cell *x)
{
	double rate = row_of(x)->sum.alloc_rate;
	char buf[FMT_MAX];

	if (row_of(x)->sum.rated)
		cell_right(x, rate >= 0.5 ? STYLE_TEXT : STYLE_DIM,
			   fmt_count(buf, rate > 0 ? (uint64_t)(rate + 0.5) :
						     0));
}

void heap_ages(struct canvas *c, const struct look *look, int row, int col,
	       const uint64_t ages[HEAP_AGES])
{
	static const char *const blocks[] = { "·", "▁", "▂", "▃", "▄", "▅",
					      "▆", "▇" };
	static const char *const ascii[] = { ".", "_", "-", ":", "=", "+",
					     "*", "#" };
	uint64_t most = 0;

	for (int i = 0; i < HEAP_AGES; i++)
		most = ages[i] > most ? ages[i] : most;
	for (int i = 0; i < HEAP_AGES; i++) {
		double share = most ? (double)ages[i] / (double)most : 0;
		int step = ages[i] ? 1 + (int)(share * 6.0) : 0;

		canvas_puts(c, row, col + i, ages[i] ? STYLE_BAR : STYLE_DIM,
			    (look->utf8 ? blocks : ascii)[step]);
	}
}

static void ages_cell(const struct table_cell *x)
{
	heap_ages(x->c, x->look, x->row, x->col, row_of(x)->sum.ages);
}

static style name_style(const struct heap_shown *l, const struct heap_row *r)
{
	const struct region *code;

	if (r->id.level != HEAP_LIBRARY)
		return r->sum.live ? STYLE_TEXT : STYLE_DIM;
	code = space_find(&l->process->space, r->site->caller);
	return code ? kind_style(code->kind) : STYLE_K_LIBRARY;
}

static void site_cell(const struct table_cell *x)
{
	const struct heap_shown *l = x->arg;
	const struct heap_row *r = row_of(x);
	int col = x->col + 2 * r->depth, cols = x->cols - 2 * r->depth - 2;
	struct str name = STR_INIT, cut = STR_INIT;
	char count[FMT_MAX];

	if (r->opens)
		canvas_puts(x->c, x->row, col, STYLE_DIM, x->look->utf8 ?
			    (r->folded ? "▸" : "▾") :
			    (r->folded ? "+" : "-"));
	heap_row_name(&name, l, r);
	if (r->id.level == HEAP_SYMBOL)
		str_addf(&name, "  x%s", fmt_grouped(count, r->sum.sites));
	if (cols > 0)
		text_cut(&cut, name.data, cols, CUT_END, !x->look->utf8);
	canvas_puts(x->c, x->row, col + 2, name_style(l, r), cut.data);
	str_release(&name);
	str_release(&cut);
}

static const struct table_column columns[HEAP_COLUMNS] = {
	/* TRANSLATORS: heads of columns: GROWTH (since a mark), LIVE (bytes in
	 * use), RSS (resident part of the bytes in use).  A long head widens
	 * its column; a narrow pane then shows fewer columns. */
	[COLUMN_GROWTH] = { N_("GROWTH"),
		N_("Growth of LIVE since the mark that m sets."),
		1, true, 1 + HEAP_SORT_GROWTH, .cell = growth_cell },
	[COLUMN_LIVE] = { N_("LIVE"),
		N_("Bytes that the site allocated and the program has not "
		   "freed."),
		1, true, 1 + HEAP_SORT_LIVE, .cell = live_cell },
	[COLUMN_RATE] = { N_("LIVE/s"),
		N_("Growth of LIVE per second, mean over 5 s."),
		1, true, 1 + HEAP_SORT_RATE, .cell = live_rate_cell },
	[COLUMN_BLOCKS] = { N_("BLOCKS"),
		N_("Number of live blocks."),
		1, true, 1 + HEAP_SORT_BLOCKS, .cell = blocks_cell },
	[COLUMN_RESIDENT] = { N_("RSS"),
		N_("Part of LIVE that is in memory."),
		1, true, 1 + HEAP_SORT_RESIDENT, .cell = resident_cell },
	[COLUMN_ALLOCS] = { N_("ALLOC/s"),
		N_("Allocations per second."),
		1, true, 1 + HEAP_SORT_ALLOCS, .cell = allocs_cell },
	[COLUMN_AGES] = { N_("AGE"),
		N_("Ages of the live blocks, a bar each for 8 spans: the "
		   "youngest at the left."),
		1, false, 0, .cell = ages_cell },
	[COLUMN_WHAT] = { N_("SITE"),
		N_("Library, function or line that allocates; xN: N sites."),
		1, false, 1 + HEAP_SORT_NAME, .cell = site_cell },
};

const struct terms_part heap_columns_part = {
	N_("COLUMNS"), columns, NULL, HEAP_COLUMNS,
};

void heap_draw_row(struct canvas *c, const struct heap_columns *k,
		   const struct heap_shown *l, int row,
		   const struct heap_row *r)
{
	table_cells(&(struct table_cell){
		.c = c, .row = row, .look = &l->view->look,
		.st = r->sum.live ? STYLE_TEXT : STYLE_DIM, .arg = l, .of = r,
	}, columns, k->at, HEAP_COLUMNS);
}
