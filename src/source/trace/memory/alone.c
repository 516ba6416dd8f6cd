/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds out whether only one task, which is stopped, can change the memory of a
 * process.
 *
 * If so, a present page that belongs to no file stays present, and mmtop reads
 * it directly.  The reader process (sys/reader/process.h) is safe for every
 * page, but slower: on busy CPUs the target waits a millisecond until the
 * reader runs.  A compiler driver, for example, tries a dozen paths for each
 * program that it runs.
 *
 * A process has its memory alone from its exec on, or from its fork if the fork
 * copied the memory; with the filter, none of its children escapes the tracer.
 * A process that existed before mmtop may share its memory with any other
 * process.
 */
#include <config.h>

#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <linux/kcmp.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool shares_memory(pid_t a, pid_t b)
{
	/* -1: the kernel cannot compare the two; assume that they share. */
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
		/* The process shares memory with the caller of vfork(), and its
		 * new task may outlive that vfork(). */
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
	/* A process that lent its memory waits in vfork(), and does not change
	 * it. */
	const struct group *lender = g->borrows ?
		group_find(&s->tracees, g->borrows) : g;

	return s->filter && g->memory == MEMORY_ALONE && g->tasks == 1 &&
	       lender && lender->memory == MEMORY_ALONE && lender->tasks == 1;
}
