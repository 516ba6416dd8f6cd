/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of an event through the engine: to the sources, the takers, the
 * logs; and of a fact: to the other sources. */
#include <config.h>

#include "app/engine/private.h"

#include <stdlib.h>

#include "source/everybody.h"
#include "sys/loop.h"

/* What sources cost is told with a STATUS, of which there is one a second, a
 * moment sooner or later. */
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
	/* What a source reads then is its own cost, not the tracer's. */
	if (counts)
		was = spent_begin(&e->spent, i);
	answer = ops->note(e->src[i], fact);
	if (counts)
		spent_end(&e->spent, was);
	return answer;
}

/* Sources report what they hold back of the process while it is there. */
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
	/* Many may end at once: the last would wait for all of them. */
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

/* After it nothing that was before is about the same memory, or any.  What others
 * than ptrace tell of, they tell in its time. */
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

/* What perf and the ring tell of tasks and signals is for the join alone: all
 * others know it from ptrace. */
static bool is_twin(const struct event *ev)
{
	if (ev->kind != EV_PROCESS && ev->kind != EV_SIGNAL)
		return false;
	for (int i = 0; i < SRCS; i++)
		if (engine_ops[i]->letter == ev->source)
			return engine_ops[i]->traits & SOURCE_TWIN;
	return false;
}

/* With a STATUS, which comes once a second while anything happens: of its own
 * accord it would wake who rests. */
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
	/* The logs first: a taker may ask for what makes the next event. */
	order_event(e->order, ev);
	for (size_t i = 0; i < e->n_takers; i++)
		e->takers[i].fn(e->takers[i].arg, ev);
	if (ev->kind == EV_SNAPSHOT && ev->u.snapshot.op == SNAPSHOT_BEGIN &&
	    e->host.everybody)
		everybody_again(e->host.everybody, clock_ns());
	if (ev->kind == EV_STATUS && e->host.wants.usage)
		tell_cost(e);
	if (ev->kind == EV_STATUS)
		engine_tell_trace(e);
}

void engine_tell_twice(struct engine *e)
{
	struct event ev = host_event(&e->host, 0, EV_LOST, 0, 0);

	ev.u.lost = (struct ev_lost){ .source = bytes_of("join"),
				      .count = order_lost(e->order) };
	if (ev.u.lost.count)
		engine_emit(e, &ev);
}

uint64_t engine_ask(void *arg)
{
	struct engine *e = arg;
	uint64_t told = UINT64_MAX, at;

	for (int i = 0; i < SRCS; i++) {
		if (!e->src[i] || !engine_ops[i]->told_until)
			continue;
		flush_source(e, i, NULL);
		/* More may come with the timer. */
		if (!engine_drain(e, i, ENGINE_SLICE_NS) &&
		    !(engine_ops[i]->traits & SOURCE_RECORDS))
			continue;
		at = engine_ops[i]->told_until(e->src[i]);
		if (at < told)
			told = at;
	}
	engine_tell_twice(e);
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
