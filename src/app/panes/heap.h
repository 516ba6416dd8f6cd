/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to the engine for the data of the Heap pane. */
#ifndef APP_PANES_HEAP_H
#define APP_PANES_HEAP_H

#include <stdbool.h>

struct screen;

void heap_requests_init(struct screen *s);
void heap_requests_release(struct screen *s);
/* Requests the data in view, if a request is due. */
void heap_request_due(struct screen *s);
/* True if the engine reads the heap, because Heap is in view. */
bool heap_is_read(const struct screen *s);

#endif
