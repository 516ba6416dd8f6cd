/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/advice.h"

#include <string.h>

#include "event/call.h"

/* Constants of include/uapi/asm-generic/mman-common.h: no libc has them all. */
enum {
	DONTNEED = 4, FREE = 8, REMOVE = 9, PAGEOUT = 21,
	DONTNEED_LOCKED = 24, GUARD_INSTALL = 102,
};

bool call_is_advice(const struct ev_call *c)
{
	return c->call == CALL_MADVISE || c->call == CALL_PROCESS_MADVISE;
}

enum advice_does advice_does(const struct ev_call *c)
{
	uint64_t advice = c->args[c->call == CALL_MADVISE ? 2 : 3];

	if (!call_is_advice(c))
		return ADVICE_KEEPS;
	switch ((uint32_t)advice) {
	case DONTNEED: case FREE: case REMOVE: case DONTNEED_LOCKED:
	case GUARD_INSTALL:
		return ADVICE_DROPS;
	case PAGEOUT:
		return ADVICE_TAKES;
	default:
		return ADVICE_KEEPS;
	}
}

static struct page_range range(uint64_t start, uint64_t size)
{
	struct page_range r = { .start = start };

	if (__builtin_add_overflow(start, size, &r.end) ||
	    r.end > UINT64_MAX - 4095)
		r.end = UINT64_MAX;
	else
		r.end = (r.end + 4095) & ~UINT64_C(4095);
	return r;
}

/* Returns the number of bytes in the ranges before range i.  The result of
 * process_madvise is a number of bytes, since the call may stop inside a
 * range. */
static uint64_t done_before(const struct ev_call *c, size_t i)
{
	uint64_t before = 0;
	struct page_range r;

	for (size_t k = 0; k < i; k++) {
		memcpy(&r, (const char *)c->ranges.data + k * sizeof r,
		       sizeof r);
		before += r.end - r.start;
	}
	return before;
}

bool advice_range(const struct ev_call *c, size_t i, struct page_range *out)
{
	uint64_t before;

	if (c->call == CALL_MADVISE) {
		*out = range(c->args[0], c->args[1]);
		return i == 0;
	}
	if (c->call != CALL_PROCESS_MADVISE ||
	    i >= c->ranges.len / sizeof *out)
		return false;
	memcpy(out, (const char *)c->ranges.data + i * sizeof *out,
	       sizeof *out);
	if (out->end < out->start)
		return false;
	if (c->phase == PHASE_ENTER || c->error || c->result < 0)
		return true;
	before = done_before(c, i);
	if (before >= (uint64_t)c->result)
		return false;
	if (out->end - out->start > (uint64_t)c->result - before)
		out->end = out->start + (uint64_t)c->result - before;
	return true;
}

pid_t advice_pid(const struct ev_call *c, pid_t pid)
{
	return c->call == CALL_PROCESS_MADVISE && c->of_pid ? (pid_t)c->of_pid
							     : pid;
}
