/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paused view: while it is on, panes and header read a past model of the
 * history, view.model, and s->model goes on.  Requests of the view are not
 * sent, since they would read the program as it is now.
 *
 * Invariant: view.model is history_model(), or s->model if the view is not
 * paused.
 */
#ifndef APP_SCREEN_PAST_H
#define APP_SCREEN_PAST_H

#include <stdbool.h>

#include "event/event.h"
#include "ui/kit/canvas.h"
#include "ui/kit/command.h"

struct screen;

void past_init(struct screen *s);
void past_release(struct screen *s);
/* Stores the event; before model_event(). */
void past_event(struct screen *s, const struct event *ev);
bool past_on(const struct screen *s);
/* True if the view is paused and can move in time. */
bool past_has_history(const struct screen *s);
/* If the view is paused, shows the message that the command reads the live
 * program, and returns true. */
bool past_refuses(struct screen *s);
/* Returns to live if the view is paused. */
void past_end(struct screen *s);
/* Call it after a command for the program: if the view is paused, and no other
 * message is shown, shows that the user does not see the effect. */
void past_acted(struct screen *s);
struct history;
const struct history *past_history(const struct screen *s);
/* Moves a paused view to a time, at most to now. */
void past_go(struct screen *s, uint64_t time_ns);
/* The time of the live view; it stops at the end of the program. */
uint64_t past_live_ns(const struct screen *s);
/* How far the view is behind, in ns of event time. */
uint64_t past_ago_ns(const struct screen *s);
/* The time that the header shows. */
uint64_t past_now_ns(const struct screen *s);
/* Call it at the end of each key and mouse event, and after each draw.  What a
 * pane selects since the user's selection did not exist at that time is undone
 * at the next move in time. */
void past_used(struct screen *s);
void past_drawn(struct screen *s);
/* Draws what the program has done since the time of the view. */
void past_draw(const struct screen *s, struct canvas *c, int row);

/* The keys Space; , and .; [ and ]. */
command_exec exec_pause, exec_event_step, exec_second;

#endif
