/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The history of a session: its events, encoded, in segments.  Each segment
 * starts with a copy of the model, so any past model is such a copy with some
 * events folded into it.
 *
 *	history_event(h, live, ev)	before model_event(live, ev)
 *	history_pause(h, live)		the past model is now a copy of `live`
 *	history_step(h, -1)		...as of the previous event
 *	history_go(h, time_ns)		...as of that time
 *	history_model(h)		the past model; NULL: not paused
 *	history_resume(h)
 *
 * The segments take at most three quarters of the limit; the rest is for the
 * past model and copies that make a step back fast.  When the segments need
 * more, the oldest lose their events and then are one moment each; later, the
 * moments that lie closest together are dropped.
 *
 * Invariant: the past model equals the live model as it was after the same
 * number of events, whatever steps led to it.
 */
#ifndef APP_HISTORY_HISTORY_H
#define APP_HISTORY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"
#include "model/model.h"

#define HISTORY_BYTES (UINT64_C(64) << 20)	/* the default limit */

struct history;

/* If limit is 0, no event is stored, but the view can be paused. */
struct history *history_new(uint64_t limit);
void history_free(struct history *h);
void history_event(struct history *h, const struct model *live,
		   const struct event *ev);

/* Both replace the past model; the one before is freed.  Pointers into it are
 * then invalid. */
void history_pause(struct history *h, const struct model *live);
void history_resume(struct history *h);
const struct model *history_model(const struct history *h);
/* Shows the past model at a time after its last event, up to which nothing
 * happened. */
void history_clock(struct history *h, uint64_t time_ns);

/* Goes to the moment just after the previous (by -1) or next (by 1) call,
 * signal, process or region change.  False: there is none. */
bool history_step(struct history *h, int by);
/* Goes to the last stored moment up to time_ns.  False: all are later; the past
 * model is then the oldest, if any is stored. */
bool history_go(struct history *h, uint64_t time_ns);

/* What happened in an interval that starts at time_ns.  Intervals without an
 * event have no sample; the samples are those of the whole session. */
struct history_sample {
	uint64_t time_ns;
	uint64_t rss;		/* of the main process, at most; EV_UNKNOWN:
				 * not sampled */
	uint32_t events;	/* that history_step() stops at */
	uint32_t signals;	/* part of `events` */
};
const struct history_sample *history_samples(const struct history *h,
					     size_t *n);

struct history_extent {
	uint64_t limit, bytes;
	uint64_t from_ns;	/* the oldest moment; UINT64_MAX: none */
	uint64_t whole_ns;	/* all events since this time are stored;
				 * UINT64_MAX: none */
};
struct history_extent history_extent(const struct history *h);

#endif
