/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a process could be attached to, found out without touching it. */
#ifndef SOURCE_TRACE_ATTACH_ASK_H
#define SOURCE_TRACE_ATTACH_ASK_H

#include <stdbool.h>

#include "event/refusal.h"

struct procroot;

struct attach_asked {
	pid_t pid;
	pid_t front;		/* mmtop's other process, 0: none */
	bool force;		/* as --force */
	bool logged;		/* what the kernel notes of it is no matter:
				 * Yama does of each attempt in vain.  Else it is
				 * concluded where it can be */
};

/* why->why is REFUSED_NOT when nothing is in the way. */
void attach_ask(const struct procroot *proc, const struct attach_asked *asked,
		struct refusal *why);

#endif
