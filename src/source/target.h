/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes to watch, and how watching starts.  app/ fills this in before
 * the sources are opened; constant afterwards.
 */
#ifndef SOURCE_TARGET_H
#define SOURCE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "event/event.h"

struct heappool;

struct target {
	char *const *argv;	/* program to launch, NULL when attaching */
	const pid_t *attach;	/* the n_attach processes to attach to */
	size_t n_attach;
	bool everybody;		/* watch all processes, without ptrace; argv and
				 * attach are not used */
	bool follow;		/* follow children, not only threads */
	bool step;		/* option -s: hold at the first stop */
	bool force;		/* attach although it may not be safe */
	enum level level;	/* LEVEL_WATCH or LEVEL_CALLS */
	bool filter;		/* for a launched program: a seccomp filter
				 * selects the calls that stop it */
	bool capture_at_calls;	/* the program also stops at the calls of
				 * event/wire/handover.h */
	bool pin;		/* the engine may stay on one CPU */
	bool track;		/* track page writes from the start */
	bool repair;		/* hide an EINTR that attaching causes */
	pid_t pgrp;		/* process group for a launched program; 0: that
				 * of the engine */
	pid_t front;		/* pid of mmtop's screen or front process, 0:
				 * none */
	int pty_master;		/* the program's own terminal: master and slave;
				 * -1: the program uses mmtop's */
	int pty_slave;
	struct heappool *heap;	/* for a launched program: receives its
				 * allocations; NULL: not requested */
	const char *heap_library;	/* if `heap`: path of the preload
					 * library */
	bool heap_each;		/* a log reports each block */
	bool heap_peaks;	/* report the blocks of each site at the
				 * process's memory peak */
	bool no_input;		/* launch with /dev/null as stdin */
};

#endif
