/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two halves of the Pages pane share: drawing and commands. */
#ifndef UI_PAGES_STATE_H
#define UI_PAGES_STATE_H

#include "ui/pages/map.h"

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
	struct space_map map;		/* of them, laid out when the model had */
	uint64_t map_events;		/* ... had this many events */
	uint64_t map_asked;		/* ... for such cells (0: fitted) */
	int map_rows;			/* ... and so many rows */
	struct view_window want;	/* what is in view, and a margin */
	struct view_window heap_want;	/* the same, of what blocks have */
	uint64_t pressed;		/* where a range begins, and */
	bool ranged;			/* ... from where to where it went: */
	uint64_t range[2];		/* starts of the first and last cell */
	bool extends;			/* ... as long as the cursor moves */
};

/* What hot areas of the map are: their part.  `value` is of a region the
 * address of the first cell, `more` how many bytes each is; of all regions the
 * index of it, and the start of its row. */
enum { PART_REGION, PART_SPACE };

unsigned pages_choose(void *state, struct view *view, const struct hot *hot,
		      int at, enum choose_how how);
/* The wheel: the rows in view, and the cursor where it must. */
unsigned pages_wheel(struct pages_state *s, struct view *view,
		     const struct pages_map *map, uint64_t cell, bool down);
/* The cells of the range; NULL: there is none. */
const struct pages_range *pages_range(const struct pages_state *s,
				      const struct pages_map *map,
				      struct pages_range *out);
/* The cursor goes to a cell of all regions; false: there is none. */
bool pages_select_cell(struct view *view, const struct space_map *sm,
		       uint64_t i);

/* All regions as the state has them; the state's, until the next event. */
const struct space_map *pages_space(struct pages_state *s,
				    const struct view *view,
				    const struct process *p);

/* The address under the cursor: where it was put, or the region's start. */
uint64_t pages_cursor(const struct view *view, const struct region *r);
/* The cell size at which the whole region is in view. */
uint64_t pages_whole(const struct view *view, const struct region *r, int cols,
		     int rows);
unsigned pages_command(void *state, struct view *view, enum cmd cmd);

#endif
