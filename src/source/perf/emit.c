/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"

#include "source/places.h"
#include "source/perf/sums.h"
#include "sys/loop.h"

static struct event fault_event(const struct perf_source *s,
				const struct fault *f)
{
	struct event ev = buffered_event(&s->b, EV_FAULT, f->pid, f->tid,
					 f->time);

	ev.u.fault = (struct ev_fault){ .addr = f->addr, .ip = f->ip,
					.kernel = f->kernel };
	return ev;
}

static void tell_each(struct perf_source *s, const struct fault *f)
{
	struct event ev = fault_event(s, f);

	ev.flags = EVF_EACH;
	ev.u.fault.minor = !f->major;
	ev.u.fault.major = f->major;
	places_name_fault(s->places, &ev, f->time);
	buffered_emit(&s->b, &ev);
}

void perf_emit_sums(struct perf_source *s)
{
	for (size_t i = 0; i < s->sums->n; i++) {
		const struct fault_sum *sum = &s->sums->v[i];
		struct event ev = fault_event(s, &sum->newest);
		struct ev_fault *f = &ev.u.fault;

		f->minor = sum->minor;
		f->major = sum->major;
		f->touched = sum->touched;
		if (sum->touched) {
			f->start = sum->start;
			f->step = s->sums->page_size;
		} else {
			f->region_start = sum->start;
			f->region_end = sum->end;
		}
		buffered_emit(&s->b, &ev);
	}
	sums_clear(s->sums);
	s->last_tell_ns = clock_ns();
}

/* In system-wide mode, counts the faults of a process without their code
 * addresses and pages. */
static void add_of_all(struct perf_source *s, struct fault f)
{
	f.ip = 0;
	if (sums_add_rest(s->sums, &f, 0, 0))
		return;
	perf_emit_sums(s);
	(void)sums_add_rest(s->sums, &f, 0, 0);
}

static void add_up(struct perf_source *s, const struct fault *f)
{
	const struct place *at;

	if (s->b.host->everybody) {
		add_of_all(s, *f);
		return;
	}
	if (sums_add(s->sums, f))
		return;
	at = places_find(s->places, f->pid, f->addr, f->time);
	if (sums_add_rest(s->sums, f, at ? at->start : 0, at ? at->end : 0))
		return;
	perf_emit_sums(s);
	(void)sums_add(s->sums, f);
}

void perf_emit_fault(struct perf_source *s, const struct fault *f)
{
	if (host_logs(s->b.host, EV_FAULT))
		tell_each(s, f);
	if (s->sums)
		add_up(s, f);
}

static void tell_record(struct perf_source *s, const struct perfrecord *r)
{
	struct event ev, head = buffered_event(&s->b, EV_MAP, r->pid, r->tid,
					       r->time);

	if (!perfrecord_event(r, &ev))
		return;
	ev.source = head.source;
	ev.time_ns = head.time_ns;
	buffered_emit(&s->b, &ev);
}

void perf_emit_map(struct perf_source *s, const struct perfrecord *r)
{
	tell_record(s, r);
}

void perf_emit_process(struct perf_source *s, const struct perfrecord *r)
{
	if (host_logs(s->b.host, EV_MAP) || host_logs(s->b.host, EV_FAULT))
		tell_record(s, r);
}
