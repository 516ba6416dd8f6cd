/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The selection until the user selects a region: the row that grows fastest, or
 * else the largest one.  The selection stays where it is as long as its row
 * grows about as fast as any, and for a while after it last moved, so that it
 * does not jump between rows that grow in turns.
 */
#include <config.h>

#include "ui/regions/state.h"

/* A row grows if its RSS grows by at least a page a second. */
#define GROWS 4096
/* A row grows slowly if another one grows more than this many times as fast. */
#define SLOW_TIMES 8
/* For this time, the selection does not move to another row that grows: from a
 * row that grows slowly, and from one that does not grow. */
#define SLOW_NS UINT64_C(3000000000)
#define STAYS_NS UINT64_C(10000000000)

static double growth(const struct region_sum *sum)
{
	return sum->rate_known && sum->rate >= GROWS ? sum->rate : 0;
}

static uint64_t resident(const struct region_sum *sum)
{
	return sum->rss == EV_UNKNOWN ? 0 : sum->rss;
}

/* Returns the row that grows fastest, else the one with the largest RSS; -1 if
 * no row is resident. */
static long best_row(const struct region_rows *rr, struct region_sum *best)
{
	long found = -1;

	*best = (struct region_sum){ .n = 0 };
	for (size_t i = 0; i < rr->rows.n; i++) {
		const struct region_row *row = &rr->rows.v[i];
		struct region_sum sum;

		if (row->fault || row->member)
			continue;
		region_rows_sum(rr, row, &sum);
		if (growth(&sum) < growth(best) ||
		    (growth(&sum) <= growth(best) &&
		     resident(&sum) <= resident(best)))
			continue;
		*best = sum;
		found = (long)i;
	}
	return found;
}

/* True if the selected row need not change yet. */
static bool stays(const struct regions *st, const struct view *view,
		  const struct process *p, const struct region_sum *best)
{
	const struct region *r = view_region(view);
	struct region_sum sum;
	double own, top = growth(best);
	long row = -1;

	if (!st->offered || !r || st->pid != p->pid)
		return false;
	if (st->on_fold)
		row = region_rows_fold(&st->rows, st->fold_key);
	if (row < 0)
		row = region_rows_find(&st->rows, r->start);
	if (row < 0)
		return false;
	region_rows_sum(&st->rows, &st->rows.rows.v[row], &sum);
	if (!resident(&sum))
		return false;
	own = growth(&sum);
	return top <= 0 || own * SLOW_TIMES >= top ||
	       (st->offer_ns && view->model->now_ns <
		st->offer_ns + (own > 0 ? SLOW_NS : STAYS_NS));
}

void regions_offer(struct regions *st, struct view *view,
		   const struct process *p)
{
	struct region_sum best;
	long row;

	if (!view->region || view->region_generation != p->space.generation)
		st->chosen = st->offered = false;
	else if (view->region != st->set_region || view->page)
		st->chosen = true;
	if (st->chosen || view_sort_holds(view) ||
	    (view->region && st->offer_news == st->rows.news))
		return;
	st->offer_news = st->rows.news;
	row = best_row(&st->rows, &best);
	if (row < 0 || stays(st, view, p, &best))
		return;
	if (growth(&best) > 0)
		st->offer_ns = view->model->now_ns;
	st->pid = p->pid;
	st->offered = true;
	regions_select(st, view, p, row);
	list_show(&st->list, row, (long)st->rows.rows.n, st->height);
}
