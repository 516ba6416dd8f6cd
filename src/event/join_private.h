/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declarations shared by join.c, join_gone.c and join_same.c.
 */
#ifndef EVENT_JOIN_PRIVATE_H
#define EVENT_JOIN_PRIVATE_H

#include "event/join.h"

/* Maximum difference of the times at which two sources report the same start or
 * end of a task.  ptrace reports the end only when mmtop waits for the task. */
#define JOIN_NEAR_NS 1000000000ull

/* The EVF_ALSO_... flag of a source's letter. */
uint8_t join_also_flag(char source);
/* If several sources report an event, the report of the source with the highest
 * rank is used. */
int join_rank(char source);
/* True if a and b, from two sources, report the same start, exec or exit of a
 * task, and are not joined yet. */
bool join_is_same(const struct event *a, const struct event *b);

/* Identifies a call, fault or signal that several sources report: `what` is
 * equal in all their reports. */
struct join_key {
	uint64_t time_ns, what;
	pid_t tid;
	uint8_t kind;		/* 0: no other source reports this event */
	uint8_t tellers;	/* EVF_ALSO_... flags of all sources that
				 * reported the event */
};

struct join_key join_key_of(const struct event *ev);
/* True if a and b, from two sources, report the same event and are not joined
 * yet. */
bool join_key_same(const struct join_key *a, const struct join_key *b);

/* join_gone.c: keys of logged events that another source may still report. */
struct join_gone;

struct join_gone *join_gone_new(void);
void join_gone_free(struct join_gone *g);
void join_gone_add(struct join_gone *g, const struct join_key *key);
/* True if the event was logged before, from another source; the caller drops
 * it. */
bool join_gone_take(struct join_gone *g, const struct join_key *key);
/* True if the event is older than all stored keys of its kind from another
 * source, so it may have been logged before. */
bool join_gone_forgot(const struct join_gone *g, const struct join_key *key);
/* Drops the keys of events older than until_ns, which no source will report any
 * more. */
void join_gone_release(struct join_gone *g, uint64_t until_ns);
/* True if the record `map` describes the mapping that the call made, and is not
 * joined with the call yet. */
bool join_call_made(const struct event *call, const struct event *map);

#endif
