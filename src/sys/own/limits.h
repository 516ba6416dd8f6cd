/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Resource limits of mmtop's own processes.
 *
 * The shell's limits for the program (ulimit, systemd-run) would also limit
 * mmtop, and could end the tracer while the program runs.  So mmtop raises its
 * own limits as far as the kernel permits.  The program gets the original ones:
 * own_limits_restore() runs in the child before exec. sys/own/inherit.c calls
 * both own_limits_raise() and own_limits_restore().  RLIMIT_FSIZE and
 * RLIMIT_CORE are not raised: they limit the user's files, and mmtop ignores
 * SIGXFSZ.
 */
#ifndef SYS_OWN_LIMITS_H
#define SYS_OWN_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

void own_limits_raise(void);
/* Async-signal-safe.  Does nothing if own_limits_raise() was not called. */
void own_limits_restore(void);

/* True if the kernel will kill this process when its CPU time limit is used
 * up.  This happens if the hard limit cannot be raised for lack of
 * CAP_SYS_RESOURCE. */
bool own_limits_may_kill(void);
/* Returns the CPU time in ns after which this process should exit, before the
 * kernel kills it. 0: exit now.  UINT64_MAX: no such limit.  A wall-clock timer
 * of that length never expires too late, since the process cannot use CPU time
 * faster than real time. */
uint64_t own_limits_cpu_wait(void);

/* own_limits_oom_last() makes the OOM killer choose this process last, as far
 * as the kernel permits. own_limits_oom_restore() restores the original score,
 * for children.  Both are async-signal-safe. */
void own_limits_oom_last(void);
void own_limits_oom_restore(void);

#endif
