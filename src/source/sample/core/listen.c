/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Handles events and facts of other sources, and requests of the screen.
 * Events and requests only schedule work.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>

#include "source/ftrace/state.h"
#include "source/perf/state.h"
#include "source/sample/core/procs.h"
#include "source/sample/maps/space.h"
#include "source/sample/owner/origin.h"
#include "source/sample/owner/symbol.h"
#include "source/sample/maps/map_check.h"
#include "source/sample/maps/identity.h"
#include "source/sample/files/leaving.h"
#include "source/sample/core/group.h"
#include "source/sample/core/oom.h"
#include "source/sample/pages/pages.h"
#include "source/sample/pages/strip.h"
#include "source/sample/writes/unregister.h"
#include "source/sample/writes/writecall.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"

/* Up to this number of processes, a new process is sampled at once. */
#define AT_ONCE_MAX 16
/* How long an exiting process waits for its last sample, and the time budget of
 * each drain() call for that sample. */
#define LAST_USAGE_NS 10000000ull
#define SLICE_NS 2000000ull

/* Schedules a sample of all data of p now. */
static void sproc_look(struct sampler *s, struct sproc *p)
{
	uint64_t now = clock_ns();

	if (sample_wants_maps(s)) {
		sproc_stale(s, p, true);
		round_now(p);
	}
	if (sample_wants_maps(s) || s->host->wants.usage)
		p->usage.due = now;
	sample_due(s, now);
}

static void look_at_all(struct sampler *s)
{
	for (size_t i = 0; i < s->procs.n; i++)
		sproc_look(s, s->procs.v[i]);
	detail_now(s);
}

/* Events were lost: schedules a second emission of all data. */
static void tell_again(struct sampler *s)
{
	uint64_t now = clock_ns();

	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		space_again(s, p);
		writes_again(s, p);
		p->usage.emitted = false;
		p->noted = 0;
		for (size_t k = 0; k < p->tasks.n; k++)
			p->tasks.v[k].emitted = false;
		if (s->host->wants.usage)
			p->usage.due = now;
	}
	detail_again(s);
	strip_again(s);
	sample_due(s, now);
}

/* --- events of other sources --------------------------------------------- */

static void on_new_process(struct sampler *s, pid_t pid, pid_t parent)
{
	struct sproc *p = sproc_add(s, pid);
	const struct sproc *from = parent ? sproc_find(s, parent) : NULL;

	p->parent = parent;
	if (from && from != p)
		origin_copy(s, from, p);
	oom_sample(s, p);
	if (s->procs.n <= AT_ONCE_MAX || pid == sample_focus(s))
		sproc_look(s, p);
}

static void on_thread(struct sampler *s, const struct ev_process *ep)
{
	struct sproc *p = sproc_find(s, (pid_t)ep->child_pid);
	struct stask *t;

	if (!p)
		return;
	t = sproc_add_task(p, (pid_t)ep->child);
	if (ep->sp) {
		t->stack = ep->sp - 1;
		t->stack_ns = clock_ns();
	}
	sproc_named(s, p);
}

static void on_task_exit(struct sampler *s, struct sproc *p,
			 const struct event *ev)
{
	if (ev->u.process.gone) {
		oom_tell(s, p, ev);
		writes_free(s, p, false);
		sproc_remove(s, p);
	} else {
		sproc_remove_task(p, ev->tid);
	}
}

static void on_process(struct sampler *s, const struct event *ev)
{
	const struct ev_process *ep = &ev->u.process;
	struct sproc *p = sproc_find(s, ev->pid);

	switch (ep->op) {
	case PROCESS_LAUNCH:
	case PROCESS_ATTACH:
		if (!s->main_pid || !sproc_find(s, s->main_pid))
			s->main_pid = ev->pid;
		on_new_process(s, ev->pid, (pid_t)ep->ppid);
		break;
	case PROCESS_VFORK:
		on_new_process(s, (pid_t)ep->child_pid, 0);
		break;
	case PROCESS_FORK:
	case PROCESS_CLONE:
		on_new_process(s, (pid_t)ep->child_pid, ev->pid);
		break;
	case PROCESS_THREAD:
		on_thread(s, ep);
		break;
	case PROCESS_EXEC:
		if (p) {
			writes_end(s, p, false);
			sproc_exec(s, p);
			oom_sample(s, p);
			sproc_look(s, p);
		}
		break;
	case PROCESS_EXIT:
		if (p)
			on_task_exit(s, p, ev);
		break;
	case PROCESS_DETACH:
		if (p)
			sproc_remove(s, p);
		break;
	}
}

