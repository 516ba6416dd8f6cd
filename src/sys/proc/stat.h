/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads fields of /proc/PID/stat that follow the process name.  The name may
 * contain any byte.
 */
#ifndef SYS_PROC_STAT_H
#define SYS_PROC_STAT_H

#include <stdint.h>
#include <sys/types.h>

/* Returns field 22 of the file's text: the start time in clock ticks since
 * boot, or 0 if unknown. */
uint64_t procstat_start(const char *text);
/* Reads the start time of a task; 0 if it has exited. */
uint64_t procstat_start_of(pid_t tid);
/* Reads the state letter of a task; 0 if it has exited. */
char procstat_state_of(pid_t tid);

#endif
