/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State, overhead and counters of the sources. */
#include <config.h>

#include <string.h>

#include "model/fold.h"

static bool is_named(struct bytes b, const char *name)
{
	return b.len == strlen(name) && !memcmp(b.data, name, b.len);
}

void fold_source(struct model *m, const struct event *ev)
{
	const struct ev_source *es = &ev->u.source;

	if (es->state >= SOURCE_STATES || es->why >= WHYS) {
		model_drop(m);
		return;
	}
	if (is_named(es->name, "perf")) {
		m->perf = *es;
		m->perf.name = bytes_of("perf");
		m->perf_known = true;
	} else if (is_named(es->name, "ring")) {
		m->ring = *es;
		m->ring.name = bytes_of("ring");
		m->ring_known = true;
	} else if (is_named(es->name, "heap")) {
		m->heap_known = es->state == SOURCE_ON;
	}
}

void fold_denied(struct model *m, const struct event *ev)
{
	struct bytes by = ev->u.denied.told_by;

	if (ev->u.denied.what >= DENIED_WHATS)
		model_drop(m);
	else if (is_named(by, "ptrace"))
		m->denied.ptrace++;
	else if (is_named(by, "perf"))
		m->denied.perf++;
	else if (is_named(by, "ring"))
		m->denied.ring++;
	else
		model_drop(m);
}

/* Limit of a plausible value: no source can use more than all CPUs. */
#define COST_MAX UINT64_C(1000000000)

void fold_cost(struct model *m, const struct event *ev)
{
	const struct ev_cost *c = &ev->u.cost;

	if (c->ptrace > COST_MAX || c->perf > COST_MAX || c->ring > COST_MAX ||
	    c->maps > COST_MAX || c->output > COST_MAX || c->heap > COST_MAX ||
	    (c->perf_fill > 1000 && c->perf_fill != EV_UNKNOWN)) {
		model_drop(m);
		return;
	}
	m->cost = *c;
	m->cost_known = true;
}

/* --- the trace ring of each CPU --------------------------------------- */

/* No kernel supports this number of CPUs. */
#define CPUS_MAX 8192
#define SUBBUFS_MAX (UINT64_C(1) << 32)

static bool makes_sense(const struct ev_ring *r)
{
	return r->cpu < CPUS_MAX && r->way < RING_WAYS &&
	       (r->fill <= 1000 || r->fill == EV_UNKNOWN) &&
	       (r->subbufs <= SUBBUFS_MAX || r->subbufs == EV_UNKNOWN) &&
	       r->subbuf_size <= SUBBUFS_MAX;
}

void fold_ring(struct model *m, const struct event *ev)
{
	const struct ev_ring *er = &ev->u.ring;
	struct ring_row *row;
	size_t i;

	if (!makes_sense(er)) {
		model_drop(m);
		return;
	}
	i = vec_lower(&m->rings, r, r->told.cpu < er->cpu);
	if (i == m->rings.n || m->rings.v[i].told.cpu != er->cpu) {
		row = vec_insert(&m->rings, i);
		*row = (struct ring_row){ .told = *er };
	}
	row = &m->rings.v[i];
	row->told = *er;
	rate_add(&row->rate, m->now_ns, er->read);
}
