/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts the program's madvise calls for each region.
 *
 * A program can map memory and advise on it within one period of the sampler.
 * The region is then reported after the advice, so each process stores its last
 * advice calls.
 */
#include <config.h>

#include <stdlib.h>

#include "base/alloc.h"
#include "event/advice.h"
#include "model/copy.h"
#include "model/fold.h"

#define ADVICES_MAX 256

struct advice {
	uint64_t start, end, time_ns;
	bool drops;
};

struct advices {
	unsigned n, head;	/* the newest is at head - 1 */
	struct advice v[ADVICES_MAX];
};

void advice_release(struct process *p)
{
	free(p->advices);
	p->advices = NULL;
}

void copy_advices(struct copying *c, struct process *p)
{
	if (p->advices)
		p->advices = copied(c, p->advices, sizeof *p->advices);
}

static void advise(struct region *r, const struct advice *a)
{
	r->advised++;
	if (a->time_ns > r->advised_ns)
		r->advised_ns = a->time_ns;
	if (a->drops)
		r->given_back += (r->end < a->end ? r->end : a->end) -
				 (r->start > a->start ? r->start : a->start);
}

static void advise_all(struct space *s, const struct advice *a)
{
	struct space_walk w = space_walk(s, a->start, a->end);
	struct region *r;

	while ((r = space_next(&w)) != NULL)
		if (!r->removed_ns && r->end > a->start)
			advise(r, a);
}

static void keep(struct process *p, const struct advice *a)
{
	if (!p->advices)
		p->advices = xcalloc(1, sizeof *p->advices);
	p->advices->v[p->advices->head] = *a;
	p->advices->head = (p->advices->head + 1) % ADVICES_MAX;
	if (p->advices->n < ADVICES_MAX)
		p->advices->n++;
}

void advice_call(const struct model *m, const struct event *ev)
{
	const struct ev_call *c = &ev->u.call;
	struct process *p = model_process(m, advice_pid(c, ev->pid));
	struct page_range r;

	for (size_t i = 0; p && i < ADVICES_MAX && advice_range(c, i, &r);
	     i++) {
		const struct advice a = {
			r.start, r.end, ev->time_ns,
			advice_does(c) == ADVICE_DROPS,
		};

		if (r.start >= r.end)
			continue;
		advise_all(&p->space, &a);
		keep(p, &a);
	}
}

/* Applies the stored advice to r, except advice older than r: it was for other
 * memory. */
void advice_join(const struct process *p, struct region *r)
{
	uint64_t since = r->born.known ? r->born.time_ns : 0;

	for (unsigned i = 0; p->advices && i < p->advices->n; i++) {
		const struct advice *a = &p->advices->v[i];

		if (a->start < r->end && a->end > r->start &&
		    a->time_ns >= since)
			advise(r, a);
	}
}
