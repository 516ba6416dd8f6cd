/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All that /proc tells of a process and that a tracer could change: what must
 * be the same after mmtop was there.
 */
#ifndef TESTS_LIVE_FACTS_H
#define TESTS_LIVE_FACTS_H

#include <stdbool.h>
#include <sys/types.h>

/* One fact a line, of every thread and of the process; to be freed. */
char *facts_of(pid_t pid);
/* Waits until they are those again; what differs is told. */
bool facts_same(pid_t pid, const char *before);

#endif
