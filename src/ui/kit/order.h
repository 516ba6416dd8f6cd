/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of a list that is sorted by a value.
 *
 * Values change all the time, and a list whose rows jump is unreadable.  So an
 * order is reused for two seconds, or while its owner holds it: order_rows()
 * then sorts each row by the value that the row had when the order was made.  A
 * new row is placed by its current value: a region that grows downwards becomes
 * a new region at every step, and must not move to the last row each time.
 *
 *	struct order_key keys[n];	one for each row, with its value
 *	order_rows(&order, keys, n, &sort, now_ns, hold);
 *	for (i = 0; i < n; i++)
 *		rows[keys[i].row] is the row at i
 *
 * A tree calls order_rows_part() for the rows of each level, between
 * order_rows_begin() and order_rows_end().
 */
#ifndef UI_KIT_ORDER_H
#define UI_KIT_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* The order that the user selected. */
struct sort {
	int column;			/* one of the list's sorts; 0: the list
					 * is not sorted */
	bool reverse;
};

/* Identifies a row for as long as the list exists. */
struct row_id {
	uint64_t a, b;
};

/* A row, and the values that decide its place. */
struct order_key {
	size_t row;			/* index of the row before sorting */
	struct row_id id;
	bool first;			/* this row comes before all other
					 * rows */
	int group;			/* lower groups come first, even in
					 * reverse */
	/* Compared one after the other; `reverse` inverts these three: */
	const char *name;		/* NULL if the list has no names */
	double value;			/* larger values come first */
	uint64_t number;		/* lower numbers come first */
	uint64_t tie;			/* compared next; lower values come
					 * first, even in reverse */
	const char *label;		/* compared next, if not NULL; the id is
					 * compared last */
};

/* The values by which a row was placed in the stored order. */
struct order_figure {
	struct row_id id;
	int group;
	double value;
	uint64_t tie;
};

struct list_order {
	struct sort sort;
	uint64_t made_ns;		/* time of the stored order; 0: no order
					 * is stored */
	bool stands;			/* the stored order is in use, from
					 * order_rows_begin() to
					 * order_rows_end() */
	VEC(struct order_figure) figures;	/* values of the stored order,
						 * sorted by id */
	VEC(struct order_figure) made;	/* values of the order that is being
					 * made */
};

void order_release(struct list_order *o);
/* Discards the stored order. */
void order_forget(struct list_order *o);
/* True if the stored order was made for `sort` and is not yet due for renewal.
 * If `hold` is true, it never becomes due. */
bool order_is_current(const struct list_order *o, const struct sort *sort,
		      uint64_t now_ns, bool hold);
/* Records that the owner has sorted the list itself, so that the order is
 * reused. */
void order_made(struct list_order *o, const struct sort *sort, uint64_t now_ns);
/* Sorts the keys by their current values. */
void order_sort(struct order_key *keys, size_t n, const struct sort *sort);
/* Sort the keys by the stored order, or make and store a new order.  In the
 * first case the group, value and tie of each key are replaced with the stored
 * values. */
void order_rows_begin(struct list_order *o, const struct sort *sort,
		      uint64_t now_ns, bool hold);
void order_rows_part(struct list_order *o, struct order_key *keys, size_t n);
void order_rows_end(struct list_order *o, uint64_t now_ns);
/* Makes the three calls above for a list that is not a tree.  If n is 0, the
 * stored order does not change. */
void order_rows(struct list_order *o, struct order_key *keys, size_t n,
		const struct sort *sort, uint64_t now_ns, bool hold);

#endif
