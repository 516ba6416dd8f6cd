/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of a process. */
#include <config.h>

#include <string.h>

#include "model/fold.h"

/* Index of thread tid, or of the place to insert it: the main thread is first,
 * the others are sorted by tid. */
static size_t tasks_index(const struct process *p, pid_t tid)
{
	if (!p->tasks.n || tid == p->pid)
		return 0;
	return vec_lower(&p->tasks, t, t == p->tasks.v || t->tid < tid);
}

struct task *process_task(const struct process *p, pid_t tid)
{
	size_t i = tasks_index(p, tid);

	return i < p->tasks.n && p->tasks.v[i].tid == tid ? &p->tasks.v[i]
							 : NULL;
}

struct task *process_add_task(struct process *p, pid_t tid)
{
	struct task *t = process_task(p, tid);

	if (t)
		return t;
	if (tid <= 0 || p->tasks.n >= MODEL_TASKS_MAX)
		return NULL;
	size_t at = tasks_index(p, tid);
	t = vec_insert(&p->tasks, at);
	*t = (struct task){ .tid = tid, .state = '?', .in_call = EV_UNKNOWN };
	memcpy(t->comm, p->comm, sizeof t->comm);
	return t;
}

/* A leader that exits before its other threads remains as a zombie. */
void process_remove_task(struct process *p, pid_t tid)
{
	struct task *t = process_task(p, tid);

	if (!t)
		return;
	if (tid == p->pid)
		t->state = 'Z';
	else
		vec_remove(&p->tasks, (size_t)(t - p->tasks.v));
}

/* After an execve, the calling thread is the leader and has the leader's
 * tid. */
void process_merge_tasks(struct process *p, pid_t old_tid)
{
	struct task *caller = process_task(p, old_tid);
	struct task *leader = &p->tasks.v[0];

	if (caller && caller != leader) {
		leader->calls += caller->calls;
		leader->last_row = caller->last_row;
		leader->open_row = caller->open_row;
	}
	p->tasks.n = 1;
	memcpy(leader->comm, p->comm, sizeof leader->comm);
	leader->state = 'R';
	leader->in_call = EV_UNKNOWN;
	leader->sp = 0;
}

void fold_task(struct model *m, const struct event *ev)
{
	const struct ev_task *et = &ev->u.task;
	struct process *p = model_process(m, ev->pid);
	struct task *t;

	/* The sampler may report a task after the end of its process. */
	if (!p || p->ended)
		return;
	t = process_add_task(p, ev->tid);
	if (!t) {
		model_drop(m);
		return;
	}
	t->state = et->state > ' ' && et->state < 127 ? (char)et->state : '?';
	t->in_call = et->in_call;
	t->in_call_abi = et->in_call_abi < ABIS ? (enum abi)et->in_call_abi
						: ABI_X86_64;
	t->sp = et->sp;
	if (et->comm.len)
		bytes_into(t->comm, sizeof t->comm, &et->comm);
	if (t->tid == p->pid)
		memcpy(p->comm, t->comm, sizeof p->comm);
}
