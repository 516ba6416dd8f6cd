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
/* Told by two sources, and of neither's found before. */
bool join_is_same(const struct event *a, const struct event *b);
/* Whether that record is of what that call made, and the call lacks it. */
bool join_call_made(const struct event *call, const struct event *map);

#endif
