/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What join.c, where events wait, asks join_same.c: which two are of one thing.
 */
#ifndef EVENT_JOIN_PRIVATE_H
#define EVENT_JOIN_PRIVATE_H

#include "event/join.h"

/* A task's end is told by ptrace when it is waited for. */
#define JOIN_NEAR_NS 1000000000ull

/* EVF_ALSO_... of a source's letter. */
uint8_t join_also_flag(char source);
/* Whose words are taken: the higher one's. */
int join_rank(char source);
/* Two sources report the same start, exec or exit of a task, not joined before. */
bool join_is_same(const struct event *a, const struct event *b);

/* Identifies a call, fault or signal that several sources report: `what` is the
 * same for all of them. */
struct join_key {
	uint64_t time_ns, what;
	pid_t tid;
	uint8_t kind;		/* 0: no other source reports it */
	uint8_t tellers;	/* EVF_ALSO_... of all that reported it */
};

struct join_key join_key_of(const struct event *ev);
/* Two sources report the same event, not joined before. */
bool join_key_same(const struct join_key *a, const struct join_key *b);

/* join_gone.c: keys of logged events that another source may still report. */
struct join_gone;

struct join_gone *join_gone_new(void);
void join_gone_free(struct join_gone *g);
void join_gone_add(struct join_gone *g, const struct join_key *key);
/* True: logged before, from another source; the caller drops it. */
bool join_gone_take(struct join_gone *g, const struct join_key *key);
/* True: older than all stored keys of its kind from another source, so it may
 * have been logged before. */
bool join_gone_forgot(const struct join_gone *g, const struct join_key *key);
/* No source will report an event older than until_ns. */
void join_gone_release(struct join_gone *g, uint64_t until_ns);
/* Whether that record is of what that call made, and the call lacks it. */
bool join_call_made(const struct event *call, const struct event *map);

#endif
