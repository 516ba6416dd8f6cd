/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's tracefs, for tests of the trace ring: its settings, and mmtop's
 * instances.
 */
#ifndef TESTS_LIVE_TRACING_H
#define TESTS_LIVE_TRACING_H

#include <stdbool.h>
#include <sys/types.h>

#define TRACING "/sys/kernel/tracing"

/* Skips the whole test if mmtop cannot use tracefs; mounts it in our own mount
 * namespace if it is not mounted. */
void tracing_begin(void);
/* The settings that concern all tracers, to be freed. */
char *global_state(void);
/* The number of instances of one process; of any mmtop if pid is 0. */
int instances_of(pid_t pid);
/* For wait_for(); pid points to a pid_t. */
bool has_instance(void *pid);
bool has_none(void *pid);
bool write_to(const char *path, const char *text);

#endif
