/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of Regions by a figure. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "ui/regions_columns.h"
#include "ui/regions_rows.h"

#define SORT_NS 2000000000ull

const char *const region_sort_names[REGION_SORTS + 1] = {
	[SORT_ADDRESS] = "address", [SORT_SIZE] = "size", [SORT_RSS] = "rss",
	[SORT_RATE] = "rate", [SORT_PSS] = "pss", [SORT_SWAP] = "swap",
	[SORT_WRITTEN] = "written", [SORT_NAME] = "name",
};

/* A row that is not below an open fold, with what it is sorted by. */
struct entry {
	size_t row, n;			/* itself and what it has opened */
	uint64_t key;
	uint64_t start;
	double value;			/* larger comes first */
	const char *name;		/* NULL: sorted by value */
	size_t rank;
	bool fault;
};

struct entries {
	VEC(struct entry) v;
	const struct sort *sort;
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

static int by_address(const struct entry *a, const struct entry *b)
{
	return a->start < b->start ? -1 : a->start > b->start;
}

static int by_value(const void *a, const void *b, void *sort)
{
	const struct entry *x = a, *y = b;
	const struct sort *s = sort;
	int r;

	if (x->fault != y->fault)
		return x->fault ? -1 : 1;
	if (x->name)
		r = strcmp(x->name, y->name);
	else if (s->column == SORT_ADDRESS)
		r = by_address(x, y);
	else
		r = x->value > y->value ? -1 : x->value < y->value;
	if (r)
		return s->reverse ? -r : r;
	return by_address(x, y);
}

static int by_rank(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->fault != y->fault)
		return x->fault ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return by_address(x, y);
}

static int by_key(const void *a, const void *b)
{
	const struct region_rank *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static void collect(struct entries *e, const struct region_rows *rr)
{
	for (size_t i = 0; i < rr->rows.n; i++) {
		const struct region_row *row = &rr->rows.v[i];
		const struct region *first = rr->order.v[row->first];
		struct region_sum sum;

		if (row->member) {
			e->v.v[e->v.n - 1].n++;
			continue;
		}
		region_rows_sum(rr, row, &sum);
		*vec_push(&e->v) = (struct entry){
			.row = i, .n = 1, .key = row->key,
			.start = first->start, .rank = SIZE_MAX,
			.fault = row->fault,
			.value = value_of(&sum, e->sort->column),
			.name = e->sort->column == SORT_NAME ? first->name
							     : NULL,
		};
	}
}

static void keep_ranks(struct region_rows *rr, const struct entries *e)
{
	vec_clear(&rr->ranks);
	for (size_t i = 0; i < e->v.n; i++)
		*vec_push(&rr->ranks) = (struct region_rank){ e->v.v[i].key,
							      i };
	if (rr->ranks.n)
		qsort(rr->ranks.v, rr->ranks.n, sizeof *rr->ranks.v, by_key);
}

static void find_ranks(const struct region_rows *rr, struct entries *e)
{
	for (size_t i = 0; rr->ranks.n && i < e->v.n; i++) {
		const struct region_rank want = { .key = e->v.v[i].key };
		const struct region_rank *found =
			bsearch(&want, rr->ranks.v, rr->ranks.n,
				sizeof *rr->ranks.v, by_key);

		if (found)
			e->v.v[i].rank = found->rank;
	}
}

/* Rows that lie below an open fold go where it goes. */
static void rearrange(struct region_rows *rr, const struct entries *e)
{
	struct region_row *rows = xmemdup(rr->rows.v,
					  rr->rows.n * sizeof *rows);
	size_t n = 0;

	for (size_t i = 0; i < e->v.n; i++)
		for (size_t k = 0; k < e->v.v[i].n; k++)
			rr->rows.v[n++] = rows[e->v.v[i].row + k];
	free(rows);
}

static void sort_rows(struct region_rows *rr, const struct region_query *q,
		      bool anew)
{
	struct entries e = { .v = VEC_INIT, .sort = &q->sort };

	collect(&e, rr);
	if (anew) {
		qsort_r(e.v.v, e.v.n, sizeof *e.v.v, by_value,
			(void *)&q->sort);
		keep_ranks(rr, &e);
	} else {
		find_ranks(rr, &e);
		qsort(e.v.v, e.v.n, sizeof *e.v.v, by_rank);
	}
	rearrange(rr, &e);
	vec_release(&e.v);
}

/* The kinds of the summary; by address they stand as they always do. */
static void sort_kinds(struct region_rows *rr, const struct region_query *q)
{
	struct entry e[CLASSES];

	for (size_t i = 0; i < CLASSES; i++)
		e[i] = (struct entry){
			.row = i, .start = i,
			.value = value_of(&rr->classes[i], q->sort.column),
			.name = q->sort.column == SORT_NAME
					? region_kind_name_of((int)i) : NULL,
		};
	qsort_r(e, CLASSES, sizeof *e, by_value, (void *)&q->sort);
	for (size_t i = 0; i < CLASSES; i++)
		rr->kinds[i] = (enum kind_class)e[i].row;
}

void region_rows_sort(struct region_rows *rr, const struct region_query *q)
{
	bool other = rr->sort.column != q->sort.column ||
		     rr->sort.reverse != q->sort.reverse || !rr->sorted_ns;
	bool anew = other ||
		    (!q->hold && rr->now_ns >= rr->sorted_ns + SORT_NS);

	if (anew)
		sort_kinds(rr, q);
	if ((q->sort.column || q->sort.reverse) && rr->rows.n)
		sort_rows(rr, q, anew);
	if (anew)
		rr->sorted_ns = rr->now_ns ? rr->now_ns : 1;
}
