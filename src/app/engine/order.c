/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/order.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "event/join.h"
#include "sys/loop.h"

/* The time that an event waits for records that are not read yet.  It waits
 * longer if there are too many records to read in time. */
#define ORDER_NS 50000000ull
/* The longest time between the time stamp of a record and the moment at which
 * the record can be read.  The time is usually short, but a virtual CPU may be
 * descheduled in between. */
#define SLACK_NS 20000000ull

struct event_order {
	struct loop *loop;
	struct order_ops who;
	struct join *join;
	uint64_t start_ns;
	bool begun;
	int timer;			/* runs while events wait; 0: none */
	uint64_t lost;
};

struct event_order *order_new(struct loop *loop, const struct order_ops *who)
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

/* Converts the clock time `at` to event time, and subtracts SLACK_NS, since the
 * latest records may not be readable yet. */
static uint64_t event_time(const struct event_order *o, uint64_t at)
{
	uint64_t first = o->start_ns + SLACK_NS;

	return at > first ? at - first : 0;
}

/* Drains the sources that report late, and releases the events up to the time
 * until which these sources have reported everything.  In a flood of records
 * that time is earlier than now. */
static uint64_t on_timer(void *arg)
{
	struct event_order *o = arg;
	uint64_t at = clock_ns(), told;

	/* No event waits, so the timer ends.  The next event starts it
	 * again. */
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
