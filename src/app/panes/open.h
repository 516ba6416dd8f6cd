/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens bytes in another program. */
#ifndef APP_PANES_OPEN_H
#define APP_PANES_OPEN_H

#include "event/event.h"
#include "rule/config.h"
#include "ui/kit/command.h"

struct screen;

void open_init(struct screen *s);
void open_release(struct screen *s);
/* The programs that the configuration names; NULL: none. */
void open_configure(struct screen *s, const struct config *config);
command_exec exec_open_with;
/* The model has this event, which may have the awaited bytes. */
void open_event(struct screen *s, const struct event *ev);

#endif
