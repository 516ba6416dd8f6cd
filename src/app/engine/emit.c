/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delivers events to the sources, the takers and the logs, and facts to the
 * other sources. */
#include <config.h>

#include "app/engine/private.h"

#include <stdlib.h>

#include "source/everybody.h"
#include "sys/loop.h"

/* The minimum interval between COST events, less than the second between two
 * STATUS events. */
#define COST_NS 800000000ull

static void flush_source(struct engine *e, int i, const struct event *ev)
{
	int was = spent_begin(&e->spent, i);
	uint64_t begun = clock_cpu_ns();

	engine_ops[i]->flush(e->src[i], ev);
	allowance_spend(&e->ahead, clock_cpu_ns() - begun);
	spent_end(&e->spent, was);
}

bool engine_drain(struct engine *e, int i, uint64_t budget_ns)
{
	int was = spent_begin(&e->spent, i);
	bool more = engine_ops[i]->drain(e->src[i], budget_ns);

	spent_end(&e->spent, was);
	return more;
}

void engine_flush(struct engine *e, const struct event *ev)
{
	for (int i = 0; i < SRCS; i++)
		if (e->src[i] && engine_ops[i]->flush)
			flush_source(e, i, ev);
}

static bool note(struct engine *e, int i, const struct fact *fact)
{
	const struct source_ops *ops = engine_ops[i];
	bool counts = fact->kind == FACT_LAST_USAGE, answer;
	int was = 0;

	if (!e->src[i] || e->src[i] == fact->from ||
	    !(ops->notes & 1u << fact->kind))
		return false;
	/* The source that reads is charged for the CPU time, not the tracer,
	 * which reported the fact. */
	if (counts)
		was = spent_begin(&e->spent, i);
	answer = ops->note(e->src[i], fact);
	if (counts)
		spent_end(&e->spent, was);
	return answer;
}

/* Before a process ends, makes the sources report the events about it that they
 * have held back. */
static void process_ending(struct engine *e, const struct fact *fact)
{
	bool heap = e->traits & SOURCE_RECORDS && engine_has_time(e);
	uint64_t begun = clock_cpu_ns();

	for (int i = 0; i < SRCS; i++) {
		if (!e->src[i] ||
		    (engine_ops[i]->traits & SOURCE_RECORDS && !heap))
			continue;
		if (engine_ops[i]->flush)
			flush_source(e, i, NULL);
		note(e, i, fact);
	}
	/* The heap reports are charged to the allowance.  If many processes end
	 * at once, the last one must not wait for the heap reports of all
	 * others. */
	if (heap)
		allowance_spend(&e->ahead, clock_cpu_ns() - begun);
}

bool engine_fact(void *arg, const struct fact *fact)
{
	struct engine *e = arg;
	bool answer = false;

	if (fact->kind == FACT_ENDING)
		process_ending(e, fact);
	else
		for (int i = 0; i < SRCS; i++)
			answer |= note(e, i, fact);
	return answer;
}

/* True if ev is an exec, detach or exit: earlier events no longer describe the
 * memory of the process, so the sources must report held-back events before ev.
 * Only the tracer's events matter, as the other sources report exec, detach and
 * exit in order of time. */
static bool is_break(const struct event *ev)
{
	return ev->kind == EV_PROCESS && !(ev->flags & EVF_AGAIN) &&
	       ev->source == engine_ops[SRC_TRACE]->letter &&
	       (ev->u.process.op == PROCESS_EXEC ||
		ev->u.process.op == PROCESS_DETACH ||
		(ev->u.process.op == PROCESS_EXIT && ev->u.process.gone));
}

void engine_log(void *arg, const struct event *ev)
{
	struct engine *e = arg;

	for (size_t i = 0; i < e->n_logs; i++)
		e->logs[i].fn(e->logs[i].arg, ev);
}

/* True for events about tasks and signals from perf or the trace ring.  Only
 * the join for the logs (event/join.h) uses them; all other parts of mmtop get
 * the same facts from ptrace. */
static bool is_twin(const struct event *ev)
{
	if (ev->kind != EV_PROCESS && ev->kind != EV_SIGNAL)
		return false;
	for (int i = 0; i < SRCS; i++)
		if (engine_ops[i]->letter == ev->source)
			return engine_ops[i]->traits & SOURCE_TWIN;
	return false;
}

