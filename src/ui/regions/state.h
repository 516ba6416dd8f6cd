/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state that the files of the Regions pane share.
 *
 *	pane.c		its state, the selection, and drawing
 *	keys.c		its commands
 *	offer.c		the selection until the user selects a region
 *	title.c		its title, and the text of a pane without rows
 */
#ifndef UI_REGIONS_STATE_H
#define UI_REGIONS_STATE_H

#include "ui/pane/pane.h"
#include "ui/regions/rows.h"
#include "ui/kit/widgets.h"

struct regions {
	struct list list;
	struct region_rows rows;
	enum regions_by by;
	int only;			/* enum kind_class to show; -1: all
					 * kinds */
	VEC(uint64_t) open;		/* keys of open folds */
	unsigned folds;			/* number of changes of `open` so far */
	bool on_fold;			/* the selection is a fold, not a region
					 * in it */
	uint64_t fold_key;
	uint64_t set_region;		/* the value of view->region that this
					 * pane set last */
	pid_t pid;
	int kind;			/* class selected in the summary by
					 * kind; -1: Total */
	bool chosen;			/* the user has selected a row */
	bool offered;			/* regions_offer() has selected a row */
	uint64_t offer_news;		/* region_rows.news at its last call */
	uint64_t offer_ns;		/* time when it selected a row that
					 * grew; 0: never */
	bool fault_shown;		/* the selection was already moved to
					 * the fault */
	long height;			/* rows of the list, when last drawn */
};

/* True if the summary by kind is shown. */
bool regions_by_kind(const struct regions *st);
void regions_update(struct regions *st, const struct view *view,
		    const struct process *p);
void regions_select(struct regions *st, struct view *view,
		    const struct process *p, long row);
/* Returns the selected row; -1 if there are no rows. */
long regions_selected(struct regions *st, struct view *view,
		      const struct process *p);
/* Until the user selects a row, selects the row that grows fastest, or the one
 * with the largest RSS if none grows. */
void regions_offer(struct regions *st, struct view *view,
		   const struct process *p);
unsigned regions_command(void *state, struct view *view, enum cmd cmd);

/* The values of `part` in hot rows.  `value` is a kind + 1, the key of a fold,
 * or the start of a region. */
enum { PART_KIND, PART_FOLD, PART_REGION };
unsigned regions_choose(void *state, struct view *view, const struct hot *hot,
			int at, enum choose_how how);

/* Draws the title rule. p may be NULL. */
void regions_title(const struct regions *st, const struct view *view,
		   struct canvas *c, bool focused, const struct process *p);
/* Draws a sentence with the reason why there are no rows. */
void regions_empty(const struct regions *st, const struct view *view,
		   struct canvas *c, const struct process *p);

#endif
