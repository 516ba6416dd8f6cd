/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures of sys/proc/figures.h from the text files of /proc: those of a process,
 * and those of the machine where the library is not there or fails.
 */
#ifndef SYS_PROC_TEXT_H
#define SYS_PROC_TEXT_H

#include "base/err.h"
#include "sys/proc/figures.h"

/* Every field PROCPS_UNKNOWN. */
void proctext_unknown_system(struct sys_memory *out);
void proctext_unknown_process(struct proc_memory *out);

MUST_CHECK int proctext_system(const struct procroot *root,
			       struct sys_memory *out);
/*
 * A process by its main thread, or when that has ended before the others, by
 * one that lives (a zombie leader has no memory figures).  -ESRCH
 * when it is gone.
 */
MUST_CHECK int proctext_process(const struct procroot *root, pid_t pid,
				struct proc_memory *out);

#endif
