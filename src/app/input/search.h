/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for text, bytes or pointers in Contents. */
#ifndef APP_INPUT_SEARCH_H
#define APP_INPUT_SEARCH_H

#include <stdbool.h>

#include "event/event.h"

struct screen;

void search_init(struct screen *s);
void search_release(struct screen *s);
/* Searches for `text'.  A text such as 0xdeadbeef means bytes in hexadecimal;
 * "" repeats the last search. */
void search_text(struct screen *s, const char *text);
command_exec exec_find_bytes, exec_pointers;
void search_next(struct screen *s);
/* Requests the next bytes to search, when a request is due.  Returns true if
 * the search can continue at once. */
bool search_work(struct screen *s);
/* True if the event contains bytes that the search requested; the panes can
 * then ignore the event. */
bool search_event(struct screen *s, const struct event *ev);
/* Ends the running search, for Esc.  Returns false if no search is running. */
bool search_end(struct screen *s);

#endif
