/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides when the screen is drawn again. */
#ifndef APP_SCREEN_PACE_H
#define APP_SCREEN_PACE_H

#include <stdbool.h>

#include "event/event.h"

struct screen;

void pace_init(struct screen *s);
void pace_release(struct screen *s);
/* Makes the next redraw due at once. */
void pace_now(struct screen *s);
/* Call this after each redraw. */
void pace_drawn(struct screen *s);
/* Decides how soon the screen shows the event.  Call this before the model
 * processes it. */
void pace_event(struct screen *s, const struct event *ev);
/* Stores the time of the event if the event causes a mark that fades.  Call
 * this after the model has processed it. */
void pace_told(struct screen *s, const struct event *ev);
/* True if a redraw is due even though no event has arrived. */
bool pace_time(struct screen *s);

#endif
