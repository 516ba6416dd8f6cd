/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of the Heap pane, private to ui/heap.
 *
 *	pane.c		the pane: chooses the list to show, draws the title
 *	tree.c		libraries, symbols, sites: sums, growth since the mark
 *	rows.c		order and folding of the rows
 *	cells.c		columns of the rows
 *	blocks.c	the list of blocks of one site
 *	detail.c	details of the selected site; allocator statistics
 *	words.c		names of places in the code
 *	keys.c		commands, search, and the mouse
 */
#ifndef UI_HEAP_STATE_H
#define UI_HEAP_STATE_H

#include "ui/heap/rows.h"
#include "ui/kit/table.h"
#include "ui/kit/terms.h"
#include "ui/pane/pane.h"

struct heap_state {
	struct heap_rows rows;
	struct list list;
	long height;
	struct heap_id selected;
	bool chosen;			/* the user has selected a row */
	struct heap_mark mark;
	bool since_mark;
	uint64_t open;			/* number of the site whose blocks
					 * are listed, plus 1; 0: sites are
					 * listed */
	pid_t open_pid;
	unsigned open_generation;
	struct list blocks;
	uint64_t block;			/* address of the selected block; 0:
					 * none is selected */
	long block_row;			/* index of the selected block in the
					 * list */
};

/* What the pane shows.  heap_get_shown() is false if the process has no heap
 * data. */
struct heap_shown {
	const struct view *view;
	const struct process *process;
	const struct heap *heap;
	const struct heap_mark *mark;	/* NULL: growth is not shown */
	const struct heap_site *open;	/* site whose blocks are listed; NULL:
					 * sites are listed */
};
bool heap_get_shown(struct heap_shown *l, const struct heap_state *s,
		    const struct view *view);

/* --- pane.c */
void heap_update(struct heap_state *s, const struct heap_shown *l);
/* Index of the selected row; 0 if the user selected none. */
long heap_selected(const struct heap_state *s);

/* --- cells.c */
enum heap_column {
	COLUMN_GROWTH, COLUMN_LIVE, COLUMN_RATE, COLUMN_BLOCKS,
	COLUMN_RESIDENT, COLUMN_ALLOCS, COLUMN_AGES, COLUMN_WHAT,
	HEAP_COLUMNS
};
struct heap_columns {
	struct table_place at[HEAP_COLUMNS];
	int width;
};
struct heap_columns heap_columns(int width, bool growth);
void heap_draw_header(struct canvas *c, const struct heap_columns *k);
void heap_draw_row(struct canvas *c, const struct heap_columns *k,
		   const struct heap_shown *l, int row,
		   const struct heap_row *r);
/* Draws a bar for the bytes of each age in HEAP_AGES columns, the youngest at
 * the left. */
void heap_ages(struct canvas *c, const struct look *look, int row, int col,
	       const uint64_t ages[HEAP_AGES]);

/* --- blocks.c */
void heap_blocks_draw(struct heap_state *s, const struct heap_shown *l,
		      struct canvas *c, bool focused);
unsigned heap_blocks_command(struct heap_state *s, struct view *view,
			     const struct heap_shown *l, enum cmd cmd);
unsigned heap_blocks_choose(struct heap_state *s, struct view *view,
			    const struct heap_shown *l, const struct hot *hot);

/* --- detail.c */
/* Number of the pane's `rows` for the details and the allocator's
 * statistics. */
int heap_detail_rows(const struct heap_shown *l, int rows);
void heap_detail_draw(struct canvas *c, const struct heap_shown *l,
		      const struct heap_row *r, int row, int rows);

/* --- words.c */
/* Appends the text of the SITE column, with unprintable characters replaced. */
void heap_row_name(struct str *out, const struct heap_shown *l,
		   const struct heap_row *r);
/* Appends the address of a site and its callers: "libfoo.so+0x1a2b < main <
 * libc.so.6+0x29d90".  If `brief` is true, leaves out the name of the first
 * file.  A caller's offset follows its symbol if two sites of the process
 * would have the same text. */
void heap_callers(struct str *out, const struct heap_shown *l,
		  const struct heap_site *s, bool brief);
/* Appends symbol and library of a site: "realloc_rows  libfoo.so". */
void heap_site_name(struct str *out, const struct heap_shown *l,
		    const struct heap_site *s);

/* --- keys.c */
unsigned heap_command(void *state, struct view *view, enum cmd cmd);
unsigned heap_choose(void *state, struct view *view, const struct hot *hot,
		     int at, enum choose_how how);
const char *heap_enter(const void *state, const struct view *view, bool *can);

/* What the columns show, for the help. */
extern const struct terms_part heap_columns_part, heap_blocks_part;

#endif
