/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is looked for in Contents. */
#ifndef APP_INPUT_SEARCH_H
#define APP_INPUT_SEARCH_H

#include <stdbool.h>

#include "event/event.h"

struct screen;

void search_init(struct screen *s);
void search_release(struct screen *s);
/* What is typed at `/`: text, or 0x and bytes; "": the last one again. */
void search_text(struct screen *s, const char *text);
command_exec exec_find_bytes, exec_pointers;
void search_next(struct screen *s);
/* Asks for the next window, when it is time to.  True while more can be done
 * at once. */
bool search_work(struct screen *s);
/* True when the event was for it, and for nobody else. */
bool search_event(struct screen *s, const struct event *ev);
/* Esc; false when nothing is looked for. */
bool search_end(struct screen *s);

#endif
