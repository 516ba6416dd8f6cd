/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the values of sys/proc/figures.h from the text files of /proc.  Those
 * of the machine are read here only if libproc2 and libprocps are missing or
 * fail.
 */
#ifndef SYS_PROC_TEXT_H
#define SYS_PROC_TEXT_H

#include "base/err.h"
#include "sys/proc/figures.h"

/* Set every field to PROCPS_UNKNOWN. */
void proctext_unknown_system(struct sys_memory *out);
void proctext_unknown_process(struct proc_memory *out);

/* Finds the PSS in the text of smaps_rollup.  If it has none, *out stays. */
void proctext_pss(const char *text, uint64_t *out);
MUST_CHECK int proctext_system(const struct procroot *root,
			       struct sys_memory *out);
/*
 * Reads the values of a process from its main thread.  If the main thread has
 * exited before the other threads, it is a zombie without memory values: then
 * reads them from a live thread. -ESRCH if the process has exited.
 */
MUST_CHECK int proctext_process(const struct procroot *root, pid_t pid,
				struct proc_memory *out);

#endif
