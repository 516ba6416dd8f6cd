/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of Calls by a figure. */
#include <config.h>

#include <stdlib.h>

#include "ui/calls/rows.h"

const char *const call_sort_names[CALL_SORTS + 1] = {
	[CALL_SORT_TIME] = "time", [CALL_SORT_DURATION] = "duration",
	[CALL_SORT_SIZE] = "size", [CALL_SORT_RESULT] = "result",
};

/* What is not known comes last, whatever the order. */
struct sorted_call {
	struct calls_row row;
	bool known, failed;
	uint64_t value;
};

static struct sorted_call entry_of(const struct calls_row *row,
				   const struct call_row *c, int column)
{
	bool open = c->open || c->call.phase == PHASE_ENTER;
	struct sorted_call e = { .row = *row, .value = EV_UNKNOWN };

	switch (column) {
	case CALL_SORT_DURATION:
		if (!open && call_result_known(&c->call))
			e.value = c->call.duration_ns;
		break;
	case CALL_SORT_SIZE:
		e.value = call_size(&c->call);
		break;
	case CALL_SORT_RESULT:
		if (open || !call_result_known(&c->call))
			break;
		e.failed = call_failed(&c->call);
		e.value = e.failed ? (uint64_t)c->call.error :
			  (uint64_t)c->call.result;
		break;
	default:
		e.value = row->seq;
		break;
	}
	e.known = e.value != EV_UNKNOWN || e.failed;
	return e;
}

/* The largest first, and before all what failed; of equal ones the newest. */
static int by_value(const void *a, const void *b, void *sort)
{
	const struct sorted_call *x = a, *y = b;
	const struct sort *s = sort;
	int r = 0;

	if (x->known != y->known)
		return x->known ? -1 : 1;
	if (x->failed != y->failed)
		r = x->failed ? -1 : 1;
	else if (x->value != y->value)
		r = x->value > y->value ? -1 : 1;
	/* Time goes up by itself. */
	if (s->reverse != (s->column == CALL_SORT_TIME && s->reverse))
		r = -r;
	if (r)
		return r;
	return x->row.seq > y->row.seq ? -1 : x->row.seq < y->row.seq;
}

void calls_sort(struct calls_rows *r, const struct model *m,
		const struct sort *sort)
{
	VEC(struct sorted_call) e = VEC_INIT;

	for (size_t i = 0; i < r->rows.n; i++) {
		const struct calls_row *row = &r->rows.v[i];
		const struct call_row *c = row->kind == ROW_CALL ?
					   model_call(m, row->seq) : NULL;

		if (c)
			*vec_push(&e) = entry_of(row, c, sort->column);
	}
	if (e.n)
		qsort_r(e.v, e.n, sizeof *e.v, by_value, (void *)sort);
	vec_clear(&r->rows);
	for (size_t i = 0; i < e.n; i++)
		*vec_push(&r->rows) = e.v[i].row;
	vec_release(&e);
	order_made(&r->order, sort, m->now_ns);
}

bool calls_sort_stands(struct calls_rows *r, const struct model *m,
		       const struct filter *filter, const struct sort *sort,
		       bool hold)
{
	size_t n = 0;

	if (!order_stands(&r->order, sort, m->now_ns, hold) ||
	    r->filter != filter ||
	    (filter && r->filter_changes != filter->changes))
		return false;
	/* Those that are kept no more. */
	for (size_t i = 0; i < r->rows.n; i++)
		if (model_call(m, r->rows.v[i].seq))
			r->rows.v[n++] = r->rows.v[i];
	r->rows.n = n;
	return true;
}
