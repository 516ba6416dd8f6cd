/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sink writes events as lines of text, as JSON Lines or as CSV.
 * Sinks buffer lines, but to a terminal they write each line at once.  The main
 * loop calls sink_flush() on a timer and at the end.  The first failed write is
 * reported once, by a call of `failed`.  After it the sink drops everything, so
 * that a full disk never affects the target.
 *
 * After sink_write_behind() a thread does the writing (sink/writer.h), so that
 * no other thread waits for the log's reader or disk.  Events that do not fit
 * in the thread's queue are dropped.  A LOST event with source "log" takes
 * their place, and END counts them.
 */
#ifndef SINK_SINK_H
#define SINK_SINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "event/event.h"

struct sink;

/* The wall clock of a log with --time=iso. */
struct form_clock {
	uint64_t start_ns;		/* time since 1970 of event time 0; 0:
					 * not known */
	int64_t utc_offset;		/* in seconds */
};

enum sink_form { SINK_TEXT, SINK_JSON, SINK_CSV };

/* The sink owns fd if own_fd is true.  kinds has a bit (1 << EV_...) for each
 * kind of events to write.  Written in any case: START, LOST, END, WRITES,
 * DENIED, and the notes about changes of a target, OOM kills and missing heap
 * data.  Never written: all other notes, and repeated (AGAIN) events.
 *
 * CSV has only the events of one kind, and `kinds` is that kind; for START it
 * has the line of column names. */
struct sink *sink_new(enum sink_form form, int fd, bool own_fd,
		      uint32_t kinds, void (*failed)(void *arg, int err),
		      void *arg);
void sink_event(struct sink *s, const struct event *ev);
/* From the next START on, lines have the wall-clock time in ISO 8601: text
 * instead of the seconds, JSON as the key `time`.  It is the clock of START plus
 * the event's time. */
void sink_iso(struct sink *s);
/* Writes lines that are not events. */
void sink_lines(struct sink *s, const struct str *lines);
/* Appends the line of the text log for ev, with a newline.  With `ascii`, the
 * line is for a terminal that shows only ASCII.  With a clock, it has the
 * wall-clock time.  Returns false and appends nothing if a sink with these kinds
 * would not write ev. */
bool sink_line(struct str *out, uint32_t kinds, const struct event *ev,
	       bool ascii, const struct form_clock *clock);
/* Returns 0, or the -errno of the first failed write. */
int sink_flush(struct sink *s);
/* Makes a thread do the writing.  Call it at most once, before the first
 * event. */
void sink_write_behind(struct sink *s);
/* True if something is still unwritten after sink_flush().  The descriptor
 * sink_fd() is readable when that may have changed; sink_fd() is -1 if there is
 * no descriptor. */
bool sink_pending(struct sink *s);
int sink_fd(const struct sink *s);
/* Drops all unwritten and all future events. */
void sink_discard(struct sink *s);
/* True if CSV can have these kinds: one kind with a fixed set of columns. */
bool sink_csv_takes(uint32_t kinds);
/* Returns the number of events that did not fit in the queue so far. */
uint64_t sink_lost(const struct sink *s);
/* Does not write pending data.  Returns 0 or the -errno of the first failure;
 * -ECANCELED if data was pending. */
int sink_free(struct sink *s);
/* Returns false, with the reason in err, if the form needs libjansson and it
 * cannot be loaded. */
bool sink_available(enum sink_form form, struct err *err);

#endif
