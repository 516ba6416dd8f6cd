/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about events, in the bottom row. */
#ifndef APP_SCREEN_TELL_H
#define APP_SCREEN_TELL_H

#include "event/event.h"

struct screen;

void tell_init(struct screen *s);
void tell_release(struct screen *s);
/* Called after the model got the event: shows a message about it, if any. */
void tell_event(struct screen *s, const struct event *ev);
/* Reports events that the link has lost, when that is due. */
void tell_lost(struct screen *s);

#endif
