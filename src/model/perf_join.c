/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Joins calls with the mappings that perf recorded for them.
 *
 * Calls and records arrive at different times.  So each process stores its last
 * mapping calls and its last records until their counterparts arrive.
 */
#include <config.h>

#include <stdlib.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define KEPT 128

struct kept {
	struct join_span span;
	uint64_t row;			/* seq of the call's row; 0: no row */
	bool waits;
};

struct recorded {
	struct kept calls[KEPT], records[KEPT];
	unsigned next_call, next_record;
};

void recorded_release(struct process *p)
{
	free(p->recorded);
	p->recorded = NULL;
}

void copy_recorded(struct copying *c, struct process *p)
{
	if (p->recorded)
		p->recorded = copied(c, p->recorded, sizeof *p->recorded);
}

static struct recorded *recorded_of(struct process *p)
{
	if (!p->recorded)
		p->recorded = xcalloc(1, sizeof *p->recorded);
	return p->recorded;
}

static void tell(struct model *m, struct process *p, struct kept *call)
{
	call->waits = false;
	calls_add_sources(m, call->row, EVF_ALSO_PERF);
	cause_add_sources(p, &call->span, EVF_ALSO_PERF);
}

/* Joins the call ev with the newest record that matches it. */
void recorded_call(struct model *m, struct process *p, const struct event *ev,
		   uint64_t row)
{
	struct kept call = { .row = row, .waits = true };
	struct recorded *r;

	if (ev->flags & EVF_ALSO_PERF || !join_call_span(ev, &call.span))
		return;
	r = recorded_of(p);
	for (unsigned i = 1; i <= KEPT && call.waits; i++) {
		struct kept *at = &r->records[(r->next_record - i) % KEPT];

		if (!at->waits || !join_made(&call.span, &at->span))
			continue;
		at->waits = false;
		tell(m, p, &call);
	}
	if (call.waits)
		r->calls[r->next_call++ % KEPT] = call;
}

/* Joins the record ev with the oldest call that matches it. */
void fold_map(struct model *m, const struct event *ev)
{
	struct process *p = model_process(m, ev->pid);
	struct kept record = { .span = join_map_span(ev), .waits = true };
	struct recorded *r;

	if (!p || p->ended)
		return;
	faults_map(&p->space, ev);
	r = recorded_of(p);
	for (unsigned i = KEPT; i > 0 && record.waits; i--) {
		struct kept *at = &r->calls[(r->next_call - i) % KEPT];

		if (!at->waits || !join_made(&at->span, &record.span))
			continue;
		record.waits = false;
		tell(m, p, at);
	}
	if (record.waits)
		r->records[r->next_record++ % KEPT] = record;
}
