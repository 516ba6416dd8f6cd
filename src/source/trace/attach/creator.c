/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who made a task that has reported before its creator.  The creator may have
 * to wait for a CPU before it stops at its event, hundreds of milliseconds where
 * many threads are busy, and its child would wait with it.  What the event says
 * can be found out without it in most cases.
 */
#include <config.h>

#include "source/trace/attach/attach.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "event/call.h"
#include "sys/proc/root.h"

/* Of so many threads at most it is asked which one has that child. */
#define THREADS_MAX 64
#define CHILDREN_MAX 65536

/* Which event the kernel sends (kernel_clone() in kernel/fork.c). */
static enum stop_kind kind_of(uint64_t flags, uint64_t signal)
{
	return flags & CLONE_VFORK ? STOP_VFORK :
	       signal != SIGCHLD ? STOP_CLONE : STOP_FORK;
}

/*
 * A task begins with the registers of the call that made it.  The memory
 * that they point to may have been changed since, by a program that wants to
 * be shown wrongly.  False: it is not known, or the child has another parent.
 */
static bool how_made(const struct tracer *s, pid_t tid, enum stop_kind *kind)
{
	uint64_t three[5];	/* of struct clone_args: the flags, .., the
				 * signal */
	const struct call_desc *call;
	struct arch_call c;
	uint64_t flags = 0;

	if (arch_call_get(tid, &c) < 0 || c.nr < 0)
		return false;
	call = call_by_nr(c.abi, (uint64_t)c.nr);
	if (!strcmp(call->name, "fork")) {
		*kind = STOP_FORK;
	} else if (!strcmp(call->name, "vfork")) {
		*kind = STOP_VFORK;
	} else if (!strcmp(call->name, "clone")) {
		flags = c.args[0];
		*kind = kind_of(flags, flags & CSIGNAL);
	} else if (!strcmp(call->name, "clone3") &&
		   remote_read_there(s->host, tid, c.args[0], three,
				     sizeof three) == (long)sizeof three) {
		flags = three[0];
		*kind = kind_of(flags, three[4]);
	} else {
		return false;
	}
	return !(flags & CLONE_PARENT);
}

/* /proc lists the children of each thread by itself. */
static bool has_child(const struct tracer *s, const struct tracee *t,
		      pid_t child)
{
	struct str text = STR_INIT;
	bool has = false;

	if (procroot_readf(s->host->proc, &text, CHILDREN_MAX,
			   "%d/task/%d/children", t->group->tgid, t->tid) == 0)
		for (char *at = text.data, *end; !has; at = end) {
			long pid = strtol(at, &end, 10);

			if (end == at)
				break;
			has = pid == child;
		}
	str_release(&text);
	return has;
}

/* t, of g, may have made the child c. */
static bool may_have_made(const struct tracer *s, const struct tracee *t,
			  const struct group *g, const struct tracee *c)
{
	if (t == c || t->group != g)
		return false;
	/* A thread is made by a call that the filter has shown, where there is
	 * one. */
	if (c->group == g)
		return !s->filter || t->making;
	return g->tasks == 1 || has_child(s, t, c->tid);
}

struct tracee *creator_of(const struct tracer *s, const struct tracee *c,
			  enum stop_kind *kind)
{
	const struct group *g = c->group;
	struct tracee *t, *next, *found = NULL;

	*kind = STOP_CLONE;
	if (c->tid == g->tgid) {
		if (!how_made(s, c->tid, kind))
			return NULL;
		g = group_find(&s->tracees, task_parent(s->host, c->tid));
		if (!g || g->tasks > THREADS_MAX)
			return NULL;
	}
	HASH_ITER(hh, s->tracees.tasks, t, next) {
		if (!may_have_made(s, t, g, c))
			continue;
		/* Any of them, then. */
		if (found)
			return NULL;
		found = t;
	}
	return found;
}
