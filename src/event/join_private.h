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
/* Told by two sources, and of neither's found before: a task's beginning, exec or
 * end. */
bool join_is_same(const struct event *a, const struct event *b);

/* A call, fault or signal, as far as another source tells of it in other words:
 * `what` is equal for both. */
struct join_key {
	uint64_t time_ns, what;
	pid_t tid;
	uint8_t kind;		/* 0: no other source tells of it */
	uint8_t tellers;	/* EVF_ALSO_... of all that told of it */
};

struct join_key join_key_of(const struct event *ev);
/* Told by two sources, and of neither's found before. */
bool join_key_same(const struct join_key *a, const struct join_key *b);

/* join_gone.c: what was told on, while another source may still come to tell of
 * it. */
struct join_gone;

struct join_gone *join_gone_new(void);
void join_gone_free(struct join_gone *g);
void join_gone_add(struct join_gone *g, const struct join_key *key);
/* It was told on before, by another source: it is not to be told again. */
bool join_gone_take(struct join_gone *g, const struct join_key *key);
/* It is older than what is remembered: whether it was told on is not known. */
bool join_gone_forgot(const struct join_gone *g, const struct join_key *key);
/* No source tells of anything older any more. */
void join_gone_release(struct join_gone *g, uint64_t until_ns);
/* Whether that record is of what that call made, and the call lacks it. */
bool join_call_made(const struct event *call, const struct event *map);

#endif
