/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the rows of Regions by a value. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "ui/regions/columns.h"
#include "ui/regions/rows.h"

const char *const region_sort_names[REGION_SORTS + 1] = {
	[SORT_ADDRESS] = "address", [SORT_SIZE] = "size", [SORT_RSS] = "rss",
	[SORT_RATE] = "rate", [SORT_PSS] = "pss", [SORT_SWAP] = "swap",
	[SORT_WRITTEN] = "written", [SORT_NAME] = "name",
};

static double known(uint64_t v)
{
	return v == EV_UNKNOWN ? -1 : (double)v;
}

static double value_of(const struct region_sum *sum, int column)
{
	switch (column) {
	case SORT_SIZE: return (double)sum->size;
	case SORT_RSS: return known(sum->rss);
	case SORT_RATE: return sum->rate;
	case SORT_PSS: return known(sum->pss);
	case SORT_SWAP: return known(sum->swap);
	case SORT_WRITTEN: return sum->written;
	default: return 0;
	}
}

/* Returns the keys of the rows.  The rows of an open fold's regions have no
 * key: they move with their fold. */
static struct order_key *keys_of(const struct region_rows *rr, int column,
				 size_t *n)
{
	struct order_key *keys = xcalloc(rr->rows.n, sizeof *keys);

	*n = 0;
	for (size_t i = 0; i < rr->rows.n; i++) {
		const struct region_row *row = &rr->rows.v[i];
		const struct region *first = rr->order.v[row->first];
		struct region_sum sum;

		if (row->member)
			continue;
		region_rows_sum(rr, row, &sum);
		keys[(*n)++] = (struct order_key){
			.row = i, .id = { row->key, 0 }, .first = row->fault,
			.name = column == SORT_NAME ? first->name : NULL,
			.value = value_of(&sum, column),
			.number = column == SORT_ADDRESS ? first->start : 0,
			.tie = first->start,
		};
	}
	return keys;
}

static void sort_rows(struct region_rows *rr, const struct region_query *q)
{
	struct region_row *rows = xmemdup(rr->rows.v,
					  rr->rows.n * sizeof *rows);
	size_t all = rr->rows.n, n, to = 0;
	struct order_key *keys = keys_of(rr, q->sort.column, &n);

	order_rows(&rr->row_order, keys, n, &q->sort, rr->now_ns, q->hold);
	for (size_t i = 0; i < n; i++) {
		size_t row = keys[i].row;

		do
			rr->rows.v[to++] = rows[row++];
		while (row < all && rows[row].member);
	}
	free(keys);
	free(rows);
}

/* Sorts the kinds of the summary.  If regions are sorted by address, the kinds
 * have their usual order. */
static void sort_kinds(struct region_rows *rr, const struct region_query *q)
{
	int column = q->sort.column;
	struct order_key keys[CLASSES];

	for (size_t i = 0; i < CLASSES; i++)
		keys[i] = (struct order_key){
			.row = i, .id = { i, 0 }, .tie = i,
			.name = column == SORT_NAME
					? region_kind_name_of((int)i) : NULL,
			.value = value_of(&rr->classes[i], column),
			.number = column == SORT_ADDRESS ? i : 0,
		};
	order_rows(&rr->kind_order, keys, CLASSES, &q->sort, rr->now_ns,
		   q->hold);
	for (size_t i = 0; i < CLASSES; i++)
		rr->kinds[i] = (enum kind_class)keys[i].row;
}

void region_rows_sort(struct region_rows *rr, const struct region_query *q)
{
	sort_kinds(rr, q);
	if ((q->sort.column || q->sort.reverse) && rr->rows.n)
		sort_rows(rr, q);
	else
		order_forget(&rr->row_order);
}
