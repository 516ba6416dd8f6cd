/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/calls/rows.h"

void calls_rows_release(struct calls_rows *r)
{
	vec_release(&r->rows);
	free(r->judged);
}

static int by_time(const void *a, const void *b)
{
	const struct calls_row *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

static size_t gaps_of(const struct model *m)
{
	return m->gaps_last ? (size_t)(m->gaps_last - m->gaps_first + 1) : 0;
}

/* Number of ended processes and gaps. */
static size_t ends_of(const struct model *m)
{
	size_t n = gaps_of(m);

	for (size_t i = 0; i < m->processes.n; i++)
		n += m->processes.v[i]->ended;
	return n;
}

/* Stores the ends of processes and the gaps in v, oldest first. v must have
 * room for ends_of() rows. */
static void collect_ends(const struct model *m, struct calls_row *v)
{
	size_t n = 0;

	for (size_t i = 0; i < gaps_of(m); i++) {
		const struct gap_row *g = model_gap(m, m->gaps_first + i);

		v[n++] = (struct calls_row){
			.time_ns = g->time_ns, .kind = ROW_GAP, .seq = g->seq,
		};
	}

	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];

		if (p->ended)
			v[n++] = (struct calls_row){
				.time_ns = p->ended_ns, .kind = ROW_END,
				.pid = p->pid, .start = p->start,
			};
	}
	qsort(v, n, sizeof *v, by_time);
}

static bool signal_row(const struct model *m, uint64_t seq,
		       struct calls_row *row)
{
	const struct signal_row *s = model_signal(m, seq);

	if (!s)
		return false;
	*row = (struct calls_row){
		.time_ns = s->time_ns, .kind = ROW_SIGNAL, .seq = seq,
	};
	return true;
}

/* Appends the next signals, ends of processes and gaps, up to time_ns. */
static void take_until(struct calls_rows *r, const struct model *m,
		       uint64_t time_ns, uint64_t *signal,
		       const struct calls_row *ends, size_t n, size_t *end)
{
	struct calls_row row;

	for (;;) {
		bool has = *signal && *signal <= m->signals_last &&
			   signal_row(m, *signal, &row);
		bool ended = *end < n && ends[*end].time_ns <= time_ns;

		has = has && row.time_ns <= time_ns;
		if (has && (!ended || row.time_ns <= ends[*end].time_ns)) {
			*vec_push(&r->rows) = row;
			++*signal;
		} else if (ended) {
			*vec_push(&r->rows) = ends[(*end)++];
		} else {
			return;
		}
	}
}

/* The filter checks each call once, and again when the call has returned or was
 * repeated.  If the filter ran out of time, its result is not stored, so the
 * next pass checks the call again. */
static bool matches(struct calls_rows *r, struct filter *f,
		    const struct call_row *c)
{
	struct call_verdict *j = &r->judged[c->seq % MODEL_CALLS_MAX];
	bool yes;

	if (j->seq == c->seq && j->repeats == c->repeats &&
	    j->open == c->open)
		return j->matches;
	yes = filter_call(f, c);
	if (!f->expr || expr_error(f->expr)->fault != RULE_ENDLESS)
		*j = (struct call_verdict){
			.seq = c->seq, .repeats = c->repeats, .open = c->open,
			.matches = yes,
		};
	return yes;
}

static void filter_rows(struct calls_rows *r, const struct model *m,
			struct filter *f)
{
	if (!r->judged || r->filter != f || r->filter_changes != f->changes) {
		free(r->judged);
		r->judged = xcalloc(MODEL_CALLS_MAX, sizeof *r->judged);
	}
	r->filter = f;
	r->filter_changes = f->changes;
	r->all = r->gone = 0;
	r->calls_first = 0;		/* makes a later pass without a filter
					 * build all rows again */
	vec_clear(&r->rows);
	filter_begin(f, m);
	for (uint64_t seq = m->calls_first; seq && seq <= m->calls_last;
	     seq++) {
		const struct call_row *c = model_call(m, seq);

		if (!c)
			continue;
		r->all++;
		if (matches(r, f, c))
			*vec_push(&r->rows) = (struct calls_row){
				.time_ns = c->time_ns, .kind = ROW_CALL,
				.seq = seq,
			};
	}
	filter_end(f);
}

static void by_time_again(struct calls_rows *r, const struct model *m,
			  struct filter *filter)
{
	uint64_t signal = m->signals_first ? m->signals_first : 1;
	size_t n = ends_of(m), end = 0;
	struct calls_row *ends;

	if (filter) {
		filter_rows(r, m, filter);
		return;
	}
	if (r->filter) {
		r->filter = NULL;
		free(r->judged);
		r->judged = NULL;
		r->calls_last = UINT64_MAX;
	}
	if (r->calls_last == m->calls_last && r->ends == n &&
	    r->signals_last == m->signals_last &&
	    r->gaps_last == m->gaps_last &&
	    r->calls_first == m->calls_first &&
	    r->signals_first == m->signals_first)
		return;
	ends = xcalloc(n ? n : 1, sizeof *ends);
	collect_ends(m, ends);
	vec_clear(&r->rows);
	for (uint64_t seq = m->calls_first; seq && seq <= m->calls_last;
	     seq++) {
		const struct call_row *c = model_call(m, seq);

		if (!c)
			continue;
		/* A call comes before other events of the same time. */
		if (c->time_ns)
			take_until(r, m, c->time_ns - 1, &signal, ends, n,
				   &end);
		*vec_push(&r->rows) = (struct calls_row){
			.time_ns = c->time_ns, .kind = ROW_CALL, .seq = seq,
		};
	}
	take_until(r, m, UINT64_MAX, &signal, ends, n, &end);
	free(ends);
	r->calls_first = m->calls_first;
	r->calls_last = m->calls_last;
	r->signals_first = m->signals_first;
	r->signals_last = m->signals_last;
	r->ends = n;
	r->gaps_last = m->gaps_last;
	r->gone = (m->calls_first ? m->calls_first - 1 : 0) +
		  (m->signals_first ? m->signals_first - 1 : 0);
}

void calls_rows_update(struct calls_rows *r, const struct model *m,
		       struct filter *filter, const struct sort *sort,
		       bool hold)
{
	if (sort && calls_sort_stands(r, m, filter, sort, hold))
		return;
	/* Sorted rows lack signals, ends and gaps, and are not in order of
	 * time: build all rows again. */
	if (r->order.made_ns) {
		r->calls_last = UINT64_MAX;
		order_forget(&r->order);
	}
	by_time_again(r, m, filter);
	if (sort)
		calls_sort(r, m, sort);
}

long calls_rows_find(const struct calls_rows *r, const struct calls_row *row)
{
	for (size_t i = r->rows.n; i-- > 0;) {
		const struct calls_row *is = &r->rows.v[i];

		if (is->kind == row->kind && is->seq == row->seq &&
		    is->pid == row->pid && is->start == row->start)
			return (long)i;
	}
	return -1;
}
