/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the Processes pane if they are a list without a tree: filtered or
 * sorted. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "ui/processes/rows.h"

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

static struct order_key key_of(const struct task_rows *tr, size_t i,
			       int column)
{
	const struct process *p = tr->rows.v[i].process;

	return (struct order_key){
		.row = i, .id = { (uint64_t)p->pid, p->start },
		.group = p->ended,		/* living processes come
						 * first */
		.name = column == TASK_SORT_NAME ? p->comm : NULL,
		.value = column > TASK_SORT_NAME ? figure(p, column) : 0,
		.number = column < TASK_SORT_NAME ? (uint64_t)p->pid : 0,
		.tie = (uint64_t)p->pid,
	};
}

static void sort_rows(struct task_rows *tr, const struct model *m,
		      const struct sort *sort, bool hold)
{
	size_t n = tr->rows.n;
	struct order_key *keys = xcalloc(n + 1, sizeof *keys);
	struct task_row *rows = xcalloc(n + 1, sizeof *rows);

	for (size_t i = 0; i < n; i++) {
		keys[i] = key_of(tr, i, sort->column);
		rows[i] = tr->rows.v[i];
	}
	order_rows(&tr->order, keys, n, sort, m->now_ns, hold);
	for (size_t i = 0; i < n; i++)
		tr->rows.v[i] = rows[keys[i].row];
	free(keys);
	free(rows);
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

		/* In system-wide mode, ended processes are not shown. */
		if (p->ended && model_is_system_wide(m))
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
