/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that write heap records: those that run, and those that have
 * ended and whose last records are not applied yet. */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sys/loop.h"

/* Maximum number of ended processes with unread records.  Older processes lose
 * records. */
#define ENDING_MAX 1024u

/* 1/SLACK of a second (2 us): more than the delay that instruction reordering
 * in the processor can cause. */
#define SLACK 500000u

struct heap_proc *heap_proc_find(struct heap_source *s, pid_t pid)
{
	/* Search from the end: the newest processes write the most records. */
	for (size_t i = s->procs.n; i-- > 0;)
		if (s->procs.v[i]->pid == pid)
			return s->procs.v[i];
	return NULL;
}

bool heap_proc_lived_at(const struct heap_proc *p, uint64_t ticks)
{
	return ticks >= p->began && ticks < p->ended;
}

/* The process that had this PID (in its PID namespace) and this image (0: any)
 * at the given time.  NULL: no such process is known, or several are, in
 * different PID namespaces. */
static struct heap_proc *find_writer(struct heap_source *s, pid_t number,
				     uint64_t image, uint64_t ticks)
{
	struct heap_proc *found = NULL;

	for (size_t i = 0; i < s->procs.n + s->ending.n; i++) {
		struct heap_proc *p = i < s->procs.n ? s->procs.v[i] :
				      s->ending.v[i - s->procs.n];

		if (heap_proc_number(p) != number || !heap_proc_lived_at(p, ticks) ||
		    (image && p->image != image))
			continue;
		if (found)
			return NULL;
		found = p;
	}
	return found;
}

pid_t heap_proc_writer(struct heap_source *s, const struct heap_owner *owner,
		       uint64_t ticks)
{
	const struct heap_proc *p = find_writer(s, owner->pid, owner->image,
						ticks);

	return p ? p->pid : -owner->pid;
}

struct heap_proc *heap_proc_at(struct heap_source *s, pid_t pid, uint64_t ticks)
{
	struct heap_proc *p;

	if (pid < 0)
		return find_writer(s, -pid, 0, ticks);
	p = heap_proc_find(s, pid);
	if (p && ticks >= p->began)
		return p;
	/* A record that is older than every process with this PID is invalid;
	 * it is assigned to the oldest of them. */
	for (size_t i = s->ending.n; i-- > 0;) {
		if (s->ending.v[i]->pid != pid)
			continue;
		p = s->ending.v[i];
		if (ticks >= p->began)
			break;
	}
	return p;
}

struct heap_proc *heap_proc_begin(struct heap_source *s, pid_t pid)
{
	struct heap_proc *p = heap_proc_find(s, pid);

	if (p)
		return p;
	p = xcalloc(1, sizeof *p);
	p->pid = pid;
	p->began = heapclock_now(heappool_clock(s->pool));
	p->ended = UINT64_MAX;
	p->live = live_new();
	live_slack(p->live, heapclock_second(heappool_clock(s->pool)) / SLACK);
	p->freed = p->spare = EV_UNKNOWN;
	p->exe = (struct str)STR_INIT;
	p->info.asked_ns = clock_ns();
	*vec_push(&s->procs) = p;
	return p;
}

void heap_proc_free(struct heap_proc *p)
{
	live_delete(p->live);
	heap_modules_release(&p->modules);
	str_release(&p->exe);
	vec_release(&p->places);
	vec_release(&p->frames);
	free(p);
}

void heap_proc_end(struct heap_source *s, pid_t pid, bool leaves)
{
	for (size_t i = s->procs.n; i-- > 0;) {
		struct heap_proc *p = s->procs.v[i];

		if (p->pid != pid)
			continue;
		vec_remove(&s->procs, i);
		p->leaves = leaves;
		p->ended = heapclock_now(heappool_clock(s->pool));
		*vec_push(&s->ending) = p;
	}
}

void heap_procs_applied(struct heap_source *s, uint64_t until)
{
	size_t n = 0, all = s->ending.n;

	while (n < all && (s->ending.v[n]->ended <= until ||
			   all - n > ENDING_MAX)) {
		s->lossy |= s->ending.v[n]->ended > until;
		heap_doubts_end(s, s->ending.v[n], 0, !s->ending.v[n]->crashed);
		*vec_push(&s->gone) = s->ending.v[n++];
	}
	for (size_t i = n; n && i < all; i++)
		s->ending.v[i - n] = s->ending.v[i];
	s->ending.n -= n;
}
