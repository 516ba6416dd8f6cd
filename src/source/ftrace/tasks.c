/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

static size_t index_of(const struct source *s, pid_t tid)
{
	return vec_lower(&s->tasks, t, t->tid < tid);
}

static bool is_at(const struct source *s, size_t i, pid_t tid)
{
	return i < s->tasks.n && s->tasks.v[i].tid == tid;
}

struct ring_task *ring_task_at(struct source *s, pid_t tid)
{
	size_t i = index_of(s, tid);

	return is_at(s, i, tid) ? &s->tasks.v[i] : NULL;
}

void ring_tasks_add(struct source *s, pid_t tid, pid_t pid, bool is_32bit)
{
	size_t i = index_of(s, tid);

	if (!is_at(s, i, tid))
		(void)vec_insert(&s->tasks, i);
	s->tasks.v[i] = (struct ring_task){ .tid = tid, .pid = pid,
					    .is_32bit = is_32bit };
}

void ring_tasks_remove(struct source *s, pid_t tid)
{
	size_t i = index_of(s, tid);

	if (is_at(s, i, tid))
		vec_remove(&s->tasks, i);
}

pid_t ring_tasks_pid(const struct source *s, pid_t tid)
{
	size_t i = index_of(s, tid);

	return is_at(s, i, tid) ? s->tasks.v[i].pid : 0;
}
