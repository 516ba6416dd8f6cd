/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The text around the heatmap: the legend, the region and its origin, the cell
 * under the cursor.  An unknown value is shown with the reason.
 */
#ifndef UI_PAGES_PANEL_H
#define UI_PAGES_PANEL_H

#include "ui/pages/map.h"

/* Number of blank columns left of the panel's text, and the minimum width of a
 * panel. */
#define PANEL_GAP 3
#define PANEL_COLS 26
/* A panel of this width or more has whole sentences and counts. */
#define PANEL_WIDE 36

struct pages_panel {
	const struct pages_map *map;
	const struct view *view;
	const struct process *process;
	const struct region *region;	/* region under the cursor */
	enum paint paint;		/* the paint that the user selected */
	const struct pages_range *range;	/* selected cells; NULL: none */
	const char *cost;		/* the cost of scans, shown below the
					 * map */
};

/* Draws the short or the tall panel next to the map.  The clip rectangle must
 * be that of the panel. */
void panel_draw(const struct pages_panel *p, struct canvas *c, bool tall);
/* Draws rows 0 to 4 of the panel: the paint, and the meaning of its signs. */
void legend_panel(const struct pages_panel *p, struct canvas *c, bool tall);
/* For the heap paint: appends "live 4.00M  mixed 1.00M  free 3.00M", which
 * counts resident pages.  Returns false if the counts are not known for the
 * whole region. */
bool legend_heap(const struct pages_panel *p, struct str *out);
/* Draws the legend on one line of the pane; returns the column after the
 * text. */
int legend_line(const struct pages_panel *p, struct canvas *c, int row);
/* Draws the line below legend_line(): `words` at the left; at the right the
 * signs of new and gone pages, and the cost of scans ("" if it is shown
 * elsewhere). */
void legend_words(const struct pages_panel *p, struct canvas *c, int row,
		  const char *words, const char *cost);
/* Draws the part of the tall panel that is below the legend. */
void panel_facts(const struct pages_panel *p, struct canvas *c);
/* Returns the scan of the region under the cursor, or NULL if the scan is not
 * complete. */
const struct pages *panel_pages(const struct pages_panel *p);
/* Appends the longest hole of a region: "190M at +834M".  A `~` means that its
 * ends lie inside bins, so its exact size is unknown; "under 64.0K" means that
 * all holes lie inside bins.  Returns false if the region was not scanned. */
bool panel_hole(struct str *out, const struct pages *pages);
/* Draws the panel as at most `rows` lines below the map, if there is no room
 * next to the map. */
void panel_under(const struct pages_panel *p, struct canvas *c, int row,
		 int rows);
/* Draws blocks of the tall panel into the `rows` rows that a small region
 * leaves free below its map.  Blocks that do not fit are left out. */
void panel_below(const struct pages_panel *p, struct canvas *c, int row,
		 int rows);
/* Describes the cell, or the selected range, in `rows` (1 or 2) lines.  If
 * `tall`, also states in which half of its character the cell is. */
void panel_cell(const struct pages_panel *p, struct canvas *c, int row,
		int rows, uint64_t cell, bool tall);
/* Appends an exact offset such as "+282.5M", in the largest unit of which it is
 * a multiple of one half. */
void panel_offset(struct str *out, uint64_t bytes);

/* The number of pages that are neither resident nor swapped, as far as
 * known. */
uint64_t pages_absent(const struct pages *p);

#endif
