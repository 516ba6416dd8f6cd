/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the Regions pane share.
 *
 *	pane.c		its state, the selection, and drawing
 *	keys.c		its commands
 *	title.c		its title, and what stands there without rows
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
	int only;			/* enum kind_class, -1: all kinds */
	VEC(uint64_t) open;		/* keys of open folds */
	unsigned folds;			/* counts changes of `open` */
	bool on_fold;			/* a fold itself is selected */
	uint64_t fold_key;
	uint64_t set_region;		/* what view->region was set to here */
	pid_t pid;
	int kind;			/* selected in the summary by kind; -1:
					 * all of them */
	bool fault_shown;		/* the selection went to it */
	long height;			/* rows of the list, when last drawn */
};

/* The summary by kind is shown. */
bool regions_by_kind(const struct regions *st);
void regions_update(struct regions *st, const struct view *view,
		    const struct process *p);
void regions_select(struct regions *st, struct view *view,
		    const struct process *p, long row);
/* Where the selection is now, -1: there is no row. */
long regions_selected(struct regions *st, struct view *view,
		      const struct process *p);
unsigned regions_command(void *state, struct view *view, enum cmd cmd);

/* What hot rows are, their part: `value` is a row by kind, the key of a fold,
 * the start of a region. */
enum { PART_KIND, PART_FOLD, PART_REGION };
unsigned regions_choose(void *state, struct view *view, const struct hot *hot,
			int at, enum choose_how how);

/* p may be NULL here. */
void regions_title(const struct regions *st, const struct view *view,
		   struct canvas *c, bool focused, const struct process *p);
/* Why there is no row. */
void regions_empty(const struct regions *st, const struct view *view,
		   struct canvas *c, const struct process *p);

#endif
