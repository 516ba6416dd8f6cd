/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups the sites that match the filter by symbol and by library.  Computes
 * the sums of each group and its growth since the mark.  rows.c then orders and
 * folds the groups.  Both files use struct heap_rows; no other file needs this
 * header.
 */
#ifndef UI_HEAP_TREE_H
#define UI_HEAP_TREE_H

#include "ui/heap/rows.h"

/* A row that is not sorted yet.  Its children are the nodes [first, first + n)
 * of the level below. */
struct heap_node {
	struct heap_id id;
	const struct heap_site *site;
	struct heap_sum sum;
	size_t first, n;
};

/* A site, and the number of its symbol, by which sites are grouped. */
struct heap_symbol {
	uint64_t key;
	const struct heap_site *site;
};

/* Fills `places`, `symbols` and `libraries` of the rows. */
void heap_tree_make(struct heap_rows *hr, const struct heap_want *w);
struct heap_node heap_tree_site(const struct heap_site *s,
				const struct heap_mark *mark);
void heap_sum_add(struct heap_sum *to, const struct heap_sum *s);

#endif
