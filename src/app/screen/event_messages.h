/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows messages about events in the bottom row of the screen. */
#ifndef APP_SCREEN_EVENT_MESSAGES_H
#define APP_SCREEN_EVENT_MESSAGES_H

#include "event/event.h"

struct screen;

void tell_init(struct screen *s);
void tell_release(struct screen *s);
/* Shows a message about the event, if it needs one.  Call this after the model
 * has processed the event. */
void tell_event(struct screen *s, const struct event *ev);
/* Shows how many events the link from the engine has lost, at most once in ten
 * seconds. */
void tell_lost(struct screen *s);

#endif
