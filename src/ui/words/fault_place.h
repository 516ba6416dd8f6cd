/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The regions around an address that a program should not have used, and the
 * stack that overflowed, where one did.
 */
#ifndef UI_WORDS_FAULT_PLACE_H
#define UI_WORDS_FAULT_PLACE_H

#include "base/str.h"
#include "model/model.h"

struct fault_place {
	const struct region *in;	/* the one that holds it */
	const struct region *below, *above;	/* its neighbours; NULL: none */
	bool above_first;		/* that is the nearest */
	const struct region *stack;	/* which overflowed; NULL: none did */
	uint64_t limit;			/* of that; EV_UNKNOWN: not known */
};

/* Regions as they were at time_ns; 0: as they are. */
void fault_place_find(struct fault_place *out, const struct process *p,
		      pid_t tid, uint64_t addr, uint64_t time_ns);
/* ", which is 8.00M = its limit: stack overflow", of place->stack. */
void fault_place_overflow(struct str *out, const struct fault_place *place);

#endif
