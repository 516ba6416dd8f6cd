/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the Pages pane around the cells: title, axes, lines, and the
 * panel next to or below the map. */
#ifndef UI_PAGES_FRAME_H
#define UI_PAGES_FRAME_H

#include "ui/pages/panel.h"
#include "ui/pages/state.h"

/* The layout.  It follows from the size of the clip rectangle and the width of
 * an address. */
struct pages_layout {
	int axis_cols;			/* width of the addresses left of the
					 * map; 1: only marks */
	int cols;			/* cells in a line */
	bool big;			/* cells are large */
	int width, height;		/* columns and rows of the map */
	bool axis;			/* there is a line of offsets above the
					 * map */
	bool side, tall;		/* side: the panel is next to the map;
					 * tall: it is the tall panel */
	int rows;			/* number of map rows that fit into the
					 * pane */
	int foot;			/* rows of the pane below the map */
};

struct pages_frame {
	const struct pages_state *state;
	const struct view *view;
	const struct process *process;
	const struct region *region;	/* region under the cursor */
	const struct pages_map *map;
	struct pages_layout layout;
	uint64_t cell;			/* cell under the cursor */
	bool focused;
};

/* big: cells are large, if the pane has room for two lines of them. */
struct pages_layout pages_layout(const struct rect *clip, uint64_t start,
				 bool big);
void pages_frame_draw(const struct pages_frame *f, struct canvas *c);

#endif
