/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/perf/perf.h"
#include "source/perf/places.h"
#include "source/perf/sums.h"
#include "sys/loop.h"

static void emit(struct source *s, const struct event *ev)
{
	s->host->emit(s->host->emit_arg, ev);
}

void perf_tell_state(struct source *s)
{
	struct event ev = host_event(s->host, PERF_LETTER, EV_SOURCE, 0, 0);

	s->told_state = true;
	ev.u.source = s->state;
	ev.u.source.name = bytes_of("perf");
	emit(s, &ev);
}

void perf_tell_lost(struct source *s)
{
	struct event ev = host_event(s->host, PERF_LETTER, EV_LOST, 0, 0);

	ev.u.lost = (struct ev_lost){ .source = bytes_of("perf"),
				      .count = s->lost };
	s->lost = 0;
	emit(s, &ev);
}

static struct event fault_event(const struct source *s, const struct fault *f)
{
	struct event ev = { .pid = f->pid, .tid = f->tid, .kind = EV_FAULT,
			    .source = PERF_LETTER };

	if (f->time > s->host->start_ns)
		ev.time_ns = f->time - s->host->start_ns;
	ev.u.fault = (struct ev_fault){ .addr = f->addr, .ip = f->ip,
					.kernel = f->kernel };
	return ev;
}

static void tell_each(struct source *s, const struct fault *f)
{
	const struct place *at = places_find(s->places, f->pid, f->addr);
	struct event ev = fault_event(s, f);

	ev.flags = EVF_EACH;
	ev.u.fault.minor = !f->major;
	ev.u.fault.major = f->major;
	if (at) {
		ev.u.fault.region_start = at->start;
		ev.u.fault.region_end = at->end;
		ev.u.fault.region_name = bytes_of(at->name);
	}
	emit(s, &ev);
}

void perf_tell_sums(struct source *s)
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
		emit(s, &ev);
	}
	sums_clear(s->sums);
	s->last_tell_ns = clock_ns();
}

static void add_up(struct source *s, const struct fault *f)
{
	const struct place *at;

	if (sums_add(s->sums, f))
		return;
	at = places_find(s->places, f->pid, f->addr);
	if (sums_add_rest(s->sums, f, at ? at->start : 0, at ? at->end : 0))
		return;
	perf_tell_sums(s);
	(void)sums_add(s->sums, f);
}

void perf_tell_fault(struct source *s, const struct fault *f)
{
	if (s->host->want_faults)
		tell_each(s, f);
	if (s->sums)
		add_up(s, f);
}
