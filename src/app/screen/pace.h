/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How soon what has happened is to be seen. */
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
/* Before the event is folded: when what it changes is to be seen. */
void pace_event(struct screen *s, const struct event *ev);
/* After: whether it has left something behind that fades. */
void pace_told(struct screen *s, const struct event *ev);
/* Whether the time alone calls for a picture. */
bool pace_time(struct screen *s);

#endif
