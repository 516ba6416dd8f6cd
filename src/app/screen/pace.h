/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When the screen draws the next picture. */
#ifndef APP_SCREEN_PACE_H
#define APP_SCREEN_PACE_H

#include <stdbool.h>

#include "event/event.h"

struct screen;

void pace_init(struct screen *s);
void pace_release(struct screen *s);
/* The next picture is due at once. */
void pace_now(struct screen *s);
/* A picture was drawn. */
void pace_drawn(struct screen *s);
/* Called before the model gets the event: sets when the screen shows it. */
void pace_event(struct screen *s, const struct event *ev);
/* Called afterwards: notes a mark that fades. */
void pace_told(struct screen *s, const struct event *ev);
/* True when a picture is due without any event. */
bool pace_time(struct screen *s);

#endif
