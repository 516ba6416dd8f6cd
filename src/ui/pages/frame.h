/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Pages pane around its cells: title, axes, lines, what stands beside and
 * below the map. */
#ifndef UI_PAGES_FRAME_H
#define UI_PAGES_FRAME_H

#include "ui/pages/panel.h"
#include "ui/pages/state.h"

/* Where things are, from the size of the clip alone. */
struct pages_layout {
	int axis_cols;			/* addresses at the left, 1: marks */
	int cols;			/* cells in a line */
	bool axis;			/* offsets on top */
	bool side, tall;		/* the panel beside the map */
	int rows;			/* that the map may take */
	int foot;			/* rows below it */
};

struct pages_frame {
	const struct pages_state *state;
	const struct view *view;
	const struct process *process;
	const struct region *region;	/* that the cursor is in */
	const struct pages_map *map;
	struct pages_layout layout;
	uint64_t cell;			/* under the cursor */
	bool focused;
};

struct pages_layout pages_layout(const struct rect *clip, uint64_t start);
void pages_frame_draw(const struct pages_frame *f, struct canvas *c);

#endif
