/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of Heap, and what a row shows in them. */
#include <config.h>

#include <stdio.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/heap/state.h"
#include "ui/kit/i18n.h"

/* WHAT has so much at least, or a column goes. */
#define WHAT_LEAST 20

static const struct table_column columns[HEAP_COLUMNS] = {
	/* TRANSLATORS: heads of columns; GROWTH 6 (since a mark), LIVE 5 (bytes
	 * in use), LIVE/s 6, BLOCKS 6, RES 5 (of them resident), ALLOC/s 7, AGE
	 * 8, SITE 20 columns. */
	[COLUMN_GROWTH] = { N_("GROWTH"), 1, true, 1 + HEAP_SORT_GROWTH, .cell = NULL },
	[COLUMN_LIVE] = { N_("LIVE"), 1, true, 1 + HEAP_SORT_LIVE, .cell = NULL },
	[COLUMN_RATE] = { N_("LIVE/s"), 1, true, 1 + HEAP_SORT_RATE, .cell = NULL },
	[COLUMN_BLOCKS] = { N_("BLOCKS"), 1, true, 1 + HEAP_SORT_BLOCKS, .cell = NULL },
	[COLUMN_RESIDENT] = { N_("RES"), 1, true, 1 + HEAP_SORT_RESIDENT, .cell = NULL },
	[COLUMN_ALLOCS] = { N_("ALLOC/s"), 1, true, 1 + HEAP_SORT_ALLOCS, .cell = NULL },
	[COLUMN_AGES] = { N_("AGE"), 1, false, 0, .cell = NULL },
	[COLUMN_WHAT] = { N_("SITE"), 1, false, 1 + HEAP_SORT_NAME, .cell = NULL },
};

/* Behind GROWTH and LIVE, which are always there; the last one goes first. */
static const struct table_step steps[] = {
	{ COLUMN_BLOCKS, 6 }, { COLUMN_RATE, 6 }, { COLUMN_RESIDENT, 5 },
	{ COLUMN_ALLOCS, 7 }, { COLUMN_AGES, HEAP_AGES },
};

struct heap_columns heap_columns(int width, bool growth)
{
	struct heap_columns k = {
		.at = { [COLUMN_GROWTH].cols = growth ? 6 : 0,
			[COLUMN_LIVE].cols = 5 },
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

/* A size with its sign. */
static void growth_cell(struct canvas *c, int row, int col, int64_t growth)
{
	char buf[FMT_MAX], cell[FMT_MAX + 1];
	uint64_t by = growth < 0 ? 0 - (uint64_t)growth : (uint64_t)growth;

	snprintf(cell, sizeof cell, "%s%s", !growth ? "" :
		 growth < 0 ? "-" : "+", fmt_size(buf, by));
	canvas_rfield(c, row, col, 6, !growth ? STYLE_DIM : growth < 0 ?
		      STYLE_RATE_DOWN : STYLE_RATE_UP, cell);
}

static void rate_cells(struct canvas *c, const struct heap_columns *k, int row,
		       const struct heap_sum *s)
{
	char buf[FMT_MAX];
	style st = STYLE_DIM;

	if (!s->rated)
		return;
	if (k->at[COLUMN_RATE].col) {
		fmt_rate(buf, s->rate);
		if (buf[0] == '+' || buf[0] == '-')
			st = buf[0] == '+' ? STYLE_RATE_UP : STYLE_RATE_DOWN;
		canvas_rfield(c, row, k->at[COLUMN_RATE].col, 6, st, buf);
	}
	if (k->at[COLUMN_ALLOCS].col)
		canvas_rfield(c, row, k->at[COLUMN_ALLOCS].col, 7,
			      s->alloc_rate >= 0.5 ? STYLE_TEXT : STYLE_DIM,
			      fmt_count(buf, s->alloc_rate > 0 ?
					(uint64_t)(s->alloc_rate + 0.5) : 0));
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

static style name_style(const struct heap_shown *l, const struct heap_row *r)
{
	const struct region *code;

	if (r->id.level != HEAP_LIBRARY)
		return r->sum.live ? STYLE_TEXT : STYLE_DIM;
	code = space_find(&l->process->space, r->site->caller);
	return code ? kind_style(code->kind) : STYLE_K_LIBRARY;
}

static void draw_name(struct canvas *c, const struct heap_columns *k,
		      const struct heap_shown *l, int row,
		      const struct heap_row *r)
{
	const struct look *look = &l->view->look;
	int col = k->at[COLUMN_WHAT].col + 2 * r->depth;
	int cols = k->width - col - 2;
	struct str name = STR_INIT, cut = STR_INIT;
	char count[FMT_MAX];

	if (r->opens)
		canvas_puts(c, row, col, STYLE_DIM, look->utf8 ?
			    (r->folded ? "▸" : "▾") :
			    (r->folded ? "+" : "-"));
	heap_row_name(&name, l, r);
	if (r->id.level == HEAP_SYMBOL)
		str_addf(&name, "  x%s", fmt_grouped(count, r->sum.sites));
	if (cols > 0)
		text_cut(&cut, name.data, cols, CUT_END, !look->utf8);
	canvas_puts(c, row, col + 2, name_style(l, r), cut.data);
	str_release(&name);
	str_release(&cut);
}

void heap_draw_row(struct canvas *c, const struct heap_columns *k,
		   const struct heap_shown *l, int row,
		   const struct heap_row *r)
{
	const struct look *look = &l->view->look;
	const struct heap_sum *s = &r->sum;
	char buf[FMT_MAX];
	style st = s->live ? STYLE_TEXT : STYLE_DIM;

	if (k->at[COLUMN_GROWTH].col)
		growth_cell(c, row, k->at[COLUMN_GROWTH].col, s->growth);
	if (k->at[COLUMN_LIVE].col)
		size_cell(c, row, k->at[COLUMN_LIVE].col, 5, st, s->live);
	if (k->at[COLUMN_BLOCKS].col)
		canvas_rfield(c, row, k->at[COLUMN_BLOCKS].col, 6, st,
			      fmt_count(buf, s->blocks));
	/* Not looked at yet, which is not n/a. */
	if (k->at[COLUMN_RESIDENT].col && s->resident == EV_UNKNOWN &&
	    !(l->heap->total_known && l->heap->total.resident == EV_UNKNOWN))
		canvas_rfield(c, row, k->at[COLUMN_RESIDENT].col, 5, STYLE_DIM,
			      look->utf8 ? "…" : "~");
	else if (k->at[COLUMN_RESIDENT].col)
		size_cell(c, row, k->at[COLUMN_RESIDENT].col, 5, st,
			  s->resident);
	rate_cells(c, k, row, s);
	if (k->at[COLUMN_AGES].col)
		heap_ages(c, look, row, k->at[COLUMN_AGES].col, s->ages);
	draw_name(c, k, l, row, r);
}
