/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the frames of an EV_STACK event one by one.
 *
 *	struct stack_walk w = stack_walk(&ev->u.stack);
 *	struct stack_entry e;
 *	while (stack_next(&w, &e))
 *		use(&e.frame, &e.function);
 *
 * The bytes are not trusted: a frame with missing text ends the walk.  The
 * texts of an entry point into the event's bytes and are hostile.
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
	struct bytes frames, text;	/* the bytes not read yet */
};

struct stack_walk stack_walk(const struct ev_stack *ev);
bool stack_next(struct stack_walk *w, struct stack_entry *out);
/* Appends a frame to `frames` and its texts to `text`.  Ignores the lengths in
 * e->frame and computes them from the texts. */
void stack_put(struct str *frames, struct str *text,
	       const struct stack_entry *e);

#endif
