/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole address space as a map: its regions in address order.
 *
 * A region of a cell or more has cells of its own, which begin where it does;
 * smaller ones that follow each other share a cell, whole.  So each cell is
 * the exact sum of whole bins.  What is not mapped takes no room; where it is
 * a map row or more it is folded to a line of its own.  Of a region that is
 * mostly untouched as much of which no page is there is folded too, together
 * with what is not mapped beside it; and where it is too large for bins of the
 * size of the cells it has larger ones.  (A region that is in use keeps its
 * empty rows: a page that comes must not move the others.)
 *
 * Indices of cells are those of a map with full rows (map.h): cell i is
 * in row i / (2 * cols); a row that is not full, or folded, has none there.
 *
 *	space_map_make(&sm, process, 4096, 64, 30, 0);
 *	sm.rows.v[2].fold	"… 93.2T not mapped, 1.00T untouched"
 *	space_map_release(&sm);
 *
 * It holds until the next event: it has indices of regions.
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
	uint64_t start, end;		/* addresses; of several regions with
					 * what is between them */
	size_t region, last;		/* indices in the space */
};

struct space_row {
	uint64_t start;
	bool fold;
	size_t cell, cells;		/* of space_map.cells; none of a fold */
	uint64_t unmapped, untouched;	/* bytes of a fold */
	size_t region;			/* first untouched one, SIZE_MAX none */
	uint64_t at;			/* where that is untouched */
};

struct space_map {
	const struct process *process;
	uint64_t page_size, cell_pages;
	uint64_t cell_most;		/* pages of the largest cells */
	int cols;
	VEC(struct space_cell) cells;
	VEC(struct space_row) rows;
	uint64_t regions, bytes;	/* of all */
	struct pages sum;		/* of all; no bins */
};

/* cell_pages 0: the smallest with which it takes at most `rows` map rows. */
void space_map_make(struct space_map *sm, const struct process *p,
		    uint64_t page_size, int cols, int rows,
		    uint64_t cell_pages);
void space_map_release(struct space_map *sm);

/* NULL: there is none at that index. */
const struct space_cell *space_map_cell(const struct space_map *sm,
					uint64_t i);
/* The index of the cell or fold that holds addr, or of the nearest. */
uint64_t space_map_of(const struct space_map *sm, uint64_t addr);
/* The index after a movement; `step` is 1, a line or a page of cells. */
uint64_t space_map_move(const struct space_map *sm, uint64_t i, uint64_t step,
			bool forward);
uint64_t space_map_end(const struct space_map *sm, bool last);
/* Where the cursor is at index i: an address, and the index of its region;
 * false: there is nothing. */
bool space_map_at(const struct space_map *sm, uint64_t i, uint64_t *addr,
		  size_t *region);
/* "… 93.2T not mapped, 1.00T untouched" */
void space_fold_words(struct str *out, const struct space_row *row,
		      bool ascii);

#endif
