/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Resource limits of mmtop's own processes.
 *
 * The shell's limits for the program (ulimit, systemd-run) would also limit
 * mmtop, and could end the tracer while the program runs.  So mmtop raises its
 * own limits as far as the kernel permits.  The program gets the original
 * ones: own_limits_restore() runs in the child before exec.  Both are part of
 * sys/own/inherit.h.  RLIMIT_FSIZE and RLIMIT_CORE stay: they limit files of the
 * user, and exceeding one ends nothing.
 */
#ifndef SYS_OWN_LIMITS_H
#define SYS_OWN_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

void own_limits_raise(void);
/* Async-signal-safe.  Does nothing without an own_limits_raise(). */
void own_limits_restore(void);

/* True if the kernel will kill this process for its CPU time: without
 * CAP_SYS_RESOURCE a hard limit stays. */
bool own_limits_end_us(void);
/* Nanoseconds until this process should end by itself before the kernel does
 * so: at most by then, as CPU time passes no faster.  0: now.  UINT64_MAX
 * without such a limit. */
uint64_t own_limits_cpu_wait(void);

/* The first makes the OOM killer take this process last, as far as the kernel
 * permits; the second restores the original score for children.  Both are
 * async-signal-safe. */
void own_limits_oom_last(void);
void own_limits_oom_given(void);

#endif
