/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The regions around an address that a program accessed by mistake, and the
 * stack, if the access was a stack overflow.
 */
#ifndef UI_WORDS_FAULT_PLACE_H
#define UI_WORDS_FAULT_PLACE_H

#include "base/str.h"
#include "model/model.h"

struct fault_place {
	const struct region *in;	/* the region that contains the
					 * address */
	const struct region *below, *above;	/* the regions next to the
						 * address; NULL: none */
	bool above_first;		/* `above` is nearer to the address than
					 * `below` */
	const struct region *stack;	/* the stack that overflowed; NULL: none
					 * did */
	uint64_t limit;			/* size limit of that stack, or
					 * EV_UNKNOWN */
};

/* Finds the place in the regions as they were at time_ns; in the present
 * regions if time_ns is 0. */
void fault_place_find(struct fault_place *out, const struct process *p,
		      pid_t tid, uint64_t addr, uint64_t time_ns);
/* Appends ", which is 8.00M = its limit: stack overflow", for place->stack. */
void fault_place_overflow(struct str *out, const struct fault_place *place);

#endif
