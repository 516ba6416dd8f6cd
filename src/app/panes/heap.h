/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests for what Heap shows. */
#ifndef APP_PANES_HEAP_H
#define APP_PANES_HEAP_H

#include <stdbool.h>

struct screen;

void heap_requests_init(struct screen *s);
void heap_requests_release(struct screen *s);
/* Requests what is in view when that is due. */
void heap_tell(struct screen *s);
/* Whether the engine reads the heap, because Heap is in view. */
bool heap_is_read(const struct screen *s);

#endif
