/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * madvise(2) and process_madvise(2): their ranges, and the effect on the pages.
 *
 *	for (size_t i = 0; advice_range(call, i, &r); i++)
 *		if (advice_does(call) == ADVICE_DROPS)
 *			... [r.start, r.end) of process advice_pid(call, pid)
 */
#ifndef EVENT_ADVICE_H
#define EVENT_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "event/event.h"

enum advice_does {
	ADVICE_KEEPS,		/* the pages stay */
	ADVICE_TAKES,		/* the pages are written to swap; the contents
				 * stay */
	ADVICE_DROPS,		/* the contents are dropped, now or later */
};

bool call_is_advice(const struct ev_call *c);
enum advice_does advice_does(const struct ev_call *c);
/* Gets the i-th range of the call.  False after the last range, or if the
 * vector of process_madvise could not be read.  For a call that has returned,
 * gets only the part that the kernel processed. */
bool advice_range(const struct ev_call *c, size_t i, struct page_range *out);
/* The process that the advice is for; `pid` is the caller. */
pid_t advice_pid(const struct ev_call *c, pid_t pid);

#endif
