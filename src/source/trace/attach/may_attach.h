/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out whether mmtop could attach to a process, without touching it. */
#ifndef SOURCE_TRACE_ATTACH_MAY_ATTACH_H
#define SOURCE_TRACE_ATTACH_MAY_ATTACH_H

#include <stdbool.h>

#include "event/refusal.h"

struct procroot;

struct attach_query {
	pid_t pid;
	pid_t front;		/* pid of mmtop's front process or screen; 0:
				 * none */
	bool force;		/* as --force */
	bool logged;		/* if false, avoids queries that the kernel logs
				 * (Yama logs each refused query) */
};

/* Sets why->why to REFUSED_NOT if mmtop could attach. */
void attach_check(const struct procroot *proc, const struct attach_query *asked,
		  struct refusal *why);

#endif
