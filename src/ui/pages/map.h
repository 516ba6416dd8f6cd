/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heatmap: which cell an address is in, what the cell holds, how it looks.
 *
 * A map row is two lines of `cols` cells; the upper line is in the upper half
 * of the characters.  A cell covers a power of two of pages and shows their
 * exact sum.  The sum comes from the window, which is the part that was scanned
 * at the size of the cells.  Outside the window it comes from the bins of the
 * region, if they are fine enough; if not, the cell is `?`.  The bounds of
 * cells depend only on the region's start and the cell size: they do not move
 * when the region grows or the terminal is resized.
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

/* How long new resident pages glow, and pages that are no longer resident. */
#define GLOW_NS 2000000000u
#define GONE_NS 1000000000u

/* A large cell is a block of characters with a gap after it.  A map row then has
 * two lines of such blocks. */
enum { BIG_COLS = 5, BIG_ROWS = 3, BIG_GAP = 1 };

struct pages_map {
	const struct view *view;
	const struct process *process;
	const struct pages *pages;	/* scan of the whole region, for sums;
					 * NULL: not scanned yet */
	const struct pages *window;	/* scan of the part in view, or NULL */
	const struct space_map *space;	/* layout of all regions; NULL: the map
					 * shows one region */
	uint64_t start, end;		/* bounds of the region */
	uint64_t page_size;
	uint64_t cell_pages;
	uint64_t cells;			/* number of cells in the region */
	uint64_t rows;			/* number of rows of the whole map */
	int cols;
	bool big;			/* cells are large */
	enum paint paint;		/* the paint in use: presence if the
					 * selected paint is not possible */
};

struct pages_cell {
	uint64_t pages;			/* pages in the cell; 0: it is beyond
					 * the region */
	bool scanned;			/* the whole cell was scanned; else sum
					 * is 0 */
	const struct pages *from;	/* the scan that `sum` comes from; it
					 * decides which counts are known */
	struct page_bin sum;
	uint64_t changed_ns;		/* time of the newest change; 0: none
					 * seen */
	uint64_t fault_ns;		/* time of the newest fault; 0: none
					 * seen */
	uint64_t written_ns;		/* time of the last write; 0: none
					 * seen */
	struct heap_bin heap;		/* heap blocks in the cell; valid if
					 * heap_known */
	bool heap_known;
	uint64_t came, went;		/* pages that became resident in the
					 * last 2 s; pages that stopped being
					 * resident in the last 1 s */
	uint64_t came_ns, went_ns;
};

/* Returns the data on the region's pages: the detailed scan, else the summary,
 * else NULL.  The data do not cover what was added to the region after the
 * scan. */
const struct pages *pages_known(const struct process *p,
				const struct region *r);
/* True if the whole region was scanned, so sums over it are exact. */
bool pages_map_whole(const struct pages_map *map);

void pages_map_init(struct pages_map *map, const struct view *view,
		    const struct process *p, const struct region *r,
		    uint64_t cell_pages, int cols, enum paint paint);
/* Makes the map of all regions, with the cell size of sm.  The map borrows
 * sm. */
void pages_map_space(struct pages_map *map, const struct view *view,
		     const struct space_map *sm, enum paint paint);
void pages_cell(const struct pages_map *map, uint64_t i,
		struct pages_cell *cell);
/* Returns the cell that contains addr, or the cell nearest to addr. */
uint64_t pages_cell_of(const struct pages_map *map, uint64_t addr);
uint64_t pages_cell_start(const struct pages_map *map, uint64_t i);

/* The columns of a cell, and the rows of a map row. */
int pages_map_pitch(const struct pages_map *map);
int pages_map_height(const struct pages_map *map);

/* Adds the counts of a cell to those of another. */
void pages_cell_add(struct pages_cell *to, const struct pages_cell *cell);
/* Returns NULL if the paint is possible; otherwise a sentence with the reason
 * why not. */
const char *pages_why_not(const struct pages_map *map, enum paint paint);

/* The role of a cell under the map's paint, including the glow of recent
 * changes. */
enum style_role pages_cell_role(const struct pages_map *map,
				const struct pages_cell *cell);

/* A range of selected cells, both ends included. */
struct pages_range {
	uint64_t first, last;
};

/* Draws map rows [top, top + rows) from (row, col) on.  The cell `cursor` is
 * reversed, the cells of `range` (NULL: none) are drawn as selected. */
void pages_map_draw(const struct pages_map *map, struct canvas *c, int row,
		    int col, int rows, uint64_t top, uint64_t cursor,
		    const struct pages_range *range);

#endif
