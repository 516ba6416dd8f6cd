/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keepers that run: engines that stayed behind because a filtered program
 * was detached, found by their name and by whom they trace.
 *
 *	2310  since 2026-11-20 18:54:17  redis-server 2311  1 process  5 threads
 */
#ifndef APP_ENGINE_KEEPERS_H
#define APP_ENGINE_KEEPERS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/str.h"

struct procroot;

/* When mmtop ends and the process keeper stays: names the processes that run
 * on, on stderr.  launched is 0 once the program itself has ended. */
void keepers_warn(pid_t launched, pid_t keeper);
/* Appends one line for each, or a sentence that there is none. */
void keepers_text(struct str *out, const struct procroot *proc, bool ascii);

#endif
