/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Joins the events of several sources, so that a log has each event once, and
 * all events in order of time.
 *
 * Sources report with different delays: the kernel's buffers are read at
 * intervals, but a ptrace stop is handled at once.  So events wait until no
 * older event can arrive, which the caller reports with join_release().  Then
 * they are released in the order of their times.
 *
 * If several sources report the same event, as its values and times show, the
 * reports become one event.  Its values are those of ptrace, otherwise of the
 * trace ring, otherwise of perf.  It gets an EVF_ALSO_... flag for each other
 * source.  A mapping recorded by perf remains an event of its own, but the call
 * that made the mapping gets EVF_ALSO_PERF.  If ptrace does not report the
 * start or exit of a task, the reports of other sources are dropped and
 * counted.
 *
 *	join_hold(j, true)
 *	join_event(j, ev)...		in any order
 *	join_release(j, now)		after all sources were read at `now`
 *	join_release(j, UINT64_MAX)	at the end
 *
 * Without join_hold(), events pass at once.  At most JOIN_MAX events wait, with
 * at most JOIN_BYTES of borrowed bytes.  Beyond these limits the older half is
 * released in order of time.  join_gone.c stores a key of each released event,
 * and drops later events of other sources that have the same key.
 */
#ifndef EVENT_JOIN_H
#define EVENT_JOIN_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

#define JOIN_MAX 32768
#define JOIN_BYTES (16u << 20)

struct join;

struct join_counts {
	uint64_t joined;	/* reports joined with a report of another
				 * source */
	uint64_t alone;		/* starts and exits of tasks that ptrace did not
				 * report */
	uint64_t late;		/* events older than an event already
				 * released */
};

struct join *join_new(event_fn *out, void *arg);
void join_free(struct join *j);
void join_hold(struct join *j, bool hold);
/* Takes an event.  False if it was dropped as a possible duplicate: it is too
 * old to check, since the keys of its time are no longer stored.  The caller
 * counts the event as lost. */
bool join_event(struct join *j, const struct event *ev);
/* Releases all events up to until_ns; the caller has passed all of them. */
void join_release(struct join *j, uint64_t until_ns);
/* Time of the oldest waiting event; UINT64_MAX: no event waits. */
uint64_t join_oldest(const struct join *j);
struct join_counts join_counts(const struct join *j);

/* The range that a call or a record reports as mapped, and the time of the
 * report. */
struct join_span {
	pid_t tid;
	char source;
	uint64_t since_ns, until_ns;
	uint64_t addr, len;
};

/* False if the call maps nothing, or if its range is not known. */
bool join_call_span(const struct event *ev, struct join_span *span);
struct join_span join_map_span(const struct event *ev);
/* True if the record `map` describes the mapping that the call made. */
bool join_made(const struct join_span *call, const struct join_span *map);

#endif
