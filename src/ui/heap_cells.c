/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of Heap, and what a row shows in them. */
#include <config.h>

#include <stdio.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/heap_state.h"
#include "ui/i18n.h"

/* WHAT has so much at least, or a column goes. */
#define WHAT_LEAST 20

/*
 * GROWTH, LIVE, LIVE/s, BLOCKS, RES, ALLOC/s, AGE, WHAT: where they are follows
 * from the width alone.  AGE goes first, then ALLOC/s, RES, LIVE/s, BLOCKS.
 */
struct heap_columns heap_columns(int width, bool growth)
{
	struct heap_columns k = { .width = width };
	/* In the order in which they stay. */
	const struct {
		int *col, cols;
	} all[] = {
		{ &k.growth, growth ? 6 : 0 }, { &k.live, 5 },
		{ &k.blocks, 6 }, { &k.rate, 6 }, { &k.resident, 5 },
		{ &k.allocs, 7 }, { &k.ages, HEAP_AGES },
	}, *at[] = { &all[0], &all[1], &all[3], &all[2], &all[4], &all[5],
		     &all[6] };
	size_t n = 0;
	int col = 1, used = 1;

	for (; n < sizeof all / sizeof *all; n++) {
		int cols = all[n].cols ? all[n].cols + 1 : 0;

		if (n > 1 && used + cols + WHAT_LEAST > width)
			break;
		used += cols;
	}
	for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
		if ((size_t)(at[i] - all) >= n || !at[i]->cols)
			continue;
		*at[i]->col = col;
		col += at[i]->cols + 1;
	}
	k.what = col;
	return k;
}

/* A head that sorts when it is clicked. */
static void head(struct canvas *c, int col, int cols, const char *s,
		 enum heap_sort sort)
{
	if (!col)
		return;
	canvas_rfield(c, 1, col, cols, STYLE_DIM, s);
	canvas_hot(c, 1, col, cols, (struct hot){ .kind = HOT_COLUMN,
						  .value = sort });
}

void heap_draw_header(struct canvas *c, const struct heap_columns *k)
{
	/* TRANSLATORS: heads of columns; GROWTH 6 (since a mark), LIVE 5 (bytes
	 * in use), LIVE/s 6, BLOCKS 6, RES 5 (of them resident), ALLOC/s 7, AGE
	 * 8, SITE 20 columns. */
	head(c, k->growth, 6, _("GROWTH"), HEAP_SORT_GROWTH);
	head(c, k->live, 5, _("LIVE"), HEAP_SORT_LIVE);
	head(c, k->rate, 6, _("LIVE/s"), HEAP_SORT_RATE);
	head(c, k->blocks, 6, _("BLOCKS"), HEAP_SORT_BLOCKS);
	head(c, k->resident, 5, _("RES"), HEAP_SORT_RESIDENT);
	head(c, k->allocs, 7, _("ALLOC/s"), HEAP_SORT_ALLOCS);
	if (k->ages)
		canvas_field(c, 1, k->ages, HEAP_AGES, STYLE_DIM, _("AGE"));
	canvas_field(c, 1, k->what, k->width - k->what, STYLE_DIM, _("SITE"));
	canvas_hot(c, 1, k->what, k->width - k->what,
		   (struct hot){ .kind = HOT_COLUMN,
				 .value = HEAP_SORT_NAME });
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
	if (k->rate) {
		fmt_rate(buf, s->rate);
		if (buf[0] == '+' || buf[0] == '-')
			st = buf[0] == '+' ? STYLE_RATE_UP : STYLE_RATE_DOWN;
		canvas_rfield(c, row, k->rate, 6, st, buf);
	}
	if (k->allocs)
		canvas_rfield(c, row, k->allocs, 7, s->alloc_rate >= 0.5 ?
			      STYLE_TEXT : STYLE_DIM,
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
	int col = k->what + 2 * r->depth, cols = k->width - col - 2;
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

	if (k->growth)
		growth_cell(c, row, k->growth, s->growth);
	if (k->live)
		size_cell(c, row, k->live, 5, st, s->live);
	if (k->blocks)
		canvas_rfield(c, row, k->blocks, 6, st,
			      fmt_count(buf, s->blocks));
	/* Not looked at yet, which is not n/a. */
	if (k->resident && s->resident == EV_UNKNOWN &&
	    !(l->heap->total_known && l->heap->total.resident == EV_UNKNOWN))
		canvas_rfield(c, row, k->resident, 5, STYLE_DIM,
			      look->utf8 ? "…" : "~");
	else if (k->resident)
		size_cell(c, row, k->resident, 5, st, s->resident);
	rate_cells(c, k, row, s);
	if (k->ages)
		heap_ages(c, look, row, k->ages, s->ages);
	draw_name(c, k, l, row, r);
}
