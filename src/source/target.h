/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is to be watched, and how it begins.  Filled in by app/ before the
 * sources are opened, constant afterwards.
 */
#ifndef SOURCE_TARGET_H
#define SOURCE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "event/event.h"

struct heappool;

struct target {
	char *const *argv;	/* launched program, NULL when attaching */
	const pid_t *attach;	/* n_attach processes to attach to */
	size_t n_attach;
	bool everybody;		/* none of these: all processes, by who can
				 * tell of them */
	bool follow;		/* children too (threads always) */
	bool step;		/* -s: begin held at the first stop */
	bool force;		/* attach to what is refused for safety */
	enum level level;	/* LEVEL_WATCH or LEVEL_CALLS */
	bool filter;		/* launched: other calls do not stop it */
	bool capture_at_calls;	/* ... but those of event/wire/handover.h do */
	bool pin;		/* the engine may stay on one CPU */
	bool track;		/* which pages are written, from the start */
	bool repair;		/* EINTR that attaching makes is hidden */
	pid_t pgrp;		/* process group that a launched program joins,
				 * 0: the engine's own */
	pid_t front;		/* mmtop's other process, 0: none */
	int pty_master;		/* the program's own terminal, -1: inherits */
	int pty_slave;
	struct heappool *heap;	/* launched: what it allocates is told there,
				 * NULL: not asked */
	const char *heap_library;	/* then: the path of what it is to load */
	bool heap_each;		/* a log has each block */
	bool heap_peaks;	/* what each site had at the peak is told */
	bool no_input;		/* launched: its stdin is /dev/null */
};

#endif
