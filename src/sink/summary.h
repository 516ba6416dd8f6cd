/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a whole session came to: a fold over its events, and a table at the end
 * as who knows `strace -c` expects it, always in English.
 *
 *	s = summary_new();
 *	summary_event(s, ev);		an event_fn
 *	summary_text(s, &out);
 *	summary_free(s);
 *
 * Calls are those that the session saw: at level calls those that concern
 * memory.  Time is from a call's entry to its return, waits and mmtop's own
 * stops included.  Bytes are whole pages that mmap, mremap and brk gave, and
 * that munmap, mremap and brk took: what a mapping replaced, what exec and exit
 * throw away, and System V segments are not among them.
 */
#ifndef SINK_SUMMARY_H
#define SINK_SUMMARY_H

#include "base/str.h"
#include "event/event.h"

struct summary;

struct summary *summary_new(void);
void summary_event(void *arg, const struct event *ev);
/* Lines, each with its newline. */
void summary_text(const struct summary *s, struct str *out);
void summary_free(struct summary *s);

#endif
