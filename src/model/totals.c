/* SPDX-License-Identifier: GPL-3.0-or-later */
/* System totals, the state of the engine, and sparklines. */
#include <config.h>

#include "model/fold.h"

/* Maximum delay of samples on a busy machine. */
#define GAP_NS UINT64_C(1000000000)

/* Stores one sample per half second.  A sample that comes earlier replaces the
 * last one. */
void spark_add(struct spark *s, uint64_t time_ns, uint64_t value)
{
	if (!s->n || time_ns / HALF_SECOND > s->last_ns / HALF_SECOND)
		s->n++;
	s->v[(s->n - 1) % MODEL_SPARK] = value;
	s->last_ns = time_ns;
}

static void total_add(struct rate *r, struct spark *s, uint64_t time_ns,
		      uint64_t value)
{
	if (value == EV_UNKNOWN)
		return;
	rate_add(r, time_ns, value);
	spark_add(s, time_ns, value);
}

/* --- gaps between samples --------------------------------------------- */

bool model_in_gap(const struct model *m, uint64_t time_ns)
{
	return m->system_ns && m->period_ns &&
	       time_ns > m->system_ns + 2 * m->period_ns + GAP_NS;
}

bool model_is_late(const struct model *m)
{
	return m->now_ns < m->late_until_ns || model_in_gap(m, m->now_ns);
}

void model_wake(const struct model *m, struct rate *r)
{
	if (m->told_ns)
		rate_stood(r, m->told_ns);
}

/* Stores the period of the samples.  Each period has one system sample, even if
 * nothing has changed. */
static void note_period(struct model *m, uint64_t time_ns)
{
	if (model_in_gap(m, time_ns))
		m->late_until_ns = time_ns + m->period_ns + GAP_NS;
	if (!m->system_ns || time_ns <= m->system_ns)
		return;
	m->period_ns = time_ns - m->system_ns;
	if (time_ns >= m->late_until_ns)
		m->told_ns = m->system_ns;
}

void fold_system(struct model *m, const struct event *ev)
{
	const struct ev_system *es = &ev->u.system;

	note_period(m, ev->time_ns);
	m->system = *es;
	m->system_ns = ev->time_ns ? ev->time_ns : 1;
	total_add(&m->mem_used_rate, &m->used_spark, ev->time_ns, es->used);
	total_add(&m->mem_avail_rate, &m->avail_spark, ev->time_ns,
		  es->available);
	total_add(&m->mem_free_rate, &m->free_spark, ev->time_ns, es->free);
}

/* Rates over the last five seconds would be misleading while the threads are
 * stopped. */
void process_zero_rates(struct process *p)
{
	rate_set_zero(&p->rss_rate);
	rate_set_zero(&p->fault_rate);
	rate_set_zero(&p->call_rate);
	if (p->space.faults)
		rate_set_zero(&p->space.faults->rate);
	heap_zero_rates(p->heap);
	for (size_t i = 0; i < p->tasks.n; i++)
		rate_set_zero(&p->tasks.v[i].call_rate);
	for (size_t i = 0; i < p->space.regions.n; i++) {
		struct region *r = p->space.regions.v[i];

		rate_set_zero(&r->rss_rate);
		if (r->faults)
			rate_set_zero(&r->faults->rate);
	}
}

void fold_status(struct model *m, const struct event *ev)
{
	struct ev_status s = ev->u.status;
	bool was = m->status_ns && m->status.state == s.state;

	if (s.state >= TARGET_STATES || s.level > LEVEL_STEP) {
		model_drop(m);
		return;
	}
	m->status = s;
	m->status_ns = ev->time_ns ? ev->time_ns : 1;
	if (was || (s.state != TARGET_HELD && s.state != TARGET_DETACHED &&
		    s.state != TARGET_ENDED))
		return;
	rate_set_zero(&m->call_rate);
	rate_set_zero(&m->ring_rate);
	for (size_t i = 0; i < m->processes.n; i++)
		process_zero_rates(m->processes.v[i]);
}
