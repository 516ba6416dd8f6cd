/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "model/rate.h"

#define WINDOW_NS UINT64_C(5000000000)
#define SPACING_NS UINT64_C(500000000)
/* Two samples that are closer together give no rate: a process that lived for
 * 20 ms would seem to grow by 800M/s. */
#define LEAST_NS UINT64_C(250000000)

/* Index in the ring of sample i; sample 0 is the newest. */
static unsigned rate_slot(const struct rate *r, unsigned i)
{
	return (r->head + 2u * RATE_SAMPLES - 1 - i) % RATE_SAMPLES;
}

static void rate_push(struct rate *r, uint64_t time_ns, uint64_t value)
{
	r->s[r->head].time_ns = time_ns;
	r->s[r->head].value = value;
	r->head = (uint8_t)((r->head + 1) % RATE_SAMPLES);
	if (r->n < RATE_SAMPLES)
		r->n++;
}

void rate_stood(struct rate *r, uint64_t until_ns)
{
	if (!r->resting)
		return;
	uint64_t since = r->s[rate_slot(r, r->n - 1u)].time_ns;
	uint64_t newest = r->s[rate_slot(r, 0)].time_ns;
	uint64_t value = r->s[rate_slot(r, 0)].value;

	if (until_ns < newest)
		until_ns = newest;
	r->n = r->head = 0;
	r->resting = false;
	for (uint64_t ago = WINDOW_NS; ago; ago -= SPACING_NS)
		if (until_ns + SPACING_NS >= since + ago)
			rate_push(r, until_ns + SPACING_NS - ago, value);
	if (!r->n)
		rate_push(r, since, value);
}

/*
 * The last value passed is always the newest sample.  A newer value replaces it
 * until it is half a second newer than the sample before.  So the ring spans 5
 * s, regardless of the number of values.
 */
void rate_add(struct rate *r, uint64_t time_ns, uint64_t value)
{
	if (r->resting && time_ns > r->s[rate_slot(r, 0)].time_ns) {
		if (value == r->s[rate_slot(r, 0)].value)
			return;
		rate_stood(r, time_ns > SPACING_NS ? time_ns - SPACING_NS : 0);
	}
	if (r->n) {
		uint64_t newest = r->s[rate_slot(r, 0)].time_ns;
		uint64_t before = r->n > 1 ? r->s[rate_slot(r, 1)].time_ns : 0;

		if (time_ns < newest)
			return;
		if (time_ns == newest ||
		    (r->n > 1 && newest - before < SPACING_NS)) {
			r->s[rate_slot(r, 0)].time_ns = time_ns;
			r->s[rate_slot(r, 0)].value = value;
			return;
		}
	}
	rate_push(r, time_ns, value);
}

bool rate_settle(struct rate *r, uint64_t time_ns, uint64_t value)
{
	if (r->resting && value == r->s[rate_slot(r, 0)].value)
		return false;
	rate_add(r, time_ns, value);
	r->resting = r->n > 1;
	for (unsigned i = 1; i < r->n; i++)
		r->resting &= r->s[rate_slot(r, i)].value == value;
	return true;
}

uint64_t rate_span(const struct rate *r)
{
	return r->n < 2 ? 0 : r->s[rate_slot(r, 0)].time_ns -
			      r->s[rate_slot(r, r->n - 1u)].time_ns;
}

bool rate_known(const struct rate *r)
{
	if (r->n < 2)
		return false;
	unsigned newest = rate_slot(r, 0), oldest = rate_slot(r, r->n - 1u);
	return r->s[newest].time_ns - r->s[oldest].time_ns >= LEAST_NS ||
	       r->s[newest].value == r->s[oldest].value;
}

void rate_set_zero(struct rate *r)
{
	if (r->n < 2)
		return;
	uint64_t time_ns = r->s[rate_slot(r, 0)].time_ns;
	uint64_t value = r->s[rate_slot(r, 0)].value;

	r->n = r->head = 0;
	r->resting = false;
	rate_push(r, time_ns ? time_ns - 1 : 0, value);
	rate_push(r, time_ns, value);
}

double rate_value(const struct rate *r)
{
	unsigned oldest = 1;

	if (r->resting || !rate_known(r))
		return 0;
	unsigned newest = rate_slot(r, 0);
	uint64_t now = r->s[newest].time_ns;
	while (oldest + 1 < r->n &&
	       (now - r->s[rate_slot(r, oldest)].time_ns < LEAST_NS ||
		now - r->s[rate_slot(r, oldest + 1)].time_ns <= WINDOW_NS))
		oldest++;
	unsigned first = rate_slot(r, oldest);
	uint64_t span = now - r->s[first].time_ns;
	if (!span)
		return 0;
	double change = (double)r->s[newest].value - (double)r->s[first].value;
	return change * 1e9 / (double)span;
}
