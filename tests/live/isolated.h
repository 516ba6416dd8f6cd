/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a part of a test in new namespaces.
 *
 *	if (!isolated(CLONE_NEWPID | CLONE_NEWNS, fn, arg, &good))
 *		skip(name, isolated_why());
 *
 * fn runs in a child, so it may diag() but not ok(); it has its own /proc if
 * both flags are given.
 */
#ifndef TESTS_LIVE_ISOLATED_H
#define TESTS_LIVE_ISOLATED_H

#include <stdbool.h>
#include <sched.h>
#include <sys/types.h>

/* Returns the PID in our namespace, or -1 if not permitted.  The child gets 0,
 * stays in the caller's session, and must _exit(). */
pid_t isolated_fork(int flags);
/* False if not permitted; *good is the result of fn. */
bool isolated(int flags, bool (*fn)(void *arg), void *arg, bool *good);
const char *isolated_why(void);
/* Mounts the /proc of this PID namespace; options may be NULL. */
bool isolated_proc(const char *options);

#endif
