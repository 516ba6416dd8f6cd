/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of Contents, private to ui/contents.
 *
 *	pane.c		the pane: what is in view, title, detail lines
 *	bytes.c		rows of bytes: address, hex, text
 *	values.c	the bytes at the cursor as numbers and pointer
 *	decoded.c	the output of the decoder
 *	mark.c		a copy of the bytes at a mark
 *	keys.c		commands, and the mouse
 *
 * The cursor is view->page, shared with Pages.
 */
#ifndef UI_CONTENTS_STATE_H
#define UI_CONTENTS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/pane/pane.h"

#define CONTENTS_PER_MAX 32

/* The columns of a row.  They depend only on the width of the pane. */
struct bytes_layout {
	int digits;			/* digits of the address; 0: no
					 * address */
	int per;			/* bytes per row, a power of two */
	bool text;
	int hex, text_col;
};

/* A block of the mark's copy: the bytes that were known when the mark was
 * set. */
struct mark_block {
	uint64_t addr;
	uint8_t data[CONTENTS_BLOCK], state[CONTENTS_BLOCK];
};
struct contents_mark {
	uint64_t time_ns;
	bool set;
	pid_t pid;
	struct contents_of of;
	VEC(struct mark_block *) blocks;
};

/* A place from which the user followed a pointer. */
struct contents_place {
	uint64_t region, region_end, addr;
	unsigned generation;
	struct contents_of frame;
};

struct contents_state {
	uint64_t top;			/* address of the first row */
	uint64_t region;		/* start of the region that contains
					 * `top` */
	int rows;			/* rows of bytes in view */
	int per;			/* bytes per row; 0 before the first
					 * drawing */
	long decoded_top, decoded_height;	/* the decoder's output: its
						 * first line in view, number of
						 * lines in view */
	uint64_t decoded_cursor;	/* cursor at the last drawing of the
					 * decoder's output */
	bool since_mark;		/* highlight the changes since the
					 * mark */
	struct contents_mark mark;
	VEC(struct contents_place) way;	/* places that Esc returns to, the
					 * newest last */
};

/* What the pane shows: a region, and one of its captured frames or its live
 * memory. */
struct contents_shown {
	const struct view *view;
	const struct contents_state *state;
	const struct process *process;
	const struct region *region;
	const struct contents_object *object;	/* the captured region; NULL if
						 * it was not captured */
	const struct contents_frame *frame;	/* the frame; NULL: live
						 * memory */
	struct contents_of of;
	uint64_t cursor;
};
/* Returns false if no region is selected. */
bool contents_get_shown(struct contents_shown *l,
			const struct contents_state *s,
			const struct view *view);

/* --- bytes.c */
struct bytes_layout bytes_layout(int cols, uint64_t highest);
/* Draws the bytes from `addr` on, in row `row` of the clip rectangle. */
void bytes_draw_row(struct canvas *c, const struct contents_shown *l,
		    const struct bytes_layout *b, int row, uint64_t addr,
		    bool focused);
/* The index of the byte that is drawn at this column of the hexadecimal
 * part. */
int bytes_at_column(int column);

/* How a byte differs from its earlier value.  *age_ns is the time since the
 * change. */
enum contents_news { BYTE_SAME, BYTE_CHANGED, BYTE_DIFFERS };
enum contents_news contents_news(const struct contents_shown *l, uint64_t addr,
				 uint64_t *age_ns);

/* --- mark.c */
void mark_set(struct contents_mark *m, const struct contents_shown *l);
void mark_release(struct contents_mark *m);
/* Stores the byte's value at the time of the mark in *byte.  Returns false if
 * that value is unknown. */
bool mark_byte(const struct contents_mark *m, pid_t pid, uint64_t addr,
	       uint8_t *byte);

/* --- decoded.c */
/* The number of the pane's `rows` that the decoder gets.  `detail` is the
 * number of rows that show the values at the cursor. */
int decoded_rows(const struct view *view, int rows, int detail);
void decoded_draw(struct canvas *c, struct contents_state *s,
		  const struct contents_shown *l, int row, int rows);
/* Scrolls the output of the decoder, for the keys < and >. */
unsigned decoded_scroll(struct contents_state *s, const struct view *view,
			bool down);
/* Handles a click on a line of the decoder's output: moves the cursor to the
 * bytes that the line describes. */
unsigned decoded_choose(struct view *view, const struct hot *hot);

/* --- keys.c */
unsigned contents_command(void *state, struct view *view, enum cmd cmd);
unsigned contents_choose(void *state, struct view *view, const struct hot *hot,
			 int at, enum choose_how how);
/* Scrolls so that the cursor is in view. */
void contents_scroll(struct contents_state *s, const struct region *r,
		     uint64_t cursor);
const char *contents_enter(const void *state, const struct view *view,
			   bool *can);

#endif
