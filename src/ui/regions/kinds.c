/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary by kind: how much memory each kind of region uses, in ten
 * rows. */
#include <config.h>

#include "ui/regions/columns.h"

#include <string.h>

#include "base/fmt.h"
#include "ui/kit/i18n.h"
#include "ui/kit/widgets.h"

#define GUTTER 2
#define BAR 16
#define BAR_WIDE 64
/* From this width on, the bar is as long as the room permits. */
#define WIDE 100

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

static void regions_cell(const struct table_cell *x)
{
	char buf[FMT_MAX];

	cell_right(x, STYLE_TEXT, fmt_count(buf, line_of(x)->sum.n));
}

static void share_cell(const struct table_cell *x)
{
	share_bar(x->c, x->look, x->row, x->col, x->cols,
		  line_of(x)->sum.rss, line_of(x)->sum.size);
}

enum {
	KIND, SIZE, RSS, GROWTH, PSS, SWAP, REGIONS, WRITTEN, SHARE, COLUMNS
};

static const struct table_column columns[COLUMNS] = {
	{ N_("KIND"),
		N_("Kind of the regions that the row sums up."),
		0, false, 1 + SORT_NAME, .cell = kind_cell },
	{ N_("SIZE"),
		N_("Size of the regions, whether in memory or not."),
		1, true, 1 + SORT_SIZE, .cell = region_size_cell },
	{ N_("RSS"),
		N_("Resident: the part that is in memory now."),
		1, true, 1 + SORT_RSS, .cell = region_rss_cell },
	{ N_("RSS/s"),
		N_("Growth of RSS per second, mean over 5 s."),
		1, true, 1 + SORT_RATE, .cell = region_rate_cell },
	{ N_("PSS"),
		N_("RSS, with each shared page divided by the number of its "
		   "users."),
		1, true, 1 + SORT_PSS, .cell = region_pss_cell },
	{ N_("SWAP"),
		N_("The part that is in swap."),
		1, true, 1 + SORT_SWAP, .cell = region_swap_cell },
	{ N_("REGIONS"),
		N_("Number of regions of this kind."),
		1, true, 0, .cell = regions_cell },
	{ N_("WRITTEN/s"),
		N_("Pages that the program writes to, per second; W starts "
		   "the count."),
		1, true, 1 + SORT_WRITTEN, .cell = region_written_cell },
	{ N_("RESIDENT"),
		N_("Share of SIZE that is in memory."),
		2, false, 0, .cell = share_cell },
};

const struct terms_part region_kinds_part = {
	N_("SUMMARY BY KIND"), columns, NULL, COLUMNS,
};

/* The order in which columns appear when the pane becomes wider. */
static const struct table_step steps[] = {
	{ KIND, 12 }, { SIZE, 5 }, { RSS, 5 }, { GROWTH, 6 }, { REGIONS, 5 },
	{ WRITTEN, 9 }, { PSS, 5 }, { SWAP, 5 }, { SHARE, BAR },
};

static void place_columns(const struct region_drawing *d,
			  struct table_place at[COLUMNS])
{
	uint32_t hidden = d->layout->at[COL_WRITTEN].cols ? 0 : 1u << WRITTEN;
	int room;

	memset(at, 0, COLUMNS * sizeof *at);
	room = table_fill(at, columns, steps, sizeof steps / sizeof *steps,
			  d->layout->width - GUTTER, hidden);
	/* A wide pane gives the remaining room to the bar. */
	if (d->layout->width >= WIDE)
		(void)table_share(at, &(struct table_share){
			SHARE, 1, 1, BAR_WIDE,
		}, 1, room);
	table_place(at, columns, COLUMNS, GUTTER);
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
