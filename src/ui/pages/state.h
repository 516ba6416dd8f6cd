/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Pages pane.  Drawing and commands share it. */
#ifndef UI_PAGES_STATE_H
#define UI_PAGES_STATE_H

#include "ui/pages/map.h"
#include "ui/kit/terms.h"

struct pages_state {
	pid_t pid;			/* process of the region whose cell size
					 * was last fitted */
	unsigned generation;
	uint64_t region, end;		/* bounds of the region at the last
					 * fit */
	uint64_t cell_pages;		/* cell size; 0: not fitted to the
					 * region yet */
	bool zoomed;			/* the user zoomed: do not fit the cell
					 * size again */
	uint64_t top;			/* first map row in view */
	int cols, rows;			/* size of the map, as last drawn */
	enum paint paint;
	bool big;			/* the user wants large cells */
	bool large;			/* cells were large, as last drawn */
	bool space;			/* the map shows all regions */
	uint64_t space_cell;		/* cell size for all regions; 0: not
					 * fitted yet */
	int space_cols, space_rows;	/* size of the map for which space_cell
					 * was fitted */
	struct space_map map;		/* layout of all regions when the map
					 * was last used */
	uint64_t map_instance;		/* `instance` of the model, and */
	uint64_t map_events;		/* number of the model's events when
					 * `map` was made */
	uint64_t map_asked;		/* cell size that was requested for
					 * `map`; 0: fitted */
	int map_rows;			/* rows of the pane for which `map` was
					 * made */
	struct view_window want;	/* part of memory in view, and a
					 * margin */
	struct view_window heap_want;	/* as `want`, but for heap blocks */
	uint64_t pressed;		/* address where the mouse started a
					 * range */
	bool ranged;			/* a range is selected */
	uint64_t range[2];		/* start addresses of the first and last
					 * cell of the range */
	bool extends;			/* moving the cursor extends the
					 * range */
};

/* The values of `part` in hot areas of the map.  For one region, `value` is the
 * address of the first cell and `more` the bytes of each cell; for all regions,
 * `value` is the index of the first cell and `more` the start of its row. */
enum { PART_REGION, PART_SPACE };

unsigned pages_choose(void *state, struct view *view, const struct hot *hot,
		      int at, enum choose_how how);
/* Scrolls the map.  The cursor moves only if it would leave the view. */
unsigned pages_wheel(struct pages_state *s, struct view *view,
		     const struct pages_map *map, uint64_t cell, bool down);
/* Stores the cells of the selected range in *out.  Returns NULL if no range is
 * selected. */
const struct pages_range *pages_range(const struct pages_state *s,
				      const struct pages_map *map,
				      struct pages_range *out);
/* Moves the cursor to cell i of the map of all regions.  Returns false if there
 * is no such cell. */
bool pages_select_cell(struct view *view, const struct space_map *sm,
		       uint64_t i);

/* Returns the layout of all regions.  It is owned by the state and valid until
 * the next event. */
const struct space_map *pages_space(struct pages_state *s,
				    const struct view *view,
				    const struct process *p);

/* The address under the cursor: where the user placed the cursor, or else the
 * region's start. */
uint64_t pages_cursor(const struct view *view, const struct region *r);
/* Returns the cell size at which the whole region is in view. */
uint64_t pages_whole(const struct view *view, const struct region *r, int cols,
		     int rows);
unsigned pages_command(void *state, struct view *view, enum cmd cmd);

/* terms.c: what the colours and signs show, for the help. */
extern const struct terms_part *const pages_terms[];

#endif
