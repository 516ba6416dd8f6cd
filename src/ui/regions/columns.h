/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The columns of the Regions pane: which there are at a width, and where.
 *
 * Positions come from the width alone, never from what is shown, with two
 * exceptions: below 60 columns leading digits that all addresses share are left
 * out, and while written pages are tracked, which somebody asked for, their
 * column is worth more than the end of a name and half of a bar.
 */
#ifndef UI_REGIONS_COLUMNS_H
#define UI_REGIONS_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"
#include "ui/kit/table.h"
#include "ui/kit/style.h"
#include "ui/pane/columns.h"
#include "ui/regions/rows.h"

/* Digits of an address. */
#define REGION_DIGITS 12

struct region_layout {
	struct table_place at[REGION_COLUMNS];
	int digits;				/* of an address */
	int width;
};

/* digits: how many of an address differ between rows, 12 for all; tracked:
 * written pages are; hidden: 1 << enum region_column, without them. */
void region_layout(struct region_layout *l, int width, int digits,
		   bool tracked, uint32_t hidden);
/* How many digits at the end tell the rows' addresses apart. */
int region_digits(const struct region_rows *rr);
void region_header(struct canvas *c, const struct region_layout *l, int row);

/* What a row is drawn with. */
struct region_drawing {
	struct canvas *c;
	const struct look *look;
	const struct region_layout *layout;
	const struct region_rows *rows;
	const struct process *process;
	uint64_t period_ns;		/* from one sample to the next */
};
/* What the cells of a row show. */
struct region_line {
	const struct region_row *row;	/* NULL: a class of the table by kind */
	const struct region *region;	/* of a fold the first */
	struct region_sum sum;
	char mark;
	style size, rss;		/* how these two glow */
	int class;
};
/* One row, with its mark but without the selection. */
void region_draw_row(const struct region_drawing *d, int row,
		     const struct region_row *rrow);
/* The row of the fault. */
void region_draw_fault(const struct region_drawing *d, int row);

/* --- cells.c: arg is a struct region_drawing, of a struct region_line */
void region_address_cell(const struct table_cell *x);
void region_size_cell(const struct table_cell *x);
void region_rss_cell(const struct table_cell *x);
void region_rate_cell(const struct table_cell *x);
/* Figures of smaps, which is read on request only: with a mark, or n/a, where
 * they are old. */
void region_pss_cell(const struct table_cell *x);
void region_swap_cell(const struct table_cell *x);
/* How many pages of it are written to. */
void region_written_cell(const struct table_cell *x);
void region_perm_cell(const struct table_cell *x);
void region_what_cell(const struct table_cell *x);
void region_owner_cell(const struct table_cell *x);
void region_flags_cell(const struct table_cell *x);
void region_resident_cell(const struct table_cell *x);
/* --- columns.c: the cells of a row */
void region_cells(const struct table_cell *like);

/* The table by kind: a header, then row i of it (0: Total). */
#define REGION_KIND_ROWS (CLASSES + 1)
void region_kind_header(const struct region_drawing *d, int row);
void region_draw_kind(const struct region_drawing *d, int row, int i);
/* The class of row i, -1 for Total, and the row of a class. */
int region_kind_class(const struct region_rows *rr, int i);
int region_kind_row(const struct region_rows *rr, int class);

/* What a fold is called, safe: a file, a thread. */
void region_fold_name(struct str *out, const struct region_drawing *d,
		      const struct region_row *rrow);

#endif
