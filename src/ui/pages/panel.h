/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words around the heatmap: the legend, what the region is and where it
 * comes from, what the cell under the cursor holds.  What is not known says
 * why.
 */
#ifndef UI_PAGES_PANEL_H
#define UI_PAGES_PANEL_H

#include "ui/pages/map.h"

/* Columns left of the panel's words, and the least a panel needs. */
#define PANEL_GAP 3
#define PANEL_COLS 26
/* Columns from which the panel has whole sentences and counts. */
#define PANEL_WIDE 36

struct pages_panel {
	const struct pages_map *map;
	const struct view *view;
	const struct process *process;
	const struct region *region;	/* that the cursor is in */
	enum paint paint;		/* what was asked for */
	const struct pages_range *range;	/* NULL: none is selected */
	const char *cost;		/* of scans, to be told below the map */
};

/* Beside the map, in the clip's own rows: the short one and the tall one. */
void panel_draw(const struct pages_panel *p, struct canvas *c, bool tall);
/* Rows 0 to 4 of the panel: what is painted and what its signs mean. */
void legend_panel(const struct pages_panel *p, struct canvas *c, bool tall);
/* Where blocks are painted: "live 4.00M  mixed 1.00M  free 3.00M", of what is
 * resident; false: that is not known of the whole region. */
bool legend_heap(const struct pages_panel *p, struct str *out);
/* The same on one line of the pane; returns the column after it. */
int legend_line(const struct pages_panel *p, struct canvas *c, int row);
/* The line below it: words, and at its right what is lit, and what looking
 * costs ("": that is told elsewhere). */
void legend_words(const struct pages_panel *p, struct canvas *c, int row,
		  const char *words, const char *cost);
/* The tall panel below the legend. */
void panel_facts(const struct pages_panel *p, struct canvas *c);
/* What is known of the region that the cursor is in; NULL: not all of it. */
const struct pages *panel_pages(const struct pages_panel *p);
/* "190M at +834M", with `~` where bins hide the ends, "under 64.0K" where they
 * hide all of them; false: not scanned. */
bool panel_hole(struct str *out, const struct pages *pages);
/* Under the map, where there is no room beside it: `rows` lines at most. */
void panel_under(const struct pages_panel *p, struct canvas *c, int row,
		 int rows);
/* The facts of the tall panel in `rows` rows that are left below a small
 * region: what has no room is left out. */
void panel_below(const struct pages_panel *p, struct canvas *c, int row,
		 int rows);
/* What the cell, or the range, holds, in `rows` (1 or 2) lines; tall names its
 * half. */
void panel_cell(const struct pages_panel *p, struct canvas *c, int row,
		int rows, uint64_t cell, bool tall);
/* "+282.5M": exact, in the largest unit that needs at most half of one. */
void panel_offset(struct str *out, uint64_t bytes);

/* Pages that are neither resident nor swapped, as far as is known. */
uint64_t pages_absent(const struct pages *p);

#endif
