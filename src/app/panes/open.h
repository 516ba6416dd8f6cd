/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens bytes of memory in another program. */
#ifndef APP_PANES_OPEN_H
#define APP_PANES_OPEN_H

#include "event/event.h"
#include "rule/config.h"
#include "ui/kit/command.h"

struct screen;

void open_init(struct screen *s);
void open_release(struct screen *s);
/* Sets the configuration, which names the programs to offer; NULL: none. */
void open_configure(struct screen *s, const struct config *config);
command_exec exec_open_with;
/* Call this after the model has processed the event: the event may contain the
 * bytes that the program is to open. */
void open_event(struct screen *s, const struct event *ev);

#endif
