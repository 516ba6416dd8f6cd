/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heatmap: which cell an address is in, what the cell holds, how it looks.
 *
 * A map row is two lines of `cols` cells, the upper line in the upper half of
 * the characters.  A cell is a power of two of pages and says the exact sum
 * of all of them: from the window, which was scanned at the size of the
 * cells, else from the bins of the region where they tell, else `?`.  Where
 * a cell begins depends on the region's start and the cell size alone: it
 * does not move when the region grows or the terminal is resized.
 *
 *	struct pages_map map;
 *	pages_map_init(&map, view, process, region, 256, 64, PAINT_PRESENCE);
 *	pages_cell(&map, 282, &cell);	 cell.sum.resident == 120
 */
#ifndef UI_PAGES_MAP_H
#define UI_PAGES_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/heatmap.h"
#include "ui/pages/paint.h"
#include "ui/pages/space.h"
#include "ui/pane/pane.h"

/* How long a page that came stays lit, and one that went. */
#define GLOW_NS 2000000000u
#define GONE_NS 1000000000u

struct pages_map {
	const struct view *view;
	const struct process *process;
	const struct pages *pages;	/* of the whole region, for sums; NULL:
					 * nothing is known yet */
	const struct pages *window;	/* of a part of it, or NULL */
	const struct space_map *space;	/* of all regions; NULL: of one */
	uint64_t start, end;		/* the region's */
	uint64_t page_size;
	uint64_t cell_pages;
	uint64_t cells;			/* that the region has */
	uint64_t rows;			/* of the whole map */
	int cols;
	enum paint paint;		/* what is painted in the end */
};

struct pages_cell {
	uint64_t pages;			/* 0: beyond the region */
	bool scanned;			/* all of it; else sum is 0 */
	const struct pages *from;	/* who says so: which counts it knows */
	struct page_bin sum;
	uint64_t changed_ns;		/* newest change, 0 none seen */
	uint64_t fault_ns;		/* newest fault, 0 none seen */
	uint64_t written_ns;		/* last write seen, 0 none */
	struct heap_bin heap;		/* where heap_known */
	bool heap_known;
	uint64_t came, went;		/* pages, in the last 2 s and 1 s */
	uint64_t came_ns, went_ns;
};

/* What is known of the region's pages: the detail, else the summary, else
 * NULL.  Of a region that grew it may be the part that was there before. */
const struct pages *pages_known(const struct process *p,
				const struct region *r);
/* All of the region was looked at: sums over it are true. */
bool pages_map_whole(const struct pages_map *map);

void pages_map_init(struct pages_map *map, const struct view *view,
		    const struct process *p, const struct region *r,
		    uint64_t cell_pages, int cols, enum paint paint);
/* All regions; sm is borrowed and made with that cell size. */
void pages_map_space(struct pages_map *map, const struct view *view,
		     const struct space_map *sm, enum paint paint);
void pages_cell(const struct pages_map *map, uint64_t i,
		struct pages_cell *cell);
/* The cell that holds addr, the nearest one when none does. */
uint64_t pages_cell_of(const struct pages_map *map, uint64_t addr);
uint64_t pages_cell_start(const struct pages_map *map, uint64_t i);

/* Two cells as one. */
void pages_cell_add(struct pages_cell *to, const struct pages_cell *cell);
/* NULL: the paint can be painted; else the sentence that says why not. */
const char *pages_why_not(const struct pages_map *map, enum paint paint);

/* The role of a cell under the map's paint, with glow. */
enum style_role pages_cell_role(const struct pages_map *map,
				const struct pages_cell *cell);
/* The character of a role where a character stands for one role alone. */
const char *pages_glyph(const struct look *look, enum style_role role);

/* Cells that were selected, both ends among them. */
struct pages_range {
	uint64_t first, last;
};

/* Map rows [top, top + rows) from (row, col) on; the cell `cursor` is drawn
 * in reverse, those of the range (NULL: none) as what is selected. */
void pages_map_draw(const struct pages_map *map, struct canvas *c, int row,
		    int col, int rows, uint64_t top, uint64_t cursor,
		    const struct pages_range *range);

#endif
