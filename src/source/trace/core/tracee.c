/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/trace/core/tracee.h"

#include <stdlib.h>

#include "base/alloc.h"

#define TO(state) (1u << TRACEE_##state)

static const unsigned allowed[TRACEE_STATES] = {
	[TRACEE_SEIZING] = TO(RUNNING) | TO(STOPPED) | TO(GROUP_STOP) |
			   TO(PARKED) | TO(GONE),
	[TRACEE_RUNNING] = TO(RUNNING) | TO(STOPPED) | TO(GROUP_STOP) |
			   TO(GONE),
	[TRACEE_STOPPED] = TO(RUNNING) | TO(GROUP_STOP) | TO(GONE),
	[TRACEE_GROUP_STOP] = TO(RUNNING) | TO(STOPPED) | TO(GROUP_STOP) |
			      TO(GONE),
	[TRACEE_PARKED] = TO(RUNNING) | TO(STOPPED) | TO(GROUP_STOP) |
			  TO(GONE),
	[TRACEE_GONE] = 0,
};

bool tracee_may(enum tracee_state from, enum tracee_state to)
{
	return allowed[from] & 1u << to;
}

void tracee_set_state(struct tracee *t, enum tracee_state to)
{
	if (t->state == to)
		return;
	if (!tracee_may(t->state, to))
		abort();
	t->state = to;
}

void tracee_set_exiting(struct tracee *t, bool exiting)
{
	t->group->exiting += exiting;
	t->group->exiting -= t->exiting;
	t->exiting = exiting;
}

struct tracee *tracee_find(const struct tracees *ts, pid_t tid)
{
	struct tracee *t;

	HASH_FIND_INT(ts->tasks, &tid, t);
	return t;
}

struct group *group_find(const struct tracees *ts, pid_t tgid)
{
	struct group *g;

	HASH_FIND_INT(ts->groups, &tgid, g);
	return g;
}

static struct group *group_get(struct tracees *ts, pid_t tgid)
{
	struct group *g = group_find(ts, tgid);

	if (!g) {
		g = xcalloc(1, sizeof *g);
		g->tgid = tgid;
		g->ns_pid = -1;
		HASH_ADD_INT(ts->groups, tgid, g);
	}
	return g;
}

static void group_put(struct tracees *ts, struct group *g)
{
	if (--g->tasks)
		return;
	HASH_DEL(ts->groups, g);
	free(g);
}

struct tracee *tracee_add(struct tracees *ts, pid_t tid, pid_t tgid)
{
	struct tracee *t = xcalloc(1, sizeof *t);

	t->tid = tid;
	t->state = TRACEE_SEIZING;
	t->path = t->ranges = (struct str)STR_INIT;
	t->group = group_get(ts, tgid);
	t->group->tasks++;
	HASH_ADD_INT(ts->tasks, tid, t);
	return t;
}

void tracee_remove(struct tracees *ts, struct tracee *t)
{
	tracee_set_state(t, TRACEE_GONE);
	tracee_set_exiting(t, false);
	HASH_DEL(ts->tasks, t);
	group_put(ts, t->group);
	str_release(&t->path);
	str_release(&t->ranges);
	free(t);
}

void tracee_move(struct tracees *ts, struct tracee *t, pid_t tgid)
{
	struct group *old = t->group;

	if (old->tgid == tgid)
		return;
	t->group = group_get(ts, tgid);
	t->group->tasks++;
	t->group->exiting += t->exiting;
	old->exiting -= t->exiting;
	group_put(ts, old);
}

void tracee_rename(struct tracees *ts, struct tracee *t, pid_t tid)
{
	struct tracee *leader = tracee_find(ts, tid);

	if (leader == t)
		return;
	if (leader)
		tracee_remove(ts, leader);
	HASH_DEL(ts->tasks, t);
	t->tid = tid;
	HASH_ADD_INT(ts->tasks, tid, t);
}

unsigned tracees_count(const struct tracees *ts)
{
	return HASH_COUNT(ts->tasks);
}
