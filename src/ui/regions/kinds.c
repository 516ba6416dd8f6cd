/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary by kind: what memory is used for, in ten rows. */
#include <config.h>

#include "ui/regions/columns.h"

#include "base/fmt.h"
#include "ui/kit/i18n.h"
#include "ui/kit/widgets.h"

#define BAR 16

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

/* KIND 12, SIZE 5, RSS 5, RSS/s 6, PSS 5, SWAP 5, MAPS 5, while writes are
 * tracked WRITTEN/s 9, the bar. */
#define KINDS_COLS (2 + 12 + 1 + 5 + 1 + 5 + 1 + 6 + 1 + 5 + 1 + 5 + 1 + 5)
#define WRITTEN 9

static int written_cols(const struct region_drawing *d)
{
	return d->layout->at[COL_WRITTEN].cols &&
	       d->layout->width >= KINDS_COLS + 1 + WRITTEN ? WRITTEN : 0;
}

static const struct region_line *line_of(const struct table_cell *x)
{
	return x->of;
}

static void kind_cell(const struct table_cell *x)
{
	int class = line_of(x)->class;

	cell_left(x, class < 0 ? STYLE_BRIGHT : kind_style(kind_class_kind(class)),
		  region_kind_name_of(class));
}

static void maps_cell(const struct table_cell *x)
{
	char buf[FMT_MAX];

	cell_right(x, STYLE_TEXT, fmt_count(buf, line_of(x)->sum.n));
}

static void share_cell(const struct table_cell *x)
{
	const struct region_drawing *d = x->arg;

	if (d->layout->width >= x->col + x->cols)
		share_bar(x->c, x->look, x->row, x->col, x->cols,
			  line_of(x)->sum.rss, line_of(x)->sum.size);
}

static const struct table_column columns[] = {
	{ N_("KIND"), 0, false, 1 + SORT_NAME, .cell = kind_cell },
	{ N_("SIZE"), 1, true, 1 + SORT_SIZE, .cell = region_size_cell },
	{ N_("RSS"), 1, true, 1 + SORT_RSS, .cell = region_rss_cell },
	{ N_("RSS/s"), 1, true, 1 + SORT_RATE, .cell = region_rate_cell },
	{ N_("PSS"), 1, true, 1 + SORT_PSS, .cell = region_pss_cell },
	{ N_("SWAP"), 1, true, 1 + SORT_SWAP, .cell = region_swap_cell },
	/* TRANSLATORS: a number of mappings; at most 5 columns. */
	{ N_("MAPS"), 1, true, 0, .cell = maps_cell },
	{ N_("WRITTEN/s"), 1, true, 1 + SORT_WRITTEN,
	  .cell = region_written_cell },
	{ N_("RESIDENT"), 2, false, 0, .cell = share_cell },
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void place_columns(const struct region_drawing *d,
			  struct table_place at[COLUMNS])
{
	const int cols[COLUMNS] = { 12, 5, 5, 6, 5, 5, 5, written_cols(d),
				    BAR };

	for (size_t i = 0; i < COLUMNS; i++)
		at[i] = (struct table_place){ .cols = cols[i] };
	table_place(at, columns, COLUMNS, 2);
}

void region_kind_header(const struct region_drawing *d, int row)
{
	struct table_place at[COLUMNS];

	place_columns(d, at);
	table_heads(d->c, row, columns, at, COLUMNS);
}

void region_draw_kind(const struct region_drawing *d, int row, int i)
{
	int class = region_kind_class(d->rows, i);
	const struct region_line line = {
		.class = class, .size = STYLE_TEXT, .rss = STYLE_TEXT,
		.sum = class < 0 ? d->rows->total : d->rows->classes[class],
	};
	struct table_place at[COLUMNS];

	place_columns(d, at);
	table_cells(&(struct table_cell){
		.c = d->c, .row = row, .look = d->look, .arg = d, .of = &line,
	}, columns, at, COLUMNS);
}
