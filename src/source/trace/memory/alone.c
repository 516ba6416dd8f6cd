/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether nothing but one stopped task can change the memory of a process.
 *
 * Then a page of it that is there, and of no file, stays there: mmtop reads it
 * itself.  The reader (sys/reader/process.h) is safe for every page, but it is another
 * process: a target on busy CPUs waits a millisecond until that has its turn,
 * and a compiler's driver tries a dozen paths for each program it runs.
 *
 * A process is alone from its exec on, or from its fork where that copied the
 * memory; with the filter no child of it escapes the tracer.  One that was there
 * before mmtop may share its memory with anybody.
 */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <linux/kcmp.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool shares_memory(pid_t a, pid_t b)
{
	/* -1: a kernel that cannot tell. */
	return syscall(SYS_kcmp, a, b, KCMP_VM, 0, 0) <= 0;
}

static void share_with(struct tracer *s, struct group *g)
{
	struct group *lender = group_find(&s->tracees, g->borrows);

	if (g->memory == MEMORY_ALONE)
		g->memory = MEMORY_SHARED;
	if (lender && lender->memory == MEMORY_ALONE)
		lender->memory = MEMORY_SHARED;
}

void alone_exec(struct group *g)
{
	if (g->memory == MEMORY_SHARED)
		g->memory = MEMORY_ALONE;
}

void alone_made(struct tracer *s, const struct tracee *t, struct group *child,
		enum stop_kind kind)
{
	struct group *g = t->group;

	if (g == child) {
		/* It may outlive the vfork() that its process came from. */
		if (g->borrows)
			share_with(s, g);
		return;
	}
	child->memory = g->memory;
	if (g->memory == MEMORY_UNKNOWN || kind == STOP_VFORK)
		return;
	if (shares_memory(g->tgid, child->tgid)) {
		child->memory = MEMORY_SHARED;
		share_with(s, g);
	} else {
		child->memory = MEMORY_ALONE;
	}
}

void alone_stranger(struct tracer *s)
{
	struct group *g, *next;

	HASH_ITER(hh, s->tracees.groups, g, next)
		share_with(s, g);
}

bool remote_alone(const struct tracer *s, const struct group *g)
{
	/* The lender waits in vfork(). */
	const struct group *lender = g->borrows ?
		group_find(&s->tracees, g->borrows) : g;

	return s->filter && g->memory == MEMORY_ALONE && g->tasks == 1 &&
	       lender && lender->memory == MEMORY_ALONE && lender->tasks == 1;
}
