/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frames in the bytes of EV_STACK, one by one.
 *
 *	struct stack_walk w = stack_walk(&ev->u.stack);
 *	struct stack_entry e;
 *	while (stack_next(&w, &e))
 *		use(&e.frame, &e.function);
 *
 * The bytes may come from anywhere: a frame whose text is not there ends the
 * walk.  The pieces of text point into ev's; they are hostile.
 */
#ifndef EVENT_STACK_H
#define EVENT_STACK_H

#include <stdbool.h>

#include "base/str.h"
#include "event/event.h"

struct stack_entry {
	struct stack_frame frame;
	struct bytes function, module, file, lines;
};

struct stack_walk {
	struct bytes frames, text;	/* what is left */
};

struct stack_walk stack_walk(const struct ev_stack *ev);
bool stack_next(struct stack_walk *w, struct stack_entry *out);
/* Appends one; the lengths in e->frame are filled in. */
void stack_put(struct str *frames, struct str *text,
	       const struct stack_entry *e);

#endif
