/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports all known processes and threads again, after events were lost between
 * engine and screen.  The reports come between SNAPSHOT begin and SNAPSHOT end.
 * The work is done in slices; in between the tracer handles stops and reports
 * events as usual.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include "sys/loop.h"

/* Maximum delay of the handling of a stop by a slice. */
#define SLICE_NS 1000000ull

static void bound(struct tracer *s, enum snapshot_op op)
{
	struct event ev = tracer_event(s, EV_SNAPSHOT, NULL);

	ev.u.snapshot.op = op;
	tracer_emit(s, &ev);
}

/* Returns the task that represents the process: its leader, or another thread
 * if the leader had ended before mmtop attached. */
static const struct tracee *leader_of(const struct tracer *s,
				      const struct group *g)
{
	const struct tracee *t = tracee_find(&s->tracees, g->tgid);

	for (t = t ? t : s->tracees.tasks; t && t->group != g; t = t->hh.next)
		;
	return t;
}

void again_begin(struct tracer *s)
{
	struct again *a = &s->again;
	struct group *g, *gnext;
	struct tracee *t, *next;

	a->running = true;
	a->at = 0;
	vec_clear(&a->tids);
	/* Processes come before their threads.  Both are in the order of their
	 * creation, so parents come before their children. */
	HASH_ITER(hh, s->tracees.groups, g, gnext)
		*vec_push(&a->tids) = leader_of(s, g)->tid;
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (leader_of(s, t->group) != t)
			*vec_push(&a->tids) = t->tid;
	bound(s, SNAPSHOT_BEGIN);
}

static void tell(struct tracer *s, struct tracee *t)
{
	/* A task that was never reported will be reported at its first stop. */
	if (!t->announced || keep_is_silent(s, t) ||
	    (s->launched && !s->started))
		return;
	announce_repeat(s, t, leader_of(s, t->group) == t);
	calls_again(s, t);
}

bool again_work(struct tracer *s)
{
	struct again *a = &s->again;
	uint64_t until = clock_ns() + SLICE_NS;

	if (!a->running || host_crowded(s->host))
		return false;
	while (a->at < a->tids.n) {
		struct tracee *t = tracee_find(&s->tracees,
					       a->tids.v[a->at++]);

		if (t)
			tell(s, t);
		if (clock_ns() >= until)
			return true;
	}
	a->running = false;
	vec_release(&a->tids);
	/* The STATUS shows whether tasks that were not reported again have
	 * ended or were detached. */
	s->told_once = false;
	status_changed(s);
	status_tell(s);
	bound(s, SNAPSHOT_END);
	return false;
}
