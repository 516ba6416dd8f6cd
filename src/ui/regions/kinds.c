/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary by kind: what memory is used for, in ten rows. */
#include <config.h>

#include "ui/regions/columns.h"

#include "base/fmt.h"
#include "ui/kit/i18n.h"
#include "ui/kit/widgets.h"

#define BAR 16

static const struct {
	const char *name;
	enum region_kind kind;		/* for its colour */
} classes[CLASSES] = {
	/* TRANSLATORS: kinds of memory; at most 12 columns each. */
	[CLASS_HEAP] = { N_("Heap"), KIND_HEAP },
	[CLASS_STACK] = { N_("Stack"), KIND_STACK },
	[CLASS_PROGRAM] = { N_("Program"), KIND_PROGRAM },
	[CLASS_LIBRARY] = { N_("Libraries"), KIND_LIBRARY },
	[CLASS_FILE] = { N_("File"), KIND_FILE },
	[CLASS_ANON] = { N_("Anonymous"), KIND_ANON },
	[CLASS_SHM] = { N_("Shared"), KIND_SYSV },
	[CLASS_RESERVED] = { N_("Reserved"), KIND_RESERVE },
	[CLASS_SPECIAL] = { N_("Special"), KIND_SPECIAL },
};

int region_kind_class(const struct region_rows *rr, int i)
{
	return i > 0 ? (int)rr->kinds[i - 1] : -1;
}

int region_kind_row(const struct region_rows *rr, int class)
{
	int i = 0;

	while (class >= 0 && i < CLASSES && (int)rr->kinds[i] != class)
		i++;
	return class >= 0 && i < CLASSES ? i + 1 : 0;
}

const char *region_kind_name_of(int class)
{
	return class < 0 ? _("Total") : _(classes[class].name);
}

/* KIND 12, SIZE 5, RSS 5, RSS/s 6, PSS 5, SWAP 5, MAPS 5, while writes are
 * tracked WRITTEN/s 9, the bar. */
#define KINDS_COLS (2 + 12 + 1 + 5 + 1 + 5 + 1 + 6 + 1 + 5 + 1 + 5 + 1 + 5)
#define WRITTEN 9

static int written_cols(const struct region_drawing *d)
{
	return d->layout->at[COL_WRITTEN].cols &&
	       d->layout->width >= KINDS_COLS + 1 + WRITTEN ? WRITTEN : 0;
}

/* Where the bar begins. */
static int bar_col(const struct region_drawing *d)
{
	int written = written_cols(d);

	return KINDS_COLS + (written ? 1 + written : 0) + 2;
}

static const struct table_column columns[] = {
	{ N_("KIND"), 0, false, 1 + SORT_NAME, .cell = NULL },
	{ N_("SIZE"), 1, true, 1 + SORT_SIZE, .cell = NULL },
	{ N_("RSS"), 1, true, 1 + SORT_RSS, .cell = NULL },
	{ N_("RSS/s"), 1, true, 1 + SORT_RATE, .cell = NULL },
	{ N_("PSS"), 1, true, 1 + SORT_PSS, .cell = NULL },
	{ N_("SWAP"), 1, true, 1 + SORT_SWAP, .cell = NULL },
	/* TRANSLATORS: a number of mappings; at most 5 columns. */
	{ N_("MAPS"), 1, true, 0, .cell = NULL },
	{ N_("WRITTEN/s"), 1, true, 1 + SORT_WRITTEN, .cell = NULL },
	{ N_("RESIDENT"), 2, false, 0, .cell = NULL },
};

void region_kind_header(const struct region_drawing *d, int row)
{
	struct table_place at[] = {
		{ .cols = 12 }, { .cols = 5 }, { .cols = 5 }, { .cols = 6 },
		{ .cols = 5 }, { .cols = 5 }, { .cols = 5 },
		{ .cols = written_cols(d) }, { .cols = BAR },
	};
	size_t n = sizeof at / sizeof *at;

	table_place(at, columns, n, 2);
	table_heads(d->c, row, columns, at, n);
}

void region_draw_kind(const struct region_drawing *d, int row, int i)
{
	int class = region_kind_class(d->rows, i);
	const struct region_sum *sum = class < 0 ? &d->rows->total
						 : &d->rows->classes[class];
	style st = class < 0 ? STYLE_BRIGHT : kind_style(classes[class].kind);
	char buf[FMT_MAX];
	int col = canvas_field(d->c, row, 2, 12, st,
			       region_kind_name_of(class));

	size_cell(d->c, row, col + 1, 5, STYLE_TEXT, sum->size);
	if (sum->rss == EV_UNKNOWN)
		canvas_rfield(d->c, row, col + 7, 5, STYLE_DIM,
			      d->look->utf8 ? "…" : "~");
	else
		size_cell(d->c, row, col + 7, 5, STYLE_TEXT, sum->rss);
	region_rate_cell(d->c, row, col + 13, 6, sum);
	region_smaps_cell(d, row, col + 20, 5, sum->pss, sum->pss_at_ns,
			  sum->rss && sum->rss != EV_UNKNOWN);
	region_smaps_cell(d, row, col + 26, 5, sum->swap, sum->pss_at_ns,
			  region_swapped(d));
	canvas_rfield(d->c, row, col + 32, 5, STYLE_TEXT,
		      fmt_count(buf, sum->n));
	region_written_cell(d, row, col + 38, written_cols(d), sum);
	if (d->layout->width >= bar_col(d) + BAR)
		share_bar(d->c, d->look, row, bar_col(d), BAR, sum->rss,
			  sum->size);
}
