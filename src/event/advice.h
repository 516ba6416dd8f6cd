/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * madvise(2) and process_madvise(2): what they are about, and what happens to
 * the pages there.
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
	ADVICE_TAKES,		/* they leave the process; their bytes last */
	ADVICE_DROPS,		/* their bytes go, now or later */
};

bool call_is_advice(const struct ev_call *c);
enum advice_does advice_does(const struct ev_call *c);
/* The i-th range; false behind the last one.  Of process_madvise none is known
 * where its vector could not be read.  At its exit: what the kernel did. */
bool advice_range(const struct ev_call *c, size_t i, struct page_range *out);
/* Whose memory it is about; pid: who called. */
pid_t advice_pid(const struct ev_call *c, pid_t pid);

#endif
