/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean change per second over the last 5 s of event time.
 *
 * A small ring of samples, at most one each 0.5 s kept.  No value before the
 * second sample, and of what changes not before a quarter of a second, so
 * `0` is never shown for "not known yet" nor a burst for a rate.
 */
#ifndef MODEL_RATE_H
#define MODEL_RATE_H

#include <stdbool.h>
#include <stdint.h>

#define RATE_SAMPLES 12

struct rate {
	struct { uint64_t time_ns; uint64_t value; } s[RATE_SAMPLES];
	uint8_t n, head;		/* newest at (head - 1) % SAMPLES */
	bool resting;			/* all samples are the same */
};

/* A sample; one that is older than the newest is ignored. */
void rate_add(struct rate *r, uint64_t time_ns, uint64_t value);
/* The same for a value that mostly stays, of many things: true where what is
 * said of it may have changed.  One that rests costs nothing, and when it moves
 * it counts as having stood until then. */
bool rate_settle(struct rate *r, uint64_t time_ns, uint64_t value);
/* One that rests is known to have stood until then, and no longer. */
void rate_stood(struct rate *r, uint64_t until_ns);
bool rate_known(const struct rate *r);
/* Nothing moves from here on (a hold, an end): 0 until the next sample. */
void rate_still(struct rate *r);
/* Units a second, signed; 0 while not known. */
double rate_value(const struct rate *r);

#endif
