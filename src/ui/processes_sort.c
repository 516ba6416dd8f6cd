/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes as a plain list: filtered, or by a figure. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "ui/processes_rows.h"

#define SORT_NS 2000000000ull

const char *const task_sort_names[TASK_SORTS + 1] = {
	[TASK_SORT_TREE] = "tree", [TASK_SORT_PID] = "pid",
	[TASK_SORT_NAME] = "name", [TASK_SORT_RSS] = "rss",
	[TASK_SORT_RATE] = "rate", [TASK_SORT_SWAP] = "swap",
	[TASK_SORT_REGIONS] = "regions", [TASK_SORT_CALLS] = "calls",
	[TASK_SORT_FAULTS] = "faults", [TASK_SORT_ACTIVITY] = "activity",
};

static double figure(const struct process *p, int column)
{
	uint64_t v = EV_UNKNOWN;

	switch (column) {
	case TASK_SORT_RSS: v = p->usage_ns ? p->usage.rss : v; break;
	case TASK_SORT_SWAP: v = p->usage_ns ? p->usage.swap : v; break;
	case TASK_SORT_REGIONS:
		v = p->space.synced_ns ? p->space.live : v;
		break;
	case TASK_SORT_RATE: return rate_value(&p->rss_rate);
	case TASK_SORT_CALLS: return rate_value(&p->call_rate);
	case TASK_SORT_FAULTS: return rate_value(&p->fault_rate);
	case TASK_SORT_ACTIVITY:
		return rate_value(&p->call_rate) + rate_value(&p->fault_rate);
	default: break;
	}
	return v == EV_UNKNOWN ? -1 : (double)v;
}

static int by_pid(const struct process *a, const struct process *b)
{
	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return a->start < b->start ? -1 : a->start > b->start;
}

/* What lives comes first. */
static int by_sort(const void *a, const void *b, void *sort)
{
	const struct process *x = ((const struct task_row *)a)->process;
	const struct process *y = ((const struct task_row *)b)->process;
	const struct sort *s = sort;
	double fx, fy;
	int r = 0;

	if (x->ended != y->ended)
		return x->ended ? 1 : -1;
	if (s->column == TASK_SORT_NAME) {
		r = strcmp(x->comm, y->comm);
	} else if (s->column > TASK_SORT_NAME) {
		fx = figure(x, s->column);
		fy = figure(y, s->column);
		r = fx > fy ? -1 : fx < fy;
	} else {
		r = by_pid(x, y);
	}
	if (r)
		return s->reverse ? -r : r;
	return by_pid(x, y);
}

static int by_process(const void *a, const void *b)
{
	const struct task_rank *x = a, *y = b;

	return x->process < y->process ? -1 : x->process > y->process;
}

static size_t rank_of(const struct task_rows *tr, const struct process *p)
{
	const struct task_rank want = { .process = p };
	const struct task_rank *found = tr->ranks.n ?
		bsearch(&want, tr->ranks.v, tr->ranks.n,
			sizeof *tr->ranks.v, by_process) : NULL;

	return found ? found->rank : SIZE_MAX;
}

static int by_rank(const void *a, const void *b, void *rows)
{
	const struct process *x = ((const struct task_row *)a)->process;
	const struct process *y = ((const struct task_row *)b)->process;
	size_t i = rank_of(rows, x), k = rank_of(rows, y);

	return i != k ? (i < k ? -1 : 1) : by_pid(x, y);
}

static void keep_ranks(struct task_rows *tr)
{
	vec_clear(&tr->ranks);
	for (size_t i = 0; i < tr->rows.n; i++)
		*vec_push(&tr->ranks) = (struct task_rank){
			tr->rows.v[i].process, i,
		};
	if (tr->ranks.n)
		qsort(tr->ranks.v, tr->ranks.n, sizeof *tr->ranks.v,
		      by_process);
}

static void sort_rows(struct task_rows *tr, const struct model *m,
		      const struct sort *sort, bool hold)
{
	bool other = tr->sort.column != sort->column ||
		     tr->sort.reverse != sort->reverse || !tr->sorted_ns;

	if (!tr->rows.n)
		return;
	if (!other && (hold || m->now_ns < tr->sorted_ns + SORT_NS)) {
		qsort_r(tr->rows.v, tr->rows.n, sizeof *tr->rows.v, by_rank,
			tr);
		return;
	}
	qsort_r(tr->rows.v, tr->rows.n, sizeof *tr->rows.v, by_sort,
		(void *)sort);
	keep_ranks(tr);
	tr->sort = *sort;
	tr->sorted_ns = m->now_ns ? m->now_ns : 1;
}

void task_rows_flat(struct task_rows *tr, const struct model *m,
		    struct filter *filter, const struct sort *sort, bool hold)
{
	static const struct sort by_number = { TASK_SORT_PID, false };

	vec_clear(&tr->rows);
	tr->live = tr->threads = tr->all = 0;
	if (filter)
		filter_begin(filter, m);
	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];

		/* Of everybody those are forgotten. */
		if (p->ended && model_everybody(m))
			continue;
		tr->all++;
		if (filter && !filter_process(filter, p))
			continue;
		tr->live += !p->ended;
		*vec_push(&tr->rows) = (struct task_row){
			.process = p, .last = true,
		};
	}
	if (filter)
		filter_end(filter);
	tr->tree = tr->rows.n;
	sort_rows(tr, m, sort ? sort : &by_number, hold);
}
