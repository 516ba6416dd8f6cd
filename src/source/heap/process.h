/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process whose heap is watched, and the sites that allocate in it. */
#ifndef SOURCE_HEAP_PROCESS_H
#define SOURCE_HEAP_PROCESS_H

#include "base/str.h"
#include "base/vec.h"
#include "source/heap/live.h"
#include "source/heap/modules.h"

struct heap_source;

/* Where the code of a site was when it was called last: live_site has keys. */
struct heap_place {
	uint64_t caller;
	size_t frames;			/* the first in heap_proc.frames */
};

/* Sites that are known without looking for them. */
#define HEAP_RECENT 1024u

/* What was asked of its allocator. */
struct heap_info {
	uint32_t number;	/* 0: nothing, or it was answered */
	bool pending;		/* who asked has not been told anything yet */
	bool own;		/* who would answer is not called in it */
	bool silent;		/* that it tells nothing was told */
	bool walled;		/* it asked for a seccomp filter of its own */
	bool told_walled;
	uint64_t asked_ns, next_ns;	/* CLOCK_MONOTONIC; not before then */
};

/* A process, or what it was before it became another program. */
struct heap_proc {
	pid_t pid;
	pid_t ns_pid;			/* in its own PID namespace, 0: the same */
	uint64_t image;			/* as its records have it, 0: not known */
	struct live *live;
	struct heap_modules modules;
	VEC(struct heap_place) places;	/* by site */
	VEC(uint64_t) frames;		/* of all sites */
	uint32_t recent[HEAP_RECENT];	/* sites, 0: none */
	/* Ticks: its records are those of [began, ended).  Another process, or
	 * another program of the same process, may have its number before and
	 * after. */
	uint64_t began, ended;
	bool leaves;			/* it ended: what is left is told */
	bool wrote;			/* anything */
	bool asked;			/* gone: for the names of its sites */
	bool here;			/* the library is loaded */
	uint8_t no_heap;		/* enum no_heap_why, if it is not */
	struct str exe;
	unsigned wrongs;		/* that were told */
	size_t doubts;			/* lines that are in doubt */
	bool crashed;			/* that is how it ended */
	uint64_t freed, spare;		/* bytes; EV_UNKNOWN: nobody looked */
	/* CLOCK_MONOTONIC: not before then, of sites and of pages. */
	uint64_t look_ns, pages_ns;
	struct heap_info info;
};

/* The number that the process sees and writes in its records. */
static inline pid_t heap_proc_number(const struct heap_proc *p)
{
	return p->ns_pid ? p->ns_pid : p->pid;
}

struct heap_proc *heap_proc_find(struct heap_source *s, pid_t pid);
struct heap_proc *heap_proc_begin(struct heap_source *s, pid_t pid);
/* The process with that number, as struct heap_change has it, at that time (ticks).
 * NULL: none is known, or there are several in different PID namespaces. */
struct heap_proc *heap_proc_at(struct heap_source *s, pid_t pid,
			       uint64_t ticks);
/* The process exited, or executed another program.  Its blocks are reported when its
 * records were read and the names are known. */
void heap_proc_end(struct heap_source *s, pid_t pid, bool leaves);
/* All changes up to that time (ticks) were applied. */
void heap_procs_applied(struct heap_source *s, uint64_t until);
void heap_proc_free(struct heap_proc *p);

#endif
