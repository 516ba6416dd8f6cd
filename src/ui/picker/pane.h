/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane for choosing a process: the list, and details of the selected one.
 *
 *	 x  1944  redis      618M   +112K  617M   618M/1.00G   3d04  ├ …
 *	>   1960  redis     2.31G  +4.02M 2.31G  2.31G/2.50G   3d04  ├ …
 */
#ifndef UI_PICKER_PANE_H
#define UI_PICKER_PANE_H

#include <stdbool.h>

#include "base/fmt.h"
#include "ui/kit/table.h"
#include "ui/kit/terms.h"
#include "ui/pane/pane.h"
#include "ui/picker/processes.h"

/* The state of the pane; app/picker fills it. */
struct picking {
	struct picks picks;
	struct list list;
	long height;			/* rows in view, as last drawn */
	uid_t uid;			/* the user that mmtop runs as */
	uid_t other;			/* user of the selected process when the
					 * user pressed u */
	bool typing;			/* letters are typed into the Find
					 * line */
	int help;			/* the help replaces the list: 1 shows
					 * the keys, 2 what the list shows */
	long help_top;
	bool follow;			/* attach to the process's children,
					 * too */
	/* Whether mmtop may attach to the selected process, or why not; safe
	 * and translated. */
	const char *attach;
};

/* --- cells.c */
enum {
	PICK_COLUMN_PID, PICK_COLUMN_USER, PICK_COLUMN_RSS, PICK_COLUMN_RATE,
	PICK_COLUMN_PSS, PICK_COLUMN_CGROUP, PICK_COLUMN_AGE,
	PICK_COLUMN_COMMAND, PICK_COLUMNS
};
extern const struct table_column pick_columns[PICK_COLUMNS];
void pick_columns_place(struct table_place at[PICK_COLUMNS], int width);
/* In cells, x->arg is the struct view, x->of the struct pick_line. */
struct pick_line {
	const struct pick *pick;
	const struct pick_row *row;
	bool selected;
};
void pick_draw_row(const struct table_cell *like,
		   const struct table_place at[PICK_COLUMNS]);
/* Returns safe text such as "redis-server *:6379", never empty. */
const char *pick_name(const struct pick *k);
/* Writes "0:11", "2h40", "3d04" or "412d". */
char *pick_age(char buf[FMT_MAX], const struct pick *k, uint64_t now_ns);

/* --- detail.c */
/* Number of rows of the details, including the rule above them. */
#define PICK_DETAIL_ROWS 7
void pick_detail_draw(const struct picking *p, const struct view *view,
		      struct canvas *c);

/* What the columns show, for the help. */
extern const struct terms_part pick_columns_part;

#endif
