/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens bytes in another program. */
#ifndef APP_PANES_OPEN_H
#define APP_PANES_OPEN_H

#include <stdint.h>

#include "event/event.h"
#include "rule/config.h"
#include "ui/kit/canvas.h"

struct screen;

void open_init(struct screen *s);
void open_release(struct screen *s);
/* The programs that the configuration names; NULL: none. */
void open_configure(struct screen *s, const struct config *config);
command_exec exec_open_with;
/* Handles any key while the menu is open. */
void open_key(struct screen *s, uint32_t key);
void open_draw(const struct screen *s, struct canvas *c, int row);
/* The model has this event, which may have the awaited bytes. */
void open_event(struct screen *s, const struct event *ev);

#endif
