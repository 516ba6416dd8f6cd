/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of a list that is sorted by a figure.
 *
 * Figures change all the time, and a list that jumps cannot be read.  So an
 * order stands for two seconds, or while its owner holds it: order_rows() then
 * sorts each row by the figure that it had.  A new row stands where its figure
 * belongs: a region that grows downwards is a new one at every step, and the
 * largest of them must not lie at the end.
 *
 *	struct order_key keys[n];	one for each row, with its figure
 *	order_rows(&order, keys, n, &sort, now_ns, hold);
 *	for (i = 0; i < n; i++)
 *		rows[keys[i].row] is the row at i
 *
 * A tree has order_rows_part() for the rows of each level, between
 * order_rows_begin() and order_rows_end().
 */
#ifndef UI_KIT_ORDER_H
#define UI_KIT_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* What a person asked for. */
struct sort {
	int column;			/* of the list's own names; 0: as the
					 * rows come */
	bool reverse;
};

/* What identifies a row for as long as the list exists. */
struct row_id {
	uint64_t a, b;
};

/* A row, and all that decides where it stands. */
struct order_key {
	size_t row;			/* its index before */
	struct row_id id;
	bool first;			/* it stands before all others, always */
	int group;			/* the lower first, also in reverse */
	/* These compare in turn, and in reverse: */
	const char *name;		/* NULL: none of the list has one */
	double value;			/* the larger first */
	uint64_t number;		/* the lower first */
	uint64_t tie;			/* then the lower first, always; then */
	const char *label;		/* that, where there is one; at last id */
};

/* What decided where a row stood. */
struct order_figure {
	struct row_id id;
	int group;
	double value;
	uint64_t tie;
};

struct list_order {
	struct sort sort;
	uint64_t made_ns;		/* 0: no order stands */
	bool stands;			/* since order_rows_begin() */
	VEC(struct order_figure) figures;	/* by id */
	VEC(struct order_figure) made;	/* of the order that is being made */
};

void order_release(struct list_order *o);
/* Forgets the order that stands. */
void order_forget(struct list_order *o);
/* True while the order that stands is the one asked for, and not yet due to be
 * made again.  hold: it is not due at all. */
bool order_stands(const struct list_order *o, const struct sort *sort,
		  uint64_t now_ns, bool hold);
/* The owner has made an order of its own. */
void order_made(struct list_order *o, const struct sort *sort, uint64_t now_ns);
/* Sorts the keys by what they are. */
void order_sort(struct order_key *keys, size_t n, const struct sort *sort);
/* Sorts the keys, by the order that stands or anew; where it stands, their
 * group, value and tie become those that it has. */
void order_rows_begin(struct list_order *o, const struct sort *sort,
		      uint64_t now_ns, bool hold);
void order_rows_part(struct list_order *o, struct order_key *keys, size_t n);
void order_rows_end(struct list_order *o, uint64_t now_ns);
/* All of that for one list.  An empty one leaves the order as it is. */
void order_rows(struct list_order *o, struct order_key *keys, size_t n,
		const struct sort *sort, uint64_t now_ns, bool hold);

#endif
