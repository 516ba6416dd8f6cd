/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the fork family pane: the map of one member, and the text below
 * the maps.
 */
#ifndef UI_PROCESS_FAMILY_PARTS_H
#define UI_PROCESS_FAMILY_PARTS_H

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

#define FAMILY_SHOWN 8

/* The layout of the maps.  A cell has the same addresses in the maps of all
 * members. */
struct family_map {
	uint64_t cell_pages, cells;
	uint64_t top;			/* first map row in view */
	uint64_t cursor;		/* index of the cell under the cursor */
	int cols, rows;
};

/* p is the parent or a child.  Stores the members whose pages at `start` are
 * known in `to`, parent first.  Returns their number. */
size_t family_members(const struct view *view, const struct process *p,
		      uint64_t start, struct process *to[FAMILY_SHOWN]);

/* Appends "64.0M resident  60.0M shared  4.0M private". */
void family_sizes(struct str *out, const struct pages *family);

void family_map_draw(const struct family_map *map, const struct view *view,
		     const struct pages *p, bool parent, struct canvas *c,
		     int row, int col);

/* Draws the cell under the cursor, the legend, and a line for each of the n
 * members.  The first `shown` members have a map.  Omits what does not fit in
 * `rows`. */
void family_foot_draw(const struct family_map *map, const struct view *view,
		      struct process *const *members, size_t n, size_t shown,
		      struct canvas *c, int row, int rows);

#endif
