/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean change of a value per second over the last 5 s of event time.
 *
 * Stored as a small ring of samples, at most one per 0.5 s.  The rate is not
 * known before the second sample.  If the value changes, the rate is not known
 * before 0.25 s have passed.  So 0 never means "not known yet", and a burst is
 * not shown as a rate.
 */
#ifndef MODEL_RATE_H
#define MODEL_RATE_H

#include <stdbool.h>
#include <stdint.h>

#define RATE_SAMPLES 12

struct rate {
	struct { uint64_t time_ns; uint64_t value; } s[RATE_SAMPLES];
	uint8_t n, head;		/* the newest is s[(head - 1) %
					 * RATE_SAMPLES] */
	bool resting;			/* all samples have the same value */
};

/* Adds a sample, unless it is older than the newest sample. */
void rate_add(struct rate *r, uint64_t time_ns, uint64_t value);
/* Like rate_add(), for many values that rarely change.  Returns true if
 * rate_value() may have changed.  A resting rate costs nothing.  When its value
 * changes, the value counts as constant up to that time. */
bool rate_settle(struct rate *r, uint64_t time_ns, uint64_t value);
/* Ends the rest of a resting rate, whose value was constant until until_ns. */
void rate_stood(struct rate *r, uint64_t until_ns);
/* The time between the oldest and the newest sample, in ns. */
uint64_t rate_span(const struct rate *r);
bool rate_known(const struct rate *r);
/* Sets the rate to 0 until the next sample: the process is stopped or has
 * ended, so the value cannot change. */
void rate_set_zero(struct rate *r);
/* Units per second, signed; 0 while the rate is not known. */
double rate_value(const struct rate *r);

#endif
