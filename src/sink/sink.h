/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sink writes events somewhere: text lines, JSON Lines, a recording.
 * Sinks buffer, but a terminal gets each line at once; sink_flush() is called
 * by the loop on a timer and at the end.
 * The first failed write is reported once through `failed` and the sink then
 * drops everything: a full disk is never the target's problem.
 *
 * After sink_write_behind() a thread writes (sink/writer.h), and nobody waits
 * for the log's reader or its disk.  Events that do not fit in its queue are
 * dropped; LOST, with source "log", stands where they would, and END counts
 * them.
 */
#ifndef SINK_SINK_H
#define SINK_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

struct sink;

enum sink_form { SINK_TEXT, SINK_JSON };

/* fd is owned by the sink when own_fd.  kinds: bit (1 << EV_...) of what is
 * written; START, LOST, END, NOTE_REPAIRED, NOTE_UNMARKED and NOTE_NO_HEAP always
 * are; other notes and repeated (AGAIN) events never. */
struct sink *sink_new(enum sink_form form, int fd, bool own_fd,
		      uint32_t kinds, void (*failed)(void *arg, int err),
		      void *arg);
void sink_event(struct sink *s, const struct event *ev);
/* Lines that are no events. */
void sink_lines(struct sink *s, const struct str *lines);
/* The line of the text log for ev, with its newline; ascii: for a terminal that
 * shows only ASCII; false, and nothing, where
 * kinds, as for sink_new(), leave it out. */
bool sink_line(struct str *out, uint32_t kinds, const struct event *ev,
	       bool ascii);
/* 0, or the -errno of the first write that failed. */
int sink_flush(struct sink *s);
/* At most once, before the first event. */
void sink_write_behind(struct sink *s);
/* After sink_flush(): something is not written yet.  sink_fd(), -1 none, is
 * readable when that may have changed. */
bool sink_pending(struct sink *s);
int sink_fd(const struct sink *s);
/* Forgets what is not written yet, and all that is still to come. */
void sink_discard(struct sink *s);
/* What is pending then is not written: -ECANCELED. */
int sink_free(struct sink *s);
/* False, with the reason in err, where libjansson cannot be loaded. */
bool sink_available(enum sink_form form, struct err *err);

#endif
