/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One event as one line, without its newline.  Private to sink/.
 *
 * Each appends to out; what an event holds is hostile, what it becomes is
 * not: text is safe to show on a terminal, JSON is one valid object.
 *
 *	0.012391 4121/4122 mmap(NULL, 8192, PROT_READ, ...) = 0x7f12a000
 *	{"type":"lost","time_ns":12391000,"pid":null,"tid":null,...}
 */
#ifndef SINK_FORM_H
#define SINK_FORM_H

#include "base/str.h"
#include "event/event.h"

void form_text(struct str *out, const struct event *ev);
/* Only where sink_available(SINK_JSON). */
void form_json(struct str *out, const struct event *ev);

#endif
