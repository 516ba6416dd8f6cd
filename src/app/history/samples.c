/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the timeline shows: sums over short intervals of the whole session. */
#include <config.h>

#include "app/history/private.h"

/* An interval at the start, and the number of them.  When all are used, pairs
 * are merged, and intervals are twice as long from then on. */
#define INTERVAL_NS UINT64_C(100000000)
#define SAMPLES_MAX 4096

/* True for a change of size or permission, not of the region's numbers. */
static bool region_changes(const struct model *m, const struct event *ev)
{
	const struct ev_region *er = &ev->u.region;
	const struct process *p = model_process(m, ev->pid);
	const struct region *r = p ? space_at(&p->space, er->start) : NULL;

	return !r || r->end != er->end || r->perm != er->perm;
}

bool history_is_step(const struct model *live, const struct event *ev)
{
	if (ev->flags & (EVF_SYNTHETIC | EVF_AGAIN))
		return false;
	switch (ev->kind) {
	case EV_CALL:
	case EV_SIGNAL:
		return true;
	case EV_PROCESS:
		return ev->u.process.op != PROCESS_SEEN;
	case EV_REGION:
		return ev->u.region.op == REGION_ADD ||
		       ev->u.region.op == REGION_REMOVE ||
		       (ev->u.region.op == REGION_CHANGE &&
			region_changes(live, ev));
	default:
		return false;
	}
}

/* --- samples -------------------------------------------------------------- */

static uint64_t highest(uint64_t a, uint64_t b)
{
	return a == EV_UNKNOWN || (b != EV_UNKNOWN && b > a) ? b : a;
}

static void merge_pairs(struct history *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->samples.n; i += 2) {
		struct history_sample sum = h->samples.v[i];

		if (i + 1 < h->samples.n) {
			const struct history_sample *next =
				&h->samples.v[i + 1];

			sum.rss = highest(sum.rss, next->rss);
			sum.events += next->events;
			sum.signals += next->signals;
		}
		h->samples.v[n++] = sum;
	}
	h->samples.n = n;
	h->interval_ns *= 2;
}

static struct history_sample *sample_at(struct history *h, uint64_t time_ns)
{
	struct history_sample *last = h->samples.n ?
		&h->samples.v[h->samples.n - 1] : NULL;

	if (!h->interval_ns)
		h->interval_ns = INTERVAL_NS;
	/* An event may be older than the newest. */
	if (last && time_ns < last->time_ns + h->interval_ns)
		return last;
	if (h->samples.n == SAMPLES_MAX)
		merge_pairs(h);
	last = vec_push(&h->samples);
	*last = (struct history_sample){
		.time_ns = time_ns - time_ns % h->interval_ns,
		.rss = EV_UNKNOWN,
	};
	return last;
}

void history_add_sample(struct history *h, const struct model *live,
			const struct event *ev, bool step)
{
	const struct process *p = model_main(live);
	bool usage = ev->kind == EV_USAGE && p && p->pid == ev->pid;
	struct history_sample *s;

	if (!step && !usage)
		return;
	s = sample_at(h, ev->time_ns);
	if (usage)
		s->rss = highest(s->rss, ev->u.usage.rss);
	s->events += step;
	s->signals += step && ev->kind == EV_SIGNAL;
}

const struct history_sample *history_samples(const struct history *h, size_t *n)
{
	*n = h->samples.n;
	return h->samples.v;
}
