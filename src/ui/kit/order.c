/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/order.h"

#include <stdlib.h>
#include <string.h>

/* An order stands for so long. */
#define STANDS_NS UINT64_C(2000000000)

void order_release(struct list_order *o)
{
	vec_release(&o->ranks);
	order_forget(o);
}

void order_forget(struct list_order *o)
{
	o->made_ns = 0;
}

bool order_stands(const struct list_order *o, const struct sort *sort,
		  uint64_t now_ns, bool hold)
{
	return o->made_ns && o->sort.column == sort->column &&
	       o->sort.reverse == sort->reverse &&
	       (hold || now_ns < o->made_ns + STANDS_NS);
}

void order_made(struct list_order *o, const struct sort *sort, uint64_t now_ns)
{
	o->sort = *sort;
	o->made_ns = now_ns ? now_ns : 1;
}

static int by_id(const struct row_id *x, const struct row_id *y)
{
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	return (x->b > y->b) - (x->b < y->b);
}

static int by_tie(const struct order_key *x, const struct order_key *y)
{
	if (x->tie != y->tie)
		return x->tie < y->tie ? -1 : 1;
	return by_id(&x->id, &y->id);
}

static int by_figure(const void *a, const void *b, void *sort)
{
	const struct order_key *x = a, *y = b;
	const struct sort *s = sort;
	int r = 0;

	if (x->first != y->first)
		return x->first ? -1 : 1;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->name && y->name)
		r = strcmp(x->name, y->name);
	if (!r)
		r = (x->value < y->value) - (x->value > y->value);
	if (!r)
		r = (x->number > y->number) - (x->number < y->number);
	if (r)
		return s->reverse ? -r : r;
	return by_tie(x, y);
}

static int by_rank(const void *a, const void *b)
{
	const struct order_key *x = a, *y = b;

	if (x->first != y->first)
		return x->first ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return by_tie(x, y);
}

static int by_ranked(const void *a, const void *b)
{
	return by_id(&((const struct order_rank *)a)->id,
		     &((const struct order_rank *)b)->id);
}

static void keep_ranks(struct list_order *o, const struct order_key *keys,
		       size_t n)
{
	vec_clear(&o->ranks);
	for (size_t i = 0; i < n; i++)
		*vec_push(&o->ranks) = (struct order_rank){ keys[i].id, i };
	qsort(o->ranks.v, n, sizeof *o->ranks.v, by_ranked);
}

static size_t rank_of(const struct list_order *o, struct row_id id)
{
	const struct order_rank wanted = { .id = id };
	const struct order_rank *found = o->ranks.n ?
		bsearch(&wanted, o->ranks.v, o->ranks.n, sizeof *o->ranks.v,
			by_ranked) : NULL;

	return found ? found->rank : SIZE_MAX;
}

void order_rows(struct list_order *o, struct order_key *keys, size_t n,
		const struct sort *sort, uint64_t now_ns, bool hold)
{
	if (!n)
		return;
	if (order_stands(o, sort, now_ns, hold)) {
		for (size_t i = 0; i < n; i++)
			keys[i].rank = rank_of(o, keys[i].id);
		qsort(keys, n, sizeof *keys, by_rank);
		return;
	}
	qsort_r(keys, n, sizeof *keys, by_figure, (void *)sort);
	keep_ranks(o, keys, n);
	order_made(o, sort, now_ns);
}
