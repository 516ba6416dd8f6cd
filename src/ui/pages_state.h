/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two halves of the Pages pane share: drawing and commands. */
#ifndef UI_PAGES_STATE_H
#define UI_PAGES_STATE_H

#include "ui/pages_map.h"

struct pages_state {
	pid_t pid;			/* whose map was last fitted */
	unsigned generation;
	uint64_t region, end;		/* its bounds then */
	uint64_t cell_pages;		/* 0: to be fitted */
	bool zoomed;			/* by the user: do not fit again */
	uint64_t top;			/* first map row in view */
	int cols, rows;			/* of the map, as last drawn */
	enum paint paint;
	bool space;			/* all regions are shown, in */
	uint64_t space_cell;		/* ... such cells; 0: to be fitted */
	int space_cols, space_rows;	/* ... fitted to this room */
	struct view_window want;	/* what is in view, and a margin */
};

/* All regions as the state has them. */
void pages_space(struct pages_state *s, const struct view *view,
		 const struct process *p, struct space_map *sm);

/* The address under the cursor: where it was put, or the region's start. */
uint64_t pages_cursor(const struct view *view, const struct region *r);
/* The cell size at which the whole region is in view. */
uint64_t pages_whole(const struct view *view, const struct region *r, int cols,
		     int rows);
unsigned pages_command(void *state, struct view *view, enum cmd cmd);

#endif
