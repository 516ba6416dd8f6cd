/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A part of a test in namespaces of its own.
 *
 *	if (!isolated(CLONE_NEWPID | CLONE_NEWNS, fn, arg, &good))
 *		skip(name, isolated_why());
 *
 * fn runs in a child, so it may diag() but not ok(); it has its own /proc when
 * both flags are given.
 */
#ifndef TESTS_LIVE_ISOLATED_H
#define TESTS_LIVE_ISOLATED_H

#include <stdbool.h>
#include <sched.h>
#include <sys/types.h>

/* Its pid as we see it; -1 where it is not permitted.  The child goes on with
 * 0, in a session of the caller's; it must _exit(). */
pid_t isolated_fork(int flags);
/* False where it is not permitted; *good is what fn returned. */
bool isolated(int flags, bool (*fn)(void *arg), void *arg, bool *good);
const char *isolated_why(void);
/* A /proc of this PID namespace; options may be NULL. */
bool isolated_proc(const char *options);

#endif
