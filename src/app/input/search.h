/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search in Contents. */
#ifndef APP_INPUT_SEARCH_H
#define APP_INPUT_SEARCH_H

#include <stdbool.h>

#include "event/event.h"

struct screen;

void search_init(struct screen *s);
void search_release(struct screen *s);
/* Searches for what the user typed at `/`: text, or 0x and bytes; "" repeats
 * the last search. */
void search_text(struct screen *s, const char *text);
command_exec exec_find_bytes, exec_pointers;
void search_next(struct screen *s);
/* Requests the next window when it is due.  True while the search can go on at
 * once. */
bool search_work(struct screen *s);
/* True if the event answers the search; the panes need not see it then. */
bool search_event(struct screen *s, const struct event *ev);
/* Esc ends the search; false when none runs. */
bool search_end(struct screen *s);

#endif
