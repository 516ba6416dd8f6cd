/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the rows of Calls by a column. */
#include <config.h>

#include <stdlib.h>

#include "base/alloc.h"
#include "ui/calls/rows.h"

const char *const call_sort_names[CALL_SORTS + 1] = {
	[CALL_SORT_TIME] = "time", [CALL_SORT_DURATION] = "duration",
	[CALL_SORT_SIZE] = "size", [CALL_SORT_RESULT] = "result",
};

/* Failed calls come first, then the largest value; of equal values the newest
 * call comes first.  Unknown values come last, in either direction. */
static struct order_key key_of(const struct call_row *c, size_t row,
			       int column)
{
	bool open = c->open || c->call.phase == PHASE_ENTER;
	bool returned = !open && call_result_known(&c->call);
	bool failed = false;
	uint64_t value = EV_UNKNOWN;

	switch (column) {
	case CALL_SORT_DURATION:
		if (returned)
			value = c->call.duration_ns;
		break;
	case CALL_SORT_SIZE:
		value = call_size(&c->call);
		break;
	case CALL_SORT_RESULT:
		failed = returned && call_failed(&c->call);
		if (returned)
			value = failed ? (uint64_t)c->call.error :
					 (uint64_t)c->call.result;
		break;
	default:
		value = c->seq;
		break;
	}
	return (struct order_key){
		.row = row, .group = value == EV_UNKNOWN && !failed,
		.value = failed, .number = ~value, .tie = ~c->seq,
	};
}

void calls_sort(struct calls_rows *r, const struct model *m,
		const struct sort *sort)
{
	/* A sort by time comes here only if reversed; key_of() already puts the
	 * newest call first. */
	const struct sort by = { sort->column, sort->reverse &&
				 sort->column != CALL_SORT_TIME };
	struct order_key *keys = xcalloc(r->rows.n + 1, sizeof *keys);
	struct calls_row *rows = xcalloc(r->rows.n + 1, sizeof *rows);
	size_t n = 0;

	for (size_t i = 0; i < r->rows.n; i++) {
		const struct call_row *c = r->rows.v[i].kind == ROW_CALL ?
			model_call(m, r->rows.v[i].seq) : NULL;

		rows[i] = r->rows.v[i];
		if (c)
			keys[n++] = key_of(c, i, sort->column);
	}
	order_sort(keys, n, &by);
	for (size_t i = 0; i < n; i++)
		r->rows.v[i] = rows[keys[i].row];
	r->rows.n = n;
	free(keys);
	free(rows);
	order_made(&r->order, sort, m->now_ns);
}

bool calls_sort_stands(struct calls_rows *r, const struct model *m,
		       const struct filter *filter, const struct sort *sort,
		       bool hold)
{
	size_t n = 0;

	if (!order_is_current(&r->order, sort, m->now_ns, hold) ||
	    r->filter != filter ||
	    (filter && r->filter_changes != filter->changes))
		return false;
	/* Drops rows of calls that are no longer stored. */
	for (size_t i = 0; i < r->rows.n; i++)
		if (model_call(m, r->rows.v[i].seq))
			r->rows.v[n++] = r->rows.v[i];
	r->rows.n = n;
	return true;
}
