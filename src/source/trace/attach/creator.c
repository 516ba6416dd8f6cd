/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the creator of a new task that reports before the creator's event.  If
 * many threads are busy, the creator may wait for a CPU for hundreds of
 * milliseconds before it stops at its event.  The new task would wait, too.  In
 * most cases, mmtop can find the content of the event in other ways.
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

/* Maximum number of threads of a process in which a creator is searched for. */
#define THREADS_MAX 64
#define CHILDREN_MAX 65536

/* Returns the event for a clone with these flags (kernel_clone() in
 * kernel/fork.c). */
static enum stop_kind kind_of(uint64_t flags, uint64_t signal)
{
	return flags & CLONE_VFORK ? STOP_VFORK :
	       signal != SIGCHLD ? STOP_CLONE : STOP_FORK;
}

/*
 * Finds out how a task was created: its first registers are those of the call
 * that created it.  If an argument points to memory, a program that wants to
 * mislead mmtop may have changed that memory.  Returns false if the call is
 * unknown, or the task has another parent than its creator.
 */
static bool how_made(const struct tracer *s, pid_t tid, enum stop_kind *kind)
{
	uint64_t three[5];	/* the start of struct clone_args: flags first,
				 * exit signal last */
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

/* True if t itself has the child: /proc lists the children of each thread
 * separately. */
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

static bool may_have_made(const struct tracer *s, const struct tracee *t,
			  const struct group *g, const struct tracee *c)
{
	if (t == c || t->group != g)
		return false;
	/* The creator of a thread must be in clone, which it has reported if
	 * there is a filter. */
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
		/* If several tasks may be the creator, it is unknown. */
		if (found)
			return NULL;
		found = t;
	}
	return found;
}
