/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands in /proc/PID/stat behind the name, which may hold anything.
 */
#ifndef SYS_PROC_STAT_H
#define SYS_PROC_STAT_H

#include <stdint.h>
#include <sys/types.h>

/* Field 22 of that file's text, in clock ticks since boot; 0 unknown. */
uint64_t procstat_start(const char *text);
/* Of a task here and now. */
uint64_t procstat_start_of(pid_t tid);
/* Its state's letter, 0 when it is gone. */
char procstat_state_of(pid_t tid);

#endif
