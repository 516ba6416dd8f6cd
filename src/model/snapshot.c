/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * After a loss of events between engine and screen, the engine sends the state
 * again (a snapshot).  The model compares the snapshot with its own state:
 * nothing gets a second row, and only what no longer exists is removed.
 *
 *	LOST link	a snapshot in progress is void
 *	SNAPSHOT begin	marks every living process and thread as unseen
 *	PROCESS again	marks the process or thread as seen
 *	SNAPSHOT end	a process or thread that is still unseen has exited; the
 *			regions of all others are marked as unseen
 *	REGION again	marks the region as seen
 *	REGION_SYNC	regions that are still unseen were unmapped (space.c)
 */
#include <config.h>

#include <string.h>

#include "model/fold.h"

/* --- losses ------------------------------------------------------------- */

static void snapshot_forget(struct model *m)
{
	m->snapshot = false;
	for (size_t i = 0; i < m->processes.n; i++)
		m->processes.v[i]->space.resync = false;
}

static void count(uint64_t *sum, uint64_t n)
{
	if (__builtin_add_overflow(*sum, n, sum))
		*sum = UINT64_MAX;
}

static void gaps_push(struct model *m, uint64_t time_ns, uint64_t n)
{
	m->gaps_last++;
	m->gaps[(m->gaps_last - 1) % MODEL_GAPS_MAX] = (struct gap_row){
		.seq = m->gaps_last, .time_ns = time_ns, .count = n,
	};
	m->gaps_first = m->gaps_last > MODEL_GAPS_MAX
		? m->gaps_last - MODEL_GAPS_MAX + 1 : 1;
}

const struct gap_row *model_gap(const struct model *m, uint64_t seq)
{
	if (!seq || seq < m->gaps_first || seq > m->gaps_last)
		return NULL;
	return &m->gaps[(seq - 1) % MODEL_GAPS_MAX];
}

static bool is_named(const struct ev_lost *el, const char *name)
{
	return el->source.len == strlen(name) &&
	       !memcmp(el->source.data, name, el->source.len);
}

void fold_lost(struct model *m, const struct event *ev)
{
	const struct ev_lost *el = &ev->u.lost;

	if (!el->count)
		return;
	count(&m->lost, el->count);
	gaps_push(m, ev->time_ns, el->count);
	if (is_named(el, "perf"))
		count(&m->lost_perf, el->count);
	if (is_named(el, "ring"))
		count(&m->lost_ring, el->count);
	if (is_named(el, "heap"))
		count(&m->lost_heap, el->count);
	if (!is_named(el, "link"))
		return;
	count(&m->lost_link, el->count);
	snapshot_forget(m);
}

/* --- processes in a snapshot -------------------------------------------- */

/* Length of the path without " (deleted)", which the kernel appends to the path
 * of a removed file. */
static size_t path_length(const char *s, size_t n)
{
	static const char deleted[] = " (deleted)";
	size_t tail = sizeof deleted - 1;

	return n > tail && !memcmp(s + n - tail, deleted, tail) ? n - tail : n;
}

static bool is_other_program(const struct process *p,
			     const struct ev_process *ep)
{
	size_t was = path_length(p->exe, strlen(p->exe));
	size_t is = path_length(ep->exe.data, ep->exe.len);

	return was && is && (was != is || memcmp(p->exe, ep->exe.data, is));
}

void snapshot_mark_seen(struct model *m, struct process *p,
			const struct event *ev)
{
	if (!(ev->flags & EVF_AGAIN))
		return;
	p->unseen = false;
	if (!is_other_program(p, &ev->u.process))
		return;
	for (size_t i = 0; i < p->tasks.n; i++)
		calls_abandon(m, &p->tasks.v[i]);
	process_renew(p, ev->time_ns);
}

/* --- begin and end ------------------------------------------------------ */

static void snapshot_begin(struct model *m)
{
	m->snapshot = true;
	for (size_t i = 0; i < m->processes.n; i++) {
		struct process *p = m->processes.v[i];

		p->unseen = !p->ended;
		for (size_t k = 0; k < p->tasks.n; k++) {
			struct task *t = &p->tasks.v[k];
			t->unseen = p->unseen;
			t->call_unseen = p->unseen && t->open_row;
		}
	}
}

static void drop_tasks(struct model *m, struct process *p)
{
	for (size_t i = p->tasks.n; i-- > 0;) {
		struct task *t = &p->tasks.v[i];

		/* The call has returned, or the thread has exited. */
		if (t->call_unseen || t->unseen)
			calls_abandon(m, t);
		t->call_unseen = false;
		if (!t->unseen)
			continue;
		t->unseen = false;
		process_remove_task(p, t->tid);
	}
}

/* For a process that is not in the snapshot: it was detached, or its end was
 * missed. */
static void process_missed(struct model *m, struct process *p,
			   uint64_t time_ns)
{
	const struct ev_status *st = &m->status;

	p->unseen = false;
	if (p->detached || st->state == TARGET_DETACHED) {
		p->detached = true;
		return;
	}
	if (st->state == TARGET_ENDED && p->pid == st->main_pid &&
	    (st->exit_signal >= 0 || st->exit_status >= 0)) {
		p->signal = (int)st->exit_signal;
		p->status = p->signal >= 0 ? -1 : (int)st->exit_status;
		p->core = st->exit_core != 0;
	}
	process_end(m, p, time_ns);
}

static void snapshot_end(struct model *m, uint64_t time_ns)
{
	m->snapshot = false;
	/* Iterates backwards: ending a process may remove another process that
	 * has ended before. */
	for (size_t i = m->processes.n; i-- > 0;) {
		struct process *p;

		if (i >= m->processes.n)
			continue;
		p = m->processes.v[i];
		if (p->unseen) {
			process_missed(m, p, time_ns);
		} else if (!p->ended && !p->detached) {
			drop_tasks(m, p);
			/* Some calls were missed, so a stored call could be
			 * taken for the cause of a wrong region. */
			cause_release(p);
			recorded_release(p);
			space_unconfirm(&p->space);
		}
	}
}

void fold_snapshot(struct model *m, const struct event *ev)
{
	if (ev->u.snapshot.op == SNAPSHOT_BEGIN)
		snapshot_begin(m);
	else if (ev->u.snapshot.op == SNAPSHOT_END && m->snapshot)
		snapshot_end(m, ev->time_ns);
	else
		model_drop(m);
}
