/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the fork family pane: one member's map, the words below.
 *
 *	n = family_members(view, process, region->start, members);
 *	family_map_draw(&map, view, &members[0]->space.family, true, c, 2, 14);
 */
#ifndef UI_PROCESS_FAMILY_PARTS_H
#define UI_PROCESS_FAMILY_PARTS_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

#define FAMILY_SHOWN 8

/* The same for each member, so that a place means the same page in all. */
struct family_map {
	uint64_t cell_pages, cells;
	uint64_t top;			/* first map row in view */
	uint64_t cursor;		/* cell */
	int cols, rows;
};

/* The parent, then its children of which the pages at start are known; 0 when
 * none is.  p is one of them. */
size_t family_members(const struct view *view, const struct process *p,
		      uint64_t start, struct process *to[FAMILY_SHOWN]);

void family_map_draw(const struct family_map *map, const struct view *view,
		     const struct pages *p, bool parent, struct canvas *c,
		     int row, int col);

/* The cell under the cursor, the legend, and a line for each of n members, of
 * which `shown` have a map; what has no room among `rows` is left out. */
void family_foot_draw(const struct family_map *map, const struct view *view,
		      struct process *const *members, size_t n, size_t shown,
		      struct canvas *c, int row, int rows);

#endif
