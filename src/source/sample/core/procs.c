/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/core/group.h"
#include "source/sample/core/procs.h"
#include "source/sample/maps/space.h"
#include "source/sample/owner/origin.h"
#include "source/sample/core/oom.h"
#include "source/sample/maps/quiet.h"
#include "source/sample/pages/pages.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"

/* Minimum time between two reads of a map while the target runs. */
#define PACE_NS (50 * NS_PER_MS)

static size_t proc_index(const struct sampler *s, pid_t pid)
{
	return vec_lower(&s->procs, p, (*p)->pid < pid);
}

struct sproc *sproc_find(struct sampler *s, pid_t pid)
{
	size_t i;

	if (s->last && s->last->pid == pid)
		return s->last;
	i = proc_index(s, pid);
	if (i >= s->procs.n || s->procs.v[i]->pid != pid)
		return NULL;
	s->last = s->procs.v[i];
	return s->last;
}

struct sproc *sproc_add(struct sampler *s, pid_t pid)
{
	struct sproc *p = sproc_find(s, pid);

	/* If the PID was reused, remove the earlier process. */
	if (p)
		sproc_remove(s, p);
	oom_forget(s->oom, pid);
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->usage.pss = EV_UNKNOWN;
	p->exe = (struct str)STR_INIT;
	p->map.fd = -1;
	p->map.text = p->map.known = (struct str)STR_INIT;
	*vec_insert(&s->procs, proc_index(s, pid)) = p;
	sproc_add_task(p, pid);
	return p;
}

void sproc_remove(struct sampler *s, struct sproc *p)
{
	size_t i = proc_index(s, p->pid);

	writes_free(s, p, true);
	space_drop(s, p);
	family_gone(s, p->pid);
	group_gone(s, p->pid);
	if (s->detail.pid == p->pid)
		detail_focus(s, p->pid, 0, s->detail.keen);
	if (s->details.pid == p->pid)
		details_stop(s);
	if (s->last == p)
		s->last = NULL;
	if (s->round.left.pid == p->pid)
		s->round.left.pid = 0;
	files_leave(s, p);
	vec_remove(&s->procs, i);
	vec_release(&p->tasks);
	vec_release(&p->usage.listed);
	vec_release(&p->map.changes);
	vec_release(&p->map.named_by.stacks);
	vec_release(&p->round.recount);
	vec_release(&p->holds.fresh);
	origin_clear(s, p);
	str_release(&p->exe);
	free(p->group);
	free(p);
}

void sproc_remove_all(struct sampler *s)
{
	while (s->procs.n)
		sproc_remove(s, s->procs.v[s->procs.n - 1]);
}

void sproc_exec(struct sampler *s, struct sproc *p)
{
	space_drop(s, p);
	family_gone(s, p->pid);
	p->parent = 0;
	if (s->round.left.pid == p->pid)
		s->round.left.pid = 0;
	if (s->detail.pid == p->pid)
		detail_focus(s, p->pid, 0, s->detail.keen);
	if (s->details.pid == p->pid)
		details_stop(s);
	p->via = 0;
	p->gone = false;
	p->wide = p->sysv = false;
	p->exe_read = false;
	p->usage.pss = EV_UNKNOWN;
	p->usage.emitted = false;
	p->n_calls = 0;
	origin_clear(s, p);
	p->asked.hung = p->holds.hung = false;
	p->noted = 0;
	p->usage.listing = false;
	vec_clear(&p->tasks);
	sproc_add_task(p, p->pid);
}

struct stask *sproc_task(struct sproc *p, pid_t tid)
{
	for (size_t i = 0; i < p->tasks.n; i++)
		if (p->tasks.v[i].tid == tid)
			return &p->tasks.v[i];
	return NULL;
}

struct stask *sproc_add_task(struct sproc *p, pid_t tid)
{
	struct stask *t = sproc_task(p, tid);

	if (t)
		return t;
	t = vec_push(&p->tasks);
	*t = (struct stask){ .tid = tid };
	return t;
}

void sproc_remove_task(struct sproc *p, pid_t tid)
{
	struct stask *t = sproc_task(p, tid);

	if (t)
		vec_remove(&p->tasks, t - p->tasks.v);
}

static void map_due(struct sampler *s, struct sproc *p, bool now)
{
	uint64_t at = clock_ns();

	if (now || s->held)
		p->map.urgent = true;
	else if (p->map.read_ns + PACE_NS > at)
		at = p->map.read_ns + PACE_NS;
	if (!p->map.due || p->map.due > at)
		p->map.due = at;
	sample_due(s, p->map.due);
}

void sproc_stale(struct sampler *s, struct sproc *p, bool now)
{
	p->map.whole = true;
	map_due(s, p, now);
}

void sproc_named(struct sampler *s, struct sproc *p)
{
	p->map.whole |= !maps_reported(s);
	map_due(s, p, false);
}

void sproc_changed(struct sampler *s, struct sproc *p, uint64_t start,
		   uint64_t len)
{
	uint64_t mask = s->page_size - 1, end = start + len + mask;

	if (!len || end < start || p->map.changes.n >= PATCH_MAX)
		p->map.whole = true;
	else
		*vec_push(&p->map.changes) = (struct page_range){
			start & ~mask, end & ~mask,
		};
	map_due(s, p, false);
}
