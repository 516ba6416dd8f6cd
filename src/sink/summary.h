/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Summarizes the events of a session in a table like that of `strace -c`,
 * always in English.
 *
 *	s = summary_new();
 *	summary_event(s, ev);		an event_fn
 *	summary_text(s, &out);
 *	summary_free(s);
 *
 * Counts the calls that the session traced: at level calls these are the memory
 * calls.  The time of a call runs from its entry to its return, and includes
 * waits and mmtop's stops.  Bytes are whole pages that mmap, mremap and brk
 * mapped, and that munmap, mremap and brk unmapped.  Not included: mappings
 * that another mapping replaced, mappings that exec and exit removed, and
 * System V segments.
 */
#ifndef SINK_SUMMARY_H
#define SINK_SUMMARY_H

#include "base/str.h"
#include "event/event.h"

struct summary;

struct summary *summary_new(void);
void summary_event(void *arg, const struct event *ev);
/* Appends the lines of the table, each with a newline. */
void summary_text(const struct summary *s, struct str *out);
void summary_free(struct summary *s);

#endif
