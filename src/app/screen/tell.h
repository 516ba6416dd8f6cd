/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of events in the bottom row. */
#ifndef APP_SCREEN_TELL_H
#define APP_SCREEN_TELL_H

#include "event/event.h"

struct screen;

void tell_init(struct screen *s);
void tell_release(struct screen *s);
/* After it is folded: what there is to say of it. */
void tell_event(struct screen *s, const struct event *ev);
/* What the link has lost, when it is time to say so. */
void tell_lost(struct screen *s);

#endif
