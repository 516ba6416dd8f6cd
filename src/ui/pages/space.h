/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole address space as a map: its regions in address order.
 *
 * A region that fills a cell or more has cells of its own, from its start on;
 * smaller adjacent regions share a cell, each as a whole.  So each cell is the
 * exact sum of whole bins.  Unmapped addresses take no room, but a gap of a map
 * row or more becomes a line of its own, a fold.  In a mostly untouched region,
 * holes of that size are folded, too, together with unmapped addresses next to
 * them.  If such a region is too large for bins of the cell size, its cells are
 * larger.  (A region in use keeps its empty rows: otherwise a new page would
 * move the other rows.)
 *
 * Indices of cells are those of a map with full rows (map.h): cell i is in row
 * i / (2 * cols).  A row that is not full, or a fold, has unused indices.
 *
 *	space_map_make(&sm, process, 4096, 64, 30, 0);
 *	sm.rows.v[2].fold	"… 93.2T not mapped, 1.00T untouched"
 *	space_map_release(&sm);
 *
 * The map holds indices of regions, so it is valid only until the next event.
 */
#ifndef UI_PAGES_SPACE_H
#define UI_PAGES_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "model/model.h"

struct space_cell {
	uint64_t start, end;		/* bounds, including gaps if several
					 * regions share the cell */
	size_t region, last;		/* indices of the first and last region
					 * in the cell */
};

struct space_row {
	uint64_t start;
	bool fold;
	size_t cell, cells;		/* first cell and number of cells in
					 * space_map.cells; a fold has no
					 * cells */
	uint64_t unmapped, untouched;	/* in a fold: bytes that are unmapped,
					 * and bytes that are untouched */
	size_t region;			/* first region of a fold with an
					 * untouched part; SIZE_MAX: none */
	uint64_t at;			/* start of that untouched part */
};

struct space_map {
	const struct process *process;
	uint64_t page_size, cell_pages;
	uint64_t cell_most;		/* number of pages in the largest
					 * cells */
	int cols;
	VEC(struct space_cell) cells;
	VEC(struct space_row) rows;
	uint64_t regions, bytes;	/* number of all regions, and of their
					 * bytes */
	struct pages sum;		/* sum of all regions, without bins */
};

/* Makes the map.  If cell_pages is 0, the cell size is the smallest one at
 * which the map has at most `rows` rows. */
void space_map_make(struct space_map *sm, const struct process *p,
		    uint64_t page_size, int cols, int rows,
		    uint64_t cell_pages);
void space_map_release(struct space_map *sm);

/* Returns cell i, or NULL if no cell has that index. */
const struct space_cell *space_map_cell(const struct space_map *sm,
					uint64_t i);
/* Returns the index of the cell or fold that contains addr, or of the nearest
 * one. */
uint64_t space_map_of(const struct space_map *sm, uint64_t addr);
/* Returns the index that is reached from i by a movement of `step` cells: 1, a
 * line or a page. */
uint64_t space_map_move(const struct space_map *sm, uint64_t i, uint64_t step,
			bool forward);
uint64_t space_map_end(const struct space_map *sm, bool last);
/* Stores the address of the cursor at index i, and the index of its region.
 * Returns false if the index is unused. */
bool space_map_at(const struct space_map *sm, uint64_t i, uint64_t *addr,
		  size_t *region);
/* Appends the text of a fold: "… 93.2T not mapped, 1.00T untouched". */
void space_fold_words(struct str *out, const struct space_row *row,
		      bool ascii);

#endif
