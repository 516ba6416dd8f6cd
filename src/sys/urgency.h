/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who another program stands still for gets the CPU before others, where that is
 * permitted: on a machine where all want it, it is waited for longer than what is
 * done with it takes.
 *
 *	struct urgency u = { 0 };
 *
 *	urgency_set(&u, true);		and poll(), and do what is waited for
 *	urgency_set(&u, false);		for all else: it takes its turn
 *
 * Of the calling thread.  Nobody whom it makes inherits it.  Where the user has
 * said how it is to be scheduled, by nice or otherwise, it stays so.
 */
#ifndef SYS_URGENCY_H
#define SYS_URGENCY_H

#include <stdbool.h>
#include <stdint.h>

struct urgency {
	bool asked, may, on;
};

void urgency_set(struct urgency *u, bool on);

/* The machine has so many runnable threads that a thread at nice 0 waits long for a
 * CPU. */
bool cpu_is_crowded(void);

#endif
