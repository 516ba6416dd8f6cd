/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Delivers events to the logs in order of time, without duplicates
 * (event/join.h).  While events wait, a timer drains the sources that report
 * late.
 *
 *	order_new(loop, &who)
 *	order_begin(o, start)	if a source reports late: later events wait
 *	order_event(o, ev)...
 *	order_end(o)		delivers the waiting events; later events do not
 *				wait
 */
#ifndef APP_ENGINE_ORDER_H
#define APP_ENGINE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

struct loop;
struct event_order;

struct order_ops {
	/* Drains the sources that report late, for some milliseconds.  Returns
	 * the time (CLOCK_MONOTONIC) up to which they have reported everything;
	 * UINT64_MAX if all their records are read. */
	uint64_t (*ask)(void *arg);
	event_fn *out;
	void *arg;
};

struct event_order *order_new(struct loop *loop, const struct order_ops *who);
void order_free(struct event_order *o);
/* start_ns: CLOCK_MONOTONIC of event time 0. */
void order_begin(struct event_order *o, uint64_t start_ns);
/* Returns the number of records dropped since the last call.  A record is
 * dropped if the logs may already have it from another source. */
uint64_t order_lost(struct event_order *o);
void order_event(struct event_order *o, const struct event *ev);
void order_end(struct event_order *o);

#endif
