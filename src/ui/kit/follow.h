/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of events: they follow the newest row while at the end, and stand
 * still with a count of what came since once scrolled up.
 *
 * The owner keeps the identity of the selected row and finds its index again
 * before each call; `still` false means that the newest row is selected.
 */
#ifndef UI_KIT_FOLLOW_H
#define UI_KIT_FOLLOW_H

#include "ui/kit/widgets.h"

struct follow {
	struct list list;
	bool sorted;			/* by a figure: the first row is what
					 * the newest is otherwise */
	bool still;
	uint64_t seen;			/* rows there were when it stood */
};

/* The row that is selected while nobody chose one. */
long follow_default(const struct follow *f, long n);
/* The selected row's index, with the list scrolled so that it is in view.
 * sel is the index found again, -1 when the row is gone. */
long follow_keep(struct follow *f, long sel, long n, long height);
/* A movement: the new index, or -1 when cmd is none.  total is the number of
 * rows ever. */
long follow_move(struct follow *f, enum cmd cmd, long sel, long n, long height,
		 uint64_t total);
/* Row `to`, which is in view, was chosen. */
void follow_choose(struct follow *f, long to, long n, uint64_t total);
/* "all 3", "last of 291", "238-240 of 291, +38 new".  gone: how many rows
 * are no longer kept before the first of n. */
void follow_range(const struct follow *f, struct str *out, long n, long height,
		  uint64_t gone);

#endif
