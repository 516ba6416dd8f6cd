/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the rows of Heap are made of: the sites that the filter lets through, put
 * together by symbol and by library, with their sums and what they grew by since
 * the mark.  In which order they stand and which of them are folded away is
 * rows.c's; both share struct heap_rows, and nobody else needs this.
 */
#ifndef UI_HEAP_TREE_H
#define UI_HEAP_TREE_H

#include "ui/heap/rows.h"

/* A row to be, and which of the level below are its own. */
struct heap_node {
	struct heap_id id;
	const struct heap_site *site;
	struct heap_sum sum;
	size_t first, n;
};

/* The identity of its symbol, by which sites are put together. */
struct heap_symbol {
	uint64_t key;
	const struct heap_site *site;
};

/* Fills places, symbols and libraries. */
void heap_tree_make(struct heap_rows *hr, const struct heap_want *w);
struct heap_node heap_tree_site(const struct heap_site *s,
				const struct heap_mark *mark);
void heap_sum_add(struct heap_sum *to, const struct heap_sum *s);

#endif
