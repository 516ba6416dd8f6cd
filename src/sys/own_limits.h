/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Resource limits of mmtop's own processes.
 *
 * What the shell limits for the program (ulimit, systemd-run) would limit mmtop
 * as well, and end the tracer in the middle of the program.  Hence mmtop raises
 * its own limits to what the kernel permits, and the program gets the given
 * ones: own_limits_restore() runs in the child before exec.  Both are part of
 * sys/inherit.h.  RLIMIT_FSIZE and RLIMIT_CORE stay: they limit files of the
 * user, and exceeding one ends nothing.
 */
#ifndef SYS_OWN_LIMITS_H
#define SYS_OWN_LIMITS_H

#include <stdbool.h>

void own_limits_raise(void);
/* Async-signal-safe.  Without an own_limits_raise() it does nothing. */
void own_limits_restore(void);

/* The kernel is going to kill this process once it has used its CPU time:
 * without CAP_SYS_RESOURCE a hard limit stays. */
bool own_limits_end_us(void);

/* The OOM killer takes this process last, as far as the kernel permits; and as
 * mmtop was started, for its children.  Both are async-signal-safe. */
void own_limits_oom_last(void);
void own_limits_oom_given(void);

#endif
