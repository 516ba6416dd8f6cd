/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sink writes events somewhere: text lines, JSON Lines, a recording.
 * Sinks buffer; sink_flush() is called by the loop when idle and at the end.
 * The first failed write is reported once through `failed` and the sink then
 * drops everything: a full disk is never the target's problem.
 */
#ifndef SINK_SINK_H
#define SINK_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "event/event.h"

struct sink;

enum sink_form { SINK_TEXT, SINK_JSON };

/* fd is owned by the sink when own_fd.  kinds: bit (1 << EV_...) of what is
 * written; START, LOST, END and NOTE_REPAIRED always are; other notes and
 * what is told AGAIN never. */
struct sink *sink_new(enum sink_form form, int fd, bool own_fd,
		      uint32_t kinds, void (*failed)(void *arg, int err),
		      void *arg);
void sink_event(struct sink *s, const struct event *ev);
/* 0, or the -errno of the first write that failed. */
int sink_flush(struct sink *s);
/* Forgets what is not written yet. */
void sink_discard(struct sink *s);
int sink_free(struct sink *s);
/* False where JSON was left out of the build. */
bool sink_available(enum sink_form form);

#endif