/*
 * The event shows which addresses have changed; the new regions are then read
 * from the map.  At other levels than watch, mmtop gets these addresses from
 * the call.
 */
static void on_map(struct sampler *s, const struct event *ev)
{
	const struct ev_map *m = &ev->u.map;
	struct sproc *p = sproc_find(s, ev->pid);

	if (!p || !sample_wants_maps(s))
		return;
	identity_note(s, p->pid, m);
	if (s->status.level == LEVEL_WATCH)
		sproc_changed(s, p, m->addr, m->len);
}

static void on_source(struct sampler *s, const struct event *ev)
{
	const struct ev_source *es = &ev->u.source;
	bool all = es->state == SOURCE_ON && !es->missed;

	if (ev->source == PERF_LETTER)
		s->reporting.perf = all;
	else if (ev->source == RING_LETTER)
		s->reporting.ring = all;
}

/* Lost records may have contained map changes: schedules a read of all maps. */
static void on_lost(struct sampler *s, const struct event *ev)
{
	if ((ev->source != PERF_LETTER && ev->source != RING_LETTER) ||
	    !sample_wants_maps(s))
		return;
	for (size_t i = 0; i < s->procs.n; i++)
		sproc_stale(s, s->procs.v[i], false);
}

static void on_status(struct sampler *s, const struct ev_status *st)
{
	const struct ev_status *was = &s->status;
	bool held = st->state == TARGET_HELD;
	bool news = held && (!s->held || st->stops != was->stops ||
			     st->held_tid != was->held_tid ||
			     st->held_phase != was->held_phase);

	s->held = held;
	s->status = *st;
	if (st->state == TARGET_DETACHED)
		sproc_remove_all(s);
	else if (news)
		look_at_all(s);
}

void sample_listen(void *state, const struct event *ev)
{
	struct sampler *s = state;

	if (ev->flags & EVF_AGAIN)
		return;		/* the process was already added */
	switch (ev->kind) {
	case EV_PROCESS:
		on_process(s, ev);
		break;
	case EV_CALL:
		listen_call(s, ev);
		break;
	case EV_SNAPSHOT:
		/* The snapshot has reported all processes again; now emit their
		 * data again. */
		if (ev->u.snapshot.op == SNAPSHOT_END)
			tell_again(s);
		break;
	case EV_STATUS:
		on_status(s, &ev->u.status);
		break;
	case EV_MAP:
		on_map(s, ev);
		break;
	case EV_SOURCE:
		on_source(s, ev);
		break;
	case EV_LOST:
		on_lost(s, ev);
		break;
	default:
		break;
	}
	if (sample_wants_maps(s))
		claims_note(s, ev);
}

/* --- requests of the screen ---------------------------------------------- */

static void look_at_task(struct sampler *s, pid_t tid)
{
	for (size_t i = 0; i < s->procs.n; i++)
		if (sproc_task(s->procs.v[i], tid))
			sproc_look(s, s->procs.v[i]);
}

static void request_focus(struct sampler *s, const struct request *req)
{
	struct sproc *p = sproc_find(s, req->pid);

	if (req->pid != s->focus && p) {
		s->focus = req->pid;
		sproc_look(s, p);
	}
	detail_focus(s, req->pid, req->a, req->b == 1);
	sample_due(s, detail_next(s));
}

/* Sets the part of the region in focus, or of the address space, that is in
 * view. */
