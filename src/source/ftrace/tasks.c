/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/ftrace/ftrace.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "source/everybody.h"
#include "sys/proc/root.h"

static size_t index_of(const struct ring_source *s, pid_t tid)
{
	return vec_lower(&s->tasks, t, t->tid < tid);
}

static bool is_at(const struct ring_source *s, size_t i, pid_t tid)
{
	return i < s->tasks.n && s->tasks.v[i].tid == tid;
}

struct ring_task *ring_task_at(struct ring_source *s, pid_t tid)
{
	size_t i = index_of(s, tid);

	return is_at(s, i, tid) ? &s->tasks.v[i] : NULL;
}

void ring_tasks_add(struct ring_source *s, pid_t tid, pid_t pid, bool is_32bit)
{
	size_t i = index_of(s, tid);

	if (!is_at(s, i, tid))
		(void)vec_insert(&s->tasks, i);
	s->tasks.v[i] = (struct ring_task){ .tid = tid, .pid = pid,
					    .is_32bit = is_32bit };
}

void ring_tasks_remove(struct ring_source *s, pid_t tid)
{
	size_t i = index_of(s, tid);

	if (is_at(s, i, tid))
		vec_remove(&s->tasks, i);
}

/* Adds an unknown task in system-wide mode: it is older than the recording, or
 * the record of its creation was lost.  If the task has exited by now, the
 * record counts as lost. */
static struct ring_task *ask(struct ring_source *s, pid_t tid)
{
	pid_t pid = tid > 0 ?
		everybody_process_of(s->b.host->everybody, tid) : 0;

	if (!pid) {
		s->b.lost += tid > 0;
		return NULL;
	}
	ring_tasks_add(s, tid, pid, compat_check(s, pid));
	return ring_task_at(s, tid);
}

pid_t ring_tasks_pid(struct ring_source *s, pid_t tid)
{
	struct ring_task *task = ring_task_at(s, tid);

	if (!task && s->b.host->everybody)
		task = ask(s, tid);
	return task ? task->pid : 0;
}

struct all {
	struct ring_source *s;
	pid_t pid;
	bool is_32bit;
};

static int add_thread(void *arg, pid_t tid)
{
	struct all *a = arg;

	ring_tasks_add(a->s, tid, a->pid, a->is_32bit);
	return 0;
}

static int add_process(void *arg, pid_t pid)
{
	struct ring_source *s = arg;
	struct all a = { s, pid, compat_check(s, pid) };
	char dir[32];

	snprintf(dir, sizeof dir, "%d/task", (int)pid);
	(void)!procroot_each_pid(s->b.host->proc, dir, add_thread, &a);
	return 0;
}

void ring_tasks_add_all(struct ring_source *s)
{
	(void)!procroot_each_pid(s->b.host->proc, ".", add_process, s);
}

static bool gone(const struct ring_task *t)
{
	return kill(t->tid, 0) < 0 && errno == ESRCH;
}

void ring_tasks_sweep(struct ring_source *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->tasks.n; i++)
		if (!gone(&s->tasks.v[i]))
			s->tasks.v[kept++] = s->tasks.v[i];
	s->tasks.n = kept;
}
