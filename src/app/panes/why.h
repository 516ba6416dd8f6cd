/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command :why, which lists the changes of the RSS. */
#ifndef APP_PANES_WHY_H
#define APP_PANES_WHY_H

#include <stdbool.h>

#include "event/event.h"
#include "ui/kit/command.h"

void why_init(struct screen *s);
void why_release(struct screen *s);
/* True while an answer needs the sites of the heap. */
bool why_needs_heap(const struct screen *s);
/* Renews the answer when the model has got the sites of the heap. */
void why_event(struct screen *s, const struct event *ev);
command_exec exec_why;

#endif