/* Emits a COST event after a STATUS event, which comes once a second while
 * anything happens.  A separate timer would wake an idle mmtop. */
static void tell_cost(struct engine *e)
{
	struct event ev = host_event(&e->host, 0, EV_COST, 0, 0);
	uint64_t ppm[SPENT_MAX];

	if (clock_ns() - e->spent.taken_ns < COST_NS ||
	    e->told_end)
		return;
	spent_take(&e->spent, ppm);
	ev.u.cost.perf_fill = EV_UNKNOWN;
	for (int i = 0; i < SRCS; i++)
		if (e->src[i] && engine_ops[i]->cost)
			engine_ops[i]->cost(e->src[i], ppm[i], &ev.u.cost);
	engine_emit(e, &ev);
}

void engine_emit(void *arg, const struct event *ev)
{
	struct engine *e = arg;

	if (is_twin(ev)) {
		order_event(e->order, ev);
		return;
	}
	if (is_break(ev))
		engine_flush(e, ev);
	e->events++;
	if (ev->kind == EV_STATUS)
		e->status = ev->u.status;
	else if (ev->kind == EV_LOST)
		e->lost += ev->u.lost.count;
	for (int i = 0; i < SRCS; i++)
		if (engine_ops[i]->letter == ev->source)
			e->sampled |= engine_ops[i]->traits & SOURCE_SAMPLES;
		else if (e->src[i] && engine_ops[i]->event)
			engine_ops[i]->event(e->src[i], ev);
	/* The logs get the event before the takers: a taker's request may cause
	 * the next event. */
	order_event(e->order, ev);
	for (size_t i = 0; i < e->n_takers; i++)
		e->takers[i].fn(e->takers[i].arg, ev);
	if (ev->kind == EV_SNAPSHOT && ev->u.snapshot.op == SNAPSHOT_BEGIN &&
	    e->host.everybody)
		everybody_again(e->host.everybody, clock_ns());
	if (ev->kind == EV_STATUS && e->host.wants.usage)
		tell_cost(e);
	if (ev->kind == EV_STATUS)
		engine_report_trace(e);
}

void engine_report_dropped(struct engine *e)
{
	struct event ev = host_event(&e->host, 0, EV_LOST, 0, 0);

	ev.u.lost = (struct ev_lost){ .source = bytes_of("join"),
				      .count = order_lost(e->order) };
	if (ev.u.lost.count)
		engine_emit(e, &ev);
}

uint64_t engine_drain_late(void *arg)
{
	struct engine *e = arg;
	uint64_t told = UINT64_MAX, at;

	for (int i = 0; i < SRCS; i++) {
		if (!e->src[i] || !engine_ops[i]->emitted_until)
			continue;
		flush_source(e, i, NULL);
		/* If drain() returns false, the source has reported everything,
		 * unless it has SOURCE_RECORDS: then its timer may still read
		 * more. */
		if (!engine_drain(e, i, ENGINE_SLICE_NS) &&
		    !(engine_ops[i]->traits & SOURCE_RECORDS))
			continue;
		at = engine_ops[i]->emitted_until(e->src[i]);
		if (at < told)
			told = at;
	}
	engine_report_dropped(e);
	return told;
}

void engine_begin_order(struct engine *e)
{
	bool late = false;

	for (int i = 0; i < SRCS; i++)
		late |= e->src[i] && engine_ops[i]->is_late &&
			engine_ops[i]->is_late(e->src[i]);
	if (late)
		order_begin(e->order, e->host.start_ns);
}

static void add_taker(struct taker *takers, size_t *n, event_fn *fn, void *arg)
{
	if (*n == ENGINE_TAKERS_MAX)
		abort();
	takers[(*n)++] = (struct taker){ fn, arg };
}

void engine_add_taker(struct engine *e, event_fn *fn, void *arg)
{
	add_taker(e->takers, &e->n_takers, fn, arg);
}

void engine_add_log(struct engine *e, event_fn *fn, void *arg)
{
	add_taker(e->logs, &e->n_logs, fn, arg);
}
