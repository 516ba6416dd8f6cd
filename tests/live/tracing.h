/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's tracefs, for tests of the trace ring: what is set in it, and which
 * instances mmtop has there.
 */
#ifndef TESTS_LIVE_TRACING_H
#define TESTS_LIVE_TRACING_H

#include <stdbool.h>
#include <sys/types.h>

#define TRACING "/sys/kernel/tracing"

/* Where mmtop can use it; else the whole test is skipped.  With a mount
 * namespace of our own where it is not mounted. */
void tracing_begin(void);
/* What is set for all who trace; to be freed. */
char *global_state(void);
/* The instances of one process; any of mmtop's for 0. */
int instances_of(pid_t pid);
/* For wait_for(); of a pid_t. */
bool has_instance(void *pid);
bool has_none(void *pid);
bool write_to(const char *path, const char *text);

#endif
