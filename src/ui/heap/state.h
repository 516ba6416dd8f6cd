/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of Heap, shared by heap*.c and by nobody else.
 *
 *	pane.c		the pane: which list is in view, title
 *	tree.c		libraries, symbols, sites: sums, growth since the mark
 *	rows.c		their order, and which are in view
 *	cells.c		their columns
 *	blocks.c	the blocks of one site
 *	detail.c	more of the selected site; what the allocator says
 *	words.c		names of places in the code
 *	keys.c		its commands, what is found, and the mouse
 */
#ifndef UI_HEAP_STATE_H
#define UI_HEAP_STATE_H

#include "ui/heap/rows.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"

struct heap_state {
	struct heap_rows rows;
	struct list list;
	long height;
	struct heap_id selected;
	bool chosen;			/* somebody selected that */
	struct heap_mark mark;
	bool since_mark;
	uint64_t open;			/* the site whose blocks are in view,
					 * + 1; 0: none */
	pid_t open_pid;
	unsigned open_generation;
	struct list blocks;
	uint64_t block;			/* the selected one's address, 0: none */
	long block_row;			/* its place in the list */
};

/* What is looked at; false when nothing was told of it. */
struct heap_shown {
	const struct view *view;
	const struct process *process;
	const struct heap *heap;
	const struct heap_mark *mark;	/* NULL: none is shown */
	const struct heap_site *open;	/* NULL: the sites are in view */
};
bool heap_look(struct heap_shown *l, const struct heap_state *s,
	       const struct view *view);

/* --- pane.c */
void heap_update(struct heap_state *s, const struct heap_shown *l);
/* The selected row; 0 where nobody chose one. */
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
/* How many bytes are how old, the youngest at the left: HEAP_AGES columns. */
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
/* So many rows of `rows` are those of the detail and of the allocator. */
int heap_detail_rows(const struct heap_shown *l, int rows);
void heap_detail_draw(struct canvas *c, const struct heap_shown *l,
		      const struct heap_row *r, int row, int rows);

/* --- words.c */
/* "libfoo.so+1a2b", of the region that an address lies in. */
void heap_place(struct str *out, const struct heap_shown *l, uint64_t addr);
/* What stands under WHAT, safe. */
void heap_row_name(struct str *out, const struct heap_shown *l,
		   const struct heap_row *r);
/* The caller, and who called it: "libfoo.so+1a2b < +3c4d < libc.so.6+29d90";
 * brief: without the first file's name. */
void heap_callers(struct str *out, const struct heap_shown *l,
		  const struct heap_site *s, bool brief);
/* "realloc_rows  libfoo.so" */
void heap_site_name(struct str *out, const struct heap_shown *l,
		    const struct heap_site *s);

/* --- keys.c */
unsigned heap_command(void *state, struct view *view, enum cmd cmd);
unsigned heap_choose(void *state, struct view *view, const struct hot *hot,
		     int at, enum choose_how how);
const char *heap_enter(const void *state, const struct view *view, bool *can);

#endif
