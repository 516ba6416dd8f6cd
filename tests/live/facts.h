/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of a process in /proc that a tracer could change: they must be the
 * same after mmtop has detached.
 */
#ifndef TESTS_LIVE_FACTS_H
#define TESTS_LIVE_FACTS_H

#include <stdbool.h>
#include <sys/types.h>

/* One value a line, of every thread and of the process; to be freed. */
char *facts_of(pid_t pid);
/* Waits until the values are those of before; reports the differences. */
bool facts_same(pid_t pid, const char *before);

#endif
