/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The columns of the Regions pane: which of them exist at a width, and their
 * places.
 *
 * The places depend on the width alone, not on the data, with two exceptions.
 * Below 60 columns, leading digits that all addresses share are left out.  If
 * the user tracks written pages, their column takes room from the end of the
 * names and half of the bar.
 */
#ifndef UI_REGIONS_COLUMNS_H
#define UI_REGIONS_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ui/kit/canvas.h"
#include "ui/kit/table.h"
#include "ui/kit/style.h"
#include "ui/kit/terms.h"
#include "ui/pane/columns.h"
#include "ui/regions/rows.h"

/* Number of digits in an address. */
#define REGION_DIGITS 12

struct region_layout {
	struct table_place at[REGION_COLUMNS];
	int digits;				/* digits shown of an address */
	int width;
};

/* Places the columns.  `digits` is the number of trailing digits that differ
 * between the addresses, 12 to show all digits; `tracked`: written pages are
 * tracked; `hidden` is a mask of 1 << enum region_column for columns to
 * omit. */
void region_layout(struct region_layout *l, int width, int digits,
		   bool tracked, uint32_t hidden);
/* Returns how many trailing digits are enough to tell the addresses of the rows
 * apart. */
int region_digits(const struct region_rows *rr);
void region_header(struct canvas *c, const struct region_layout *l, int row);

/* The data that all rows of a drawing share. */
struct region_drawing {
	struct canvas *c;
	const struct look *look;
	const struct region_layout *layout;
	const struct region_rows *rows;
	const struct model *model;
	const struct process *process;
	uint64_t period_ns;		/* time between two samples */
};
/* The data that the cells of one row share. */
struct region_line {
	const struct region_row *row;	/* NULL: the row is a class in the
					 * summary by kind */
	const struct region *region;	/* the region; of a fold, its first
					 * region */
	struct region_sum sum;
	char mark;
	style size, rss;		/* styles of SIZE and RSS, which glow
					 * after changes */
	int class;
};
/* Draws one row, with its change mark, but not as selected. */
void region_draw_row(const struct region_drawing *d, int row,
		     const struct region_row *rrow);
/* Draws the row of a fault that is outside all regions. */
void region_draw_fault(const struct region_drawing *d, int row);

/* --- cells.c: x->arg is a struct region_drawing, x->of a region_line ---- */
void region_address_cell(const struct table_cell *x);
void region_size_cell(const struct table_cell *x);
void region_rss_cell(const struct table_cell *x);
void region_rate_cell(const struct table_cell *x);
/* PSS and SWAP come from smaps, which is read only on request: an old value has
 * a mark, an unread one is n/a. */
void region_pss_cell(const struct table_cell *x);
void region_swap_cell(const struct table_cell *x);
/* The number of pages written per second. */
void region_written_cell(const struct table_cell *x);
void region_perm_cell(const struct table_cell *x);
void region_what_cell(const struct table_cell *x);
void region_owner_cell(const struct table_cell *x);
void region_flags_cell(const struct table_cell *x);
void region_resident_cell(const struct table_cell *x);
/* --- columns.c: the cells of a row */
void region_cells(const struct table_cell *like);

/* The summary by kind: a header, then rows 0 to CLASSES, of which row 0 is
 * Total. */
#define REGION_KIND_ROWS (CLASSES + 1)
void region_kind_header(const struct region_drawing *d, int row);
void region_draw_kind(const struct region_drawing *d, int row, int i);
/* region_kind_class() returns the class of row i, -1 for Total;
 * region_kind_row() returns the row of a class. */
int region_kind_class(const struct region_rows *rr, int i);
int region_kind_row(const struct region_rows *rr, int class);

/* Appends the name of a fold: its file, thread or owner.  The text is safe. */
void region_fold_name(struct str *out, const struct region_drawing *d,
		      const struct region_row *rrow);

/* What the columns and the signs show, for the help. */
extern const struct terms_part region_columns_part, region_kinds_part;
extern const struct terms_part *const region_terms[];

#endif