static void request_window(struct sampler *s, const struct request *req)
{
	bool space = !req->a && req->b > req->a;
	uint64_t cell = space ? (uint64_t)1 << req->c : 0;
	struct sproc *p = sproc_find(s, req->pid);

	if (cell != s->space_cell && p)
		sproc_look(s, p);
	s->space_cell = cell;
	detail_window(s, req->pid, req->a, space ? 0 : req->b,
		      (uint64_t)1 << req->c);
	sample_due(s, detail_next(s));
}

/* The tracer has already handled the request. */
static void request_track(struct sampler *s, const struct request *req)
{
	struct sproc *p = sproc_find(s, req->pid ? req->pid : s->main_pid);

	if (!p)
		return;
	if (req->a)
		writes_ask(s, p);
	else
		writes_end(s, p, true);
}

static void request_sample(struct sampler *s, pid_t tid)
{
	if (tid)
		look_at_task(s, tid);
	else
		look_at_all(s);
	if (s->system_due)
		s->system_due = clock_ns();
	sample_due(s, clock_ns());
}

int sample_request(void *state, const struct request *req)
{
	struct sampler *s = state;

	switch (req->op) {
	case REQ_FOCUS:
		request_focus(s, req);
		return 0;
	case REQ_FILE:
		strip_focus(s, req->pid, req->a);
		return 0;
	case REQ_DETACH:
	case REQ_QUIT:
	case REQ_KILL:
		leaving_all(s);
		return 0;
	case REQ_WINDOW:
		request_window(s, req);
		return 0;
	case REQ_FAMILY:
		family_look(s, req->pid, req->a);
		return 0;
	case REQ_CGROUP:
		group_focus(s, req->pid);
		return 0;
	case REQ_CALL_STACK:
		origin_want(s, req->pid, req->a);
		return 0;
	case REQ_SYMBOL:
		symbol_want(s, req->pid, req->a);
		return 0;
	case REQ_DETAILS:
		details_begin(s, req->pid);
		sample_due(s, clock_ns());
		return 0;
	case REQ_REFRESH:
		/* The host already has the new period, which starts now. */
		if (s->tick_due)
			s->tick_due = clock_ns();
		sample_due(s, clock_ns());
		return 0;
	case REQ_TRACK:
		request_track(s, req);
		return 0;
	case REQ_SAMPLE:
		request_sample(s, req->tid);
		return 0;
	default:
		return -ENOTSUP;
	}
}

/* --- facts --------------------------------------------------------------- */

static void last_usage(struct sampler *s, pid_t tid)
{
	uint64_t until = clock_ns() + LAST_USAGE_NS;

	request_sample(s, tid);
	while (sample_drain(s, SLICE_NS) && clock_ns() < until)
		;
}

static void untracked(struct sampler *s)
{
	for (size_t i = 0; i < s->procs.n; i++) {
		struct sproc *p = s->procs.v[i];

		if (p->writes && p->writes->uffd >= 0)
			writes_end(s, p, true);
	}
	unregister_now(s);
}

/* Adds written pages that another source has found. */
static void written(struct sampler *s, const struct fact_written *w)
{
	struct sproc *p = sproc_find(s, w->pid);

	if (p && !w->fresh)
		writes_add(s, p, w->start, w->end);
}

bool sample_note(void *state, const struct fact *fact)
{
	struct sampler *s = state;

	switch (fact->kind) {
	case FACT_MAPPED:
		origin_note(s, &fact->mapped);
		return false;
	case FACT_UNMAP:
		leaving_unmap(s, &fact->unmap);
		return false;
	case FACT_LAST_USAGE:
		last_usage(s, fact->task.tid);
		return false;
	case FACT_ENDING:
		usage_last(s, fact->task.pid);
		return false;
	case FACT_TRACKED:
		writes_begin(s, &fact->tracked);
		return true;
	case FACT_TRACKED_CALL:
		return writecall(s, &fact->call);
	case FACT_UNTRACKED:
		untracked(s);
		return false;
	case FACT_WRITTEN:
		written(s, &fact->written);
		return false;
	case FACT_SESSION_END:
		leaving_end(s);
		return false;
	default:
		return false;
	}
}
