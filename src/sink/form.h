/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formats an event as one line, without a newline.  Private to sink/.
 *
 * Each function appends to out.  The contents of an event are not trusted, but
 * the line is safe: a text line can be printed on a terminal, and a JSON line
 * is one valid object.
 *
 *	0.012391 4121/4122 mmap(NULL, 8192, PROT_READ, ...) = 0x7f12a000
 *	{"type":"lost","time_ns":12391000,"pid":null,"tid":null,...}
 *	0.512194,4121,"redis-server",132538368,...
 */
#ifndef SINK_FORM_H
#define SINK_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "event/event.h"
#include "sink/sink.h"

/* If `clock` is NULL or unknown, the line has only the time since the start. */
void form_text(struct str *out, const struct event *ev,
	       const struct form_clock *clock);
/* ev is of the kind that form_csv_head() got. */
void form_csv(struct str *out, const struct event *ev,
	      const struct form_clock *clock);
/* Appends the line of column names for the only kind in `kinds`. */
void form_csv_head(struct str *out, uint32_t kinds);
/* True if `kinds` has exactly one kind, which has a fixed set of columns. */
bool form_csv_takes(uint32_t kinds);
/* Call it only if sink_available(SINK_JSON) is true. */
void form_json(struct str *out, const struct event *ev,
	       const struct form_clock *clock);

#endif
