/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract of a pane: a view of the model.
 *
 * A pane takes commands, and draws itself into the given clip rectangle: title
 * rule on row 0, content below.  It stores only the state of the view: scroll
 * position, selection (an identity, never an index), grouping, zoom.  It does
 * no I/O and sends no requests; the fields of `view` state what it needs from
 * the engine.
 *
 * Panes are created once and live as long as the screen.  draw() may be called
 * with any size from 1x1 up.
 */
#ifndef UI_PANE_PANE_H
#define UI_PANE_PANE_H

#include <stdbool.h>

#include "model/model.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"
#include "ui/kit/style.h"
#include "ui/kit/terms.h"
#include "ui/pane/view.h"

enum choose_how {
	CHOOSE_CLICK,
	CHOOSE_DRAG,			/* select from the start of the drag */
	CHOOSE_POINT,			/* only move the cursor, for the next
					 * command */
};

struct pane {
	const struct pane_ops *ops;
	void *state;			/* private to the pane */
	int shift;			/* columns by which its rows are shifted
					 * to the left */
};

struct pane_ops {
	enum pane_id id;
	const char *name;		/* name to type, such as "regions" */
	const char *title;		/* such as "Regions", untranslated */
	const struct terms_part *const *terms;	/* what the pane shows, for the
						 * help; NULL-terminated */
	bool of_one;			/* the pane needs an attached process */
	bool of_capture;		/* can show captured contents, too */
	void *(*new_state)(void);
	void (*free_state)(void *state);
	/* If `focused`, draws a heavy rule, the `sel` style and the hardware
	 * cursor. */
	void (*draw)(void *state, struct view *view, struct canvas *c,
		     bool focused);
	/* Returns 0 if the pane does not handle cmd, else CMD_TAKEN | flags. */
	unsigned (*command)(void *state, struct view *view, enum cmd cmd);
	/* Handles a mouse action on a hot area of the pane; in HOT_CELLS, on
	 * the cell `at` columns after the first.  Returns as command() does.
	 * NULL: nothing can be selected. */
	unsigned (*choose)(void *state, struct view *view,
			   const struct hot *hot, int at,
			   enum choose_how how);
	/* Returns the index of the first line in view, of a pane of text that
	 * scrolls but has no selection.  NULL: any other pane. */
	long *(*scroll)(void *state);
	/* The width that all columns need.  In a narrower pane, the user can
	 * shift the rows to see the rest.  0: no row is cut. */
	int full_cols;
	/* Names of the pane's sorts, the default first, NULL-terminated.  NULL
	 * if the pane cannot be sorted. */
	const char *const *sorts;
	bool follows;			/* by default, the newest row is the
					 * last one and is selected */
	/* Commands for the key bar: a DO_NONE-terminated list. */
	const enum cmd *bar;
	/* If `bar` has Enter: returns the name of the thing that Enter opens
	 * now, N_(), at most 10 columns; *can is false if there is nothing to
	 * open. */
	const char *(*enter)(const void *state, const struct view *view,
			     bool *can);
};

#define PANE_OPS(id, ops) extern const struct pane_ops ops##_pane;
PANE_LIST(PANE_OPS)
extern const struct pane_ops *const pane_table[PANES];

/* Draws the pane, with its rows shifted. */
void pane_draw(struct pane *p, struct view *view, struct canvas *c,
	       bool focused);
/* Shifts the rows: DO_SCROLL_LEFT, DO_SCROLL_RIGHT, DO_SCROLL_HOME, DO_LEFT or
 * DO_RIGHT.  Drawing limits the shift to the end of the longest row.  Returns
 * false if the pane cuts no rows. */
bool pane_shift(struct pane *p, enum cmd cmd);
/* The filter that a pane uses; FILTERS if it has none. */
int pane_filter(enum pane_id id);
/* True if the pane has no data in system-wide mode, or with captures. */
bool pane_closed(const struct pane_ops *ops, const struct model *m);
/* Draws why the pane has no data, and how to get them. */
void pane_draw_closed(const struct view *view, struct canvas *c,
		      const struct pane_ops *ops, bool focused);

#endif
