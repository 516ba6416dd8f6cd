/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits the share of time that some work may use, because it delays other
 * work.
 *
 *	struct allowance a = { .most_ns = 2000000, .share = 5 };
 *	if (allowance_left(&a, clock_ns())) {
 *		... work ...
 *		allowance_spend(&a, used_ns);
 *	}
 *
 * On average the work may use 1/`share` of the time, and at most most_ns at a
 * time.  Unused time accumulates only up to most_ns.
 */
#ifndef SYS_ALLOWANCE_H
#define SYS_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>

struct allowance {
	uint64_t most_ns;
	unsigned share;
	uint64_t at_ns;		/* when spent_ns was last updated */
	uint64_t spent_ns;	/* time that was used and is not regained yet */
};

/* True if the work may start now. */
bool allowance_left(struct allowance *a, uint64_t now_ns);
/* Records that the work took used_ns, which may exceed the allowance. */
void allowance_spend(struct allowance *a, uint64_t used_ns);

#endif
