/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of Contents, shared by contents*.c and by nobody else.
 *
 *	pane.c		the pane: what is in view, title, detail lines
 *	bytes.c		rows of bytes: address, hex, text
 *	values.c	what the bytes at the cursor mean
 *	decoded.c	the decoder below
 *	mark.c		what they were at a mark
 *	keys.c		its commands, and the mouse
 *
 * The cursor is view->page, which Pages has too.
 */
#ifndef UI_CONTENTS_STATE_H
#define UI_CONTENTS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/pane/pane.h"

#define CONTENTS_PER_MAX 32

/* Where the columns of a row are, by the width alone. */
struct bytes_layout {
	int digits;			/* of the address; 0: none */
	int per;			/* bytes a row, a power of two */
	bool text;
	int hex, text_col;
};

/* A copy of what was known at a mark. */
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

/* Where Enter was pressed on a pointer. */
struct contents_place {
	uint64_t region, region_end, addr;
	unsigned generation;
	struct contents_of frame;
};

struct contents_state {
	uint64_t top;			/* address of the first row */
	uint64_t region;		/* whose rows these are */
	int rows;			/* of bytes, in view */
	int per;			/* bytes a row; 0: not drawn yet */
	long decoded_top, decoded_height;	/* lines of the decoder */
	uint64_t decoded_cursor;	/* as it was drawn last */
	bool since_mark;		/* what changed since the mark is lit */
	struct contents_mark mark;
	VEC(struct contents_place) way;	/* what Esc goes back to */
};

/* What to look at: a region, and which of its contents. */
struct contents_shown {
	const struct view *view;
	const struct contents_state *state;
	const struct process *process;
	const struct region *region;
	const struct contents_object *object;	/* NULL: it is not captured */
	const struct contents_frame *frame;	/* NULL: live */
	struct contents_of of;
	uint64_t cursor;
};
/* False when no region is selected. */
bool contents_look(struct contents_shown *l, const struct contents_state *s,
		   const struct view *view);

/* --- bytes.c */
struct bytes_layout bytes_layout(int cols, uint64_t highest);
/* The row of `addr`, on `row` of the clip. */
void bytes_draw_row(struct canvas *c, const struct contents_shown *l,
		    const struct bytes_layout *b, int row, uint64_t addr,
		    bool focused);
/* Which byte of a row that column of the hexadecimal part is of. */
int bytes_at_column(int column);

/* How a byte differs from what it was; age_ns: since then. */
enum contents_news { BYTE_SAME, BYTE_CHANGED, BYTE_DIFFERS };
enum contents_news contents_news(const struct contents_shown *l, uint64_t addr,
				 uint64_t *age_ns);

/* --- mark.c */
void mark_set(struct contents_mark *m, const struct contents_shown *l);
void mark_release(struct contents_mark *m);
/* The byte as it was then; false when that is not known. */
bool mark_byte(const struct contents_mark *m, pid_t pid, uint64_t addr,
	       uint8_t *byte);

/* --- decoded.c */
/* So many rows of the pane's are the decoder's; detail: those of the values. */
int decoded_rows(const struct view *view, int rows, int detail);
void decoded_draw(struct canvas *c, struct contents_state *s,
		  const struct contents_shown *l, int row, int rows);
/* < and >: lines of the decoder. */
unsigned decoded_scroll(struct contents_state *s, const struct view *view,
			bool down);
/* A line of it was clicked on: the cursor goes to its bytes. */
unsigned decoded_choose(struct view *view, const struct hot *hot);

/* --- keys.c */
unsigned contents_command(void *state, struct view *view, enum cmd cmd);
unsigned contents_choose(void *state, struct view *view, const struct hot *hot,
			 int at, enum choose_how how);
/* The rows around the cursor, `rows` of them in view. */
void contents_scroll(struct contents_state *s, const struct region *r,
		     uint64_t cursor);
const char *contents_enter(const void *state, const struct view *view,
			   bool *can);

#endif
