/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/order.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "event/join.h"
#include "sys/loop.h"

/* So long an event may wait for what has not been read yet; longer only where
 * that is too much to be read in time. */
#define ORDER_NS 50000000ull
/* A record gets its time a moment before it can be read; a virtual CPU may be
 * taken away between. */
#define SLACK_NS 20000000ull

struct event_order {
	struct loop *loop;
	struct order_who who;
	struct join *join;
	uint64_t start_ns;
	bool begun;
	int timer;			/* while something waits */
	uint64_t lost;
};

struct event_order *order_new(struct loop *loop, const struct order_who *who)
{
	struct event_order *o = xcalloc(1, sizeof *o);

	o->loop = loop;
	o->who = *who;
	o->join = join_new(who->out, who->arg);
	return o;
}

static void stop(struct event_order *o)
{
	if (o->timer)
		loop_remove_timer(o->loop, o->timer);
	o->timer = 0;
}

void order_free(struct event_order *o)
{
	if (!o)
		return;
	stop(o);
	join_free(o->join);
	free(o);
}

/* On the clock, with what may still come to be read of the moment before. */
static uint64_t event_time(const struct event_order *o, uint64_t at)
{
	uint64_t first = o->start_ns + SLACK_NS;

	return at > first ? at - first : 0;
}

/* Up to now those that tell late have told all; or, in a flood, up to a while
 * ago. */
static uint64_t on_timer(void *arg)
{
	struct event_order *o = arg;
	uint64_t at = clock_ns(), told;

	/* Nothing waits: the next that does begins anew. */
	if (join_oldest(o->join) == UINT64_MAX) {
		o->timer = 0;
		return 0;
	}
	if (join_oldest(o->join) > event_time(o, at))
		return ORDER_NS;
	told = o->who.ask(o->who.arg);
	join_release(o->join, event_time(o, told < at ? told : at));
	return ORDER_NS;
}

void order_begin(struct event_order *o, uint64_t start_ns)
{
	join_hold(o->join, true);
	o->start_ns = start_ns;
	o->begun = true;
}

void order_event(struct event_order *o, const struct event *ev)
{
	o->lost += !join_event(o->join, ev);
	if (o->begun && !o->timer)
		o->timer = loop_add_timer(o->loop, ORDER_NS, on_timer, o);
}

uint64_t order_lost(struct event_order *o)
{
	uint64_t n = o->lost;

	o->lost = 0;
	return n;
}

void order_end(struct event_order *o)
{
	join_release(o->join, UINT64_MAX);
	join_hold(o->join, false);
	o->begun = false;
	stop(o);
}
