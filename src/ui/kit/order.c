/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/order.h"

#include <stdlib.h>
#include <string.h>

/* How long a stored order is reused. */
#define STANDS_NS UINT64_C(2000000000)

void order_release(struct list_order *o)
{
	vec_release(&o->figures);
	vec_release(&o->made);
	order_forget(o);
}

void order_forget(struct list_order *o)
{
	o->made_ns = 0;
}

bool order_is_current(const struct list_order *o, const struct sort *sort,
		      uint64_t now_ns, bool hold)
{
	return o->made_ns && o->sort.column == sort->column &&
	       o->sort.reverse == sort->reverse &&
	       (hold || (now_ns >= o->made_ns &&
			 now_ns < o->made_ns + STANDS_NS));
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
	int r = (x->tie > y->tie) - (x->tie < y->tie);

	if (!r && x->label && y->label)
		r = strcmp(x->label, y->label);
	return r ? r : by_id(&x->id, &y->id);
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

static int by_figure_id(const void *a, const void *b)
{
	return by_id(&((const struct order_figure *)a)->id,
		     &((const struct order_figure *)b)->id);
}

static void recall_figure(const struct list_order *o, struct order_key *key)
{
	const struct order_figure wanted = { .id = key->id };
	const struct order_figure *had = o->figures.n ?
		bsearch(&wanted, o->figures.v, o->figures.n,
			sizeof *o->figures.v, by_figure_id) : NULL;

	if (!had)
		return;
	key->group = had->group;
	key->value = had->value;
	key->tie = had->tie;
}

void order_sort(struct order_key *keys, size_t n, const struct sort *sort)
{
	if (n)
		qsort_r(keys, n, sizeof *keys, by_figure, (void *)sort);
}

void order_rows_begin(struct list_order *o, const struct sort *sort,
		      uint64_t now_ns, bool hold)
{
	o->stands = order_is_current(o, sort, now_ns, hold);
	o->sort = *sort;
	vec_clear(&o->made);
}

void order_rows_part(struct list_order *o, struct order_key *keys, size_t n)
{
	for (size_t i = 0; o->stands && i < n; i++)
		recall_figure(o, &keys[i]);
	order_sort(keys, n, &o->sort);
	for (size_t i = 0; !o->stands && i < n; i++)
		*vec_push(&o->made) = (struct order_figure){
			keys[i].id, keys[i].group, keys[i].value, keys[i].tie,
		};
}

void order_rows_end(struct list_order *o, uint64_t now_ns)
{
	if (o->stands)
		return;
	vec_clear(&o->figures);
	for (size_t i = 0; i < o->made.n; i++)
		*vec_push(&o->figures) = o->made.v[i];
	if (o->figures.n)
		qsort(o->figures.v, o->figures.n, sizeof *o->figures.v,
		      by_figure_id);
	order_made(o, &o->sort, now_ns);
}

void order_rows(struct list_order *o, struct order_key *keys, size_t n,
		const struct sort *sort, uint64_t now_ns, bool hold)
{
	if (!n)
		return;
	order_rows_begin(o, sort, now_ns, hold);
	order_rows_part(o, keys, n);
	order_rows_end(o, now_ns);
}
