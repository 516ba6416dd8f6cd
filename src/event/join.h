/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several sources tell of one thing: what a log gets of it, once and in order.
 *
 * A source tells when it comes to it, of what was a while ago: the kernel's
 * buffers are emptied now and then, a stop is served at once.  Here events wait
 * until nothing older can come any more, which the owner knows
 * (join_release()), and go on in the order of their times.
 *
 * Two of different sources that are of the same thing, by what they say and by
 * their times, become one: ptrace's, or else the trace ring's, or else perf's,
 * with a flag for each other one that told it too (EVF_ALSO_...).  What perf
 * records of a mapping stays, but the call that made it says that perf told.
 * A beginning or end of a task that ptrace does not tell of goes no further: it
 * is counted.
 *
 *	join_hold(j, true)
 *	join_event(j, ev)...		in any order
 *	join_release(j, now)		after all sources were asked at `now`
 *	join_release(j, UINT64_MAX)	at the end
 *
 * Without join_hold() events go straight on.  At most JOIN_MAX wait, which
 * borrowed at most JOIN_BYTES; then the older half goes on, in the order that it
 * has by then.  join_gone.c stores a key of each such event, and drops later
 * events of other sources that have the same key.
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
	uint64_t joined;	/* told by one more source */
	uint64_t alone;		/* tasks that ptrace did not tell of */
	uint64_t late;		/* came after something younger had gone on */
};

struct join *join_new(event_fn *out, void *arg);
void join_free(struct join *j);
void join_hold(struct join *j, bool hold);
/* False: dropped, because it may be a duplicate and its key is no longer stored.
 * The caller counts it as lost. */
bool join_event(struct join *j, const struct event *ev);
/* Nothing older than until_ns is still to come. */
void join_release(struct join *j, uint64_t until_ns);
/* The time of the oldest that waits; UINT64_MAX: none does. */
uint64_t join_oldest(const struct join *j);
struct join_counts join_counts(const struct join *j);

/* What a call, or a record, says is mapped, and between which times it came. */
struct join_span {
	pid_t tid;
	char source;
	uint64_t since_ns, until_ns;
	uint64_t addr, len;
};

/* False: nothing, or it cannot be told. */
bool join_call_span(const struct event *ev, struct join_span *span);
struct join_span join_map_span(const struct event *ev);
/* Whether that record is of what the call made. */
bool join_made(const struct join_span *call, const struct join_span *map);

#endif
