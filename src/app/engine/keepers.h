/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists the running keepers: engines that handle the filtered calls of a
 * detached program.  They are recognized by their process name and by the tasks
 * that they trace.
 *
 *	2310  since 2026-11-20 18:54:17  redis-server 2311  1 process  5 threads
 */
#ifndef APP_ENGINE_KEEPERS_H
#define APP_ENGINE_KEEPERS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/str.h"

struct procroot;

/* Reports on stderr that mmtop ends, and that the process `keeper` handles the
 * filtered calls of the processes that continue.  launched is 0 if the program
 * itself has ended. */
void keepers_warn(pid_t launched, pid_t keeper);
/* Appends one line for each keeper, or a sentence if no keeper runs. */
void keepers_text(struct str *out, const struct procroot *proc, bool ascii);

#endif
