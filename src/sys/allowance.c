/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/allowance.h"

bool allowance_left(struct allowance *a, uint64_t now_ns)
{
	uint64_t back = (now_ns - a->at_ns) / a->share;

	a->spent_ns -= back < a->spent_ns ? back : a->spent_ns;
	a->at_ns = now_ns;
	return a->spent_ns < a->most_ns;
}

void allowance_spend(struct allowance *a, uint64_t used_ns)
{
	a->spent_ns += used_ns;
}
