/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A share of the time for work that delays other work.
 *
 *	struct allowance a = { .most_ns = 2000000, .share = 5 };
 *	if (allowance_left(&a, clock_ns())) {
 *		... work ...
 *		allowance_spend(&a, used_ns);
 *	}
 *
 * Over any longer time the work gets one part in `share`, and at most most_ns
 * at once.  Time that the work does not use is not saved beyond most_ns.
 */
#ifndef SYS_ALLOWANCE_H
#define SYS_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>

struct allowance {
	uint64_t most_ns;
	unsigned share;
	uint64_t at_ns;		/* when spent_ns was last updated */
	uint64_t spent_ns;	/* used, and not regained since */
};

/* Whether the work may start now. */
bool allowance_left(struct allowance *a, uint64_t now_ns);
/* The work took used_ns, which may exceed the allowance. */
void allowance_spend(struct allowance *a, uint64_t used_ns);

#endif
