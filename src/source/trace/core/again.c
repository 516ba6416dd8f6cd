/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After a loss between engine and screen: every process and thread that was
 * told of is told of again, between SNAPSHOT begin and end, in slices; stops
 * are served meanwhile, and what happens is told as ever.
 */
#include <config.h>

#include "source/trace/calls/calls.h"
#include "source/trace/core/tracer.h"
#include "source/trace/keep/keep.h"

#include "sys/loop.h"

/* The longest that a stop may wait for a slice. */
#define SLICE_NS 1000000ull

static void bound(struct tracer *s, enum snapshot_op op)
{
	struct event ev = tracer_event(s, EV_SNAPSHOT, NULL);

	ev.u.snapshot.op = op;
	tracer_emit(s, &ev);
}

/* Who stands for the process: its leader, or where that had ended before we
 * attached one of the others. */
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
	/* A process before its threads; in the order of their coming, which is
	 * parents first. */
	HASH_ITER(hh, s->tracees.groups, g, gnext)
		*vec_push(&a->tids) = leader_of(s, g)->tid;
	HASH_ITER(hh, s->tracees.tasks, t, next)
		if (leader_of(s, t->group) != t)
			*vec_push(&a->tids) = t->tid;
	bound(s, SNAPSHOT_BEGIN);
}

static void tell(struct tracer *s, struct tracee *t)
{
	/* Who was not told of yet will be, when it reports. */
	if (!t->announced || keep_is_silent(s, t) ||
	    (s->launched && !s->started))
		return;
	announce_again(s, t, leader_of(s, t->group) == t);
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
	/* Who is missing has ended, or was let go: this says which. */
	s->told_once = false;
	status_changed(s);
	status_tell(s);
	bound(s, SNAPSHOT_END);
	return false;
}
