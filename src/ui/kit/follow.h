/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of events.  A list that is at its end follows the newest row.  A list
 * that is scrolled up stays still and counts the rows added since.
 *
 * The owner stores the identity of the selected row and finds its index again
 * before each call.  If `still` is false, the newest row is selected.
 */
#ifndef UI_KIT_FOLLOW_H
#define UI_KIT_FOLLOW_H

#include "ui/kit/widgets.h"

struct follow {
	struct list list;
	bool sorted;			/* sorted by a value: the list follows
					 * its first row, not the newest */
	bool still;
	uint64_t seen;			/* total number of rows when the list
					 * stopped following */
};

/* Returns the row that is selected if the user has not chosen one. */
long follow_default(const struct follow *f, long n);
/* Scrolls the list so that the selected row is in view, and returns its index.
 * `sel` is the present index of that row, -1 if it was removed. */
long follow_keep(struct follow *f, long sel, long n, long height);
/* Moves the selection.  Returns the new index, or -1 if `cmd` is not a
 * movement.  `total` is the number of rows that were ever added. */
long follow_move(struct follow *f, enum cmd cmd, long sel, long n, long height,
		 uint64_t total);
/* Selects row `to`, which is in view. */
void follow_choose(struct follow *f, long to, long n, uint64_t total);
/* Appends "all 3", "last of 291" or "238-240 of 291, +38 new".  `gone` is the
 * number of older rows that are no longer stored: those before the first of the
 * n rows. */
void follow_range(const struct follow *f, struct str *out, long n, long height,
		  uint64_t gone);

#endif
