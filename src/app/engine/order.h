/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What logs get: each thing once, and in the order of its time (event/join.h).
 * While something waits for that, those that tell late are asked now and then.
 *
 *	order_new(loop, &who)
 *	order_begin(o, start)	somebody tells late: events wait from now on
 *	order_event(o, ev)...
 *	order_end(o)		all that waits goes on, and nothing waits again
 */
#ifndef APP_ENGINE_ORDER_H
#define APP_ENGINE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

struct loop;
struct event_order;

struct order_who {
	/* Those that tell late tell what they have, for some milliseconds: of
	 * all that was before the time (CLOCK_MONOTONIC) that comes back, of
	 * UINT64_MAX where that was all. */
	uint64_t (*ask)(void *arg);
	event_fn *out;
	void *arg;			/* of both */
};

struct event_order *order_new(struct loop *loop, const struct order_who *who);
void order_free(struct event_order *o);
/* start_ns: CLOCK_MONOTONIC of the events' time 0. */
void order_begin(struct event_order *o, uint64_t start_ns);
/* How many records were dropped since the last call because a log may already have
 * them. */
uint64_t order_lost(struct event_order *o);
void order_event(struct event_order *o, const struct event *ev);
void order_end(struct event_order *o);

#endif
