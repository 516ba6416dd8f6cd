/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a history is stored.
 *
 * The data of a segment are frames of the codec (event/wire/codec.h), and
 * clocks: eight bytes with a time, after a length of 0.  A clock means that the
 * live model had this time before the next event.
 *
 * An event is identified by its number: the value of `events` in a model that
 * has just folded it.
 */
#ifndef APP_HISTORY_PRIVATE_H
#define APP_HISTORY_PRIVATE_H

#include "app/history/history.h"
#include "base/str.h"
#include "base/vec.h"

/* An entry of the index of times: one for WAY_EVENTS events. */
#define WAY_EVENTS 256
struct history_way {
	uint64_t time_ns;		/* of all events before it */
	uint32_t before;		/* number of events before it */
	uint32_t offset;
};

struct history_segment {
	uint64_t id;
	struct model *start;		/* owned; before the first event */
	size_t copy;			/* bytes of `start` */
	size_t least;			/* bytes of events that it may take even
					 * if the copy is smaller */
	struct str data;
	uint64_t n;			/* number of events in `data` */
	uint64_t end_ns;		/* the highest time of these events, and
					 * of earlier ones */
	bool thinned;			/* the events were dropped */
	VEC(uint32_t) steps;		/* events that history_step() stops at;
					 * counted from 1 */
	VEC(struct history_way) ways;
};

/* A copy of the model inside a segment, and the offset of the next event. */
struct history_place {
	struct model *model;		/* NULL: none */
	size_t bytes;
	uint64_t segment;		/* id; 0: not in a stored segment */
	size_t offset;
};

#define HISTORY_MARKS 4

struct history {
	uint64_t limit;
	VEC(struct history_segment *) segments;	/* oldest first */
	uint64_t ids;
	size_t bytes;			/* of all segments */
	uint64_t clock_ns;		/* time of a model that has folded all
					 * events */
	VEC(struct history_sample) samples;
	uint64_t interval_ns;		/* of a sample */
	uint64_t wait;			/* bytes of events to skip, since a copy
					 * is too large */
	struct history_place view;
	uint64_t view_ns;		/* the time of the past model, before
					 * history_clock() */
	struct history_place marks[HISTORY_MARKS];
	size_t n_marks;
};

/* --- segment.c */
void history_append(struct history *h, const struct model *live,
		    const struct event *ev, bool step);
void history_drop_all(struct history *h);
/* Returns the newest segment that starts at event n or before; NULL: none. */
struct history_segment *history_segment_of(const struct history *h,
					   uint64_t n);
struct history_segment *history_segment_by_id(const struct history *h,
					      uint64_t id);
/* Folds the next event at the offset of the place; false at the end. */
bool history_fold(const struct history_segment *s, struct history_place *p);
/* The number of the last event up to time_ns in s, from s->start->events on. */
uint64_t history_find_time(const struct history_segment *s, uint64_t time_ns);

/* --- samples.c */
/* True if history_step() stops after this event. */
bool history_is_step(const struct model *live, const struct event *ev);
void history_add_sample(struct history *h, const struct model *live,
			const struct event *ev, bool step);

#endif
