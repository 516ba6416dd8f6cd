/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane that a process is chosen in: the list, and the selected one in
 * detail.
 *
 *	 x  1944  redis      618M   +112K  617M   618M/1.00G   3d04  ├ …
 *	>   1960  redis     2.31G  +4.02M 2.31G  2.31G/2.50G   3d04  ├ …
 */
#ifndef UI_PICKER_PANE_H
#define UI_PICKER_PANE_H

#include <stdbool.h>

#include "base/fmt.h"
#include "ui/kit/table.h"
#include "ui/pane/pane.h"
#include "ui/picker/processes.h"

/* The state of the pane; app/picker fills it. */
struct picking {
	struct picks picks;
	struct list list;
	long height;			/* rows in view, as last drawn */
	uid_t uid;			/* of mmtop's user */
	uid_t other;			/* whose was selected when u began */
	bool typing;			/* letters go to the line of Find */
	bool help;			/* stands in place of the list */
	bool follow;			/* children too */
	/* Whether it may be attached to, and why not; safe and translated. */
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
/* like: arg is the struct view, of the struct pick_line. */
struct pick_line {
	const struct pick *pick;
	const struct pick_row *row;
	bool selected;
};
void pick_draw_row(const struct table_cell *like,
		   const struct table_place at[PICK_COLUMNS]);
/* Safe: "redis-server *:6379"; never empty. */
const char *pick_name(const struct pick *k);
/* "0:11", "2h40", "3d04", "412d". */
char *pick_age(char buf[FMT_MAX], const struct pick *k, uint64_t now_ns);

/* --- detail.c */
/* Rows of the detail, with its rule. */
#define PICK_DETAIL_ROWS 7
void pick_detail_draw(const struct picking *p, const struct view *view,
		      struct canvas *c);

#endif
