/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

/* A call is counted in its task's last row only if that row is among this
 * number of newest rows.  Otherwise the user would not see the new call at the
 * end of the list. */
#define FOLD_REACH 32
#define PATH_MAX_KEPT 4096

/* --- the ring ----------------------------------------------------------- */

static struct call_row *calls_row(const struct model *m, uint64_t seq)
{
	if (!seq || seq < m->calls_first || seq > m->calls_last)
		return NULL;
	return &m->calls[(seq - 1) % MODEL_CALLS_MAX];
}

void calls_add_sources(struct model *m, uint64_t seq, uint8_t also)
{
	struct call_row *row = calls_row(m, seq);

	if (row)
		row->also |= also;
}

const struct call_row *model_call(const struct model *m, uint64_t seq)
{
	return calls_row(m, seq);
}

static void row_set_path(struct call_row *row, const struct bytes *path)
{
	size_t n = path->len < PATH_MAX_KEPT ? path->len : PATH_MAX_KEPT;

	row->call.path = (struct bytes){ NULL, 0 };
	if (n)
		row->call.path = (struct bytes){
			.data = xmemdup(path->data, n), .len = n,
		};
}

static void row_release(struct call_row *row)
{
	free((void *)(uintptr_t)row->call.path.data);
	row->call.path = (struct bytes){ NULL, 0 };
}

void calls_release(struct model *m)
{
	for (uint64_t seq = m->calls_first; seq && seq <= m->calls_last; seq++)
		row_release(calls_row(m, seq));
	free(m->calls);
}

void copy_calls(struct copying *c, const struct model *from)
{
	struct model *m = c->to;

	if (!m->calls)
		return;
	/* calloc() gives memory that costs nothing before it is used. */
	m->calls = xcalloc(MODEL_CALLS_MAX, sizeof *m->calls);
	for (uint64_t seq = m->calls_first; seq && seq <= m->calls_last;
	     seq++) {
		struct call_row *row = calls_row(m, seq);

		*row = *calls_row(from, seq);
		row->call.path.data = copied(c, row->call.path.data,
					     row->call.path.len);
		c->bytes += sizeof *row;
	}
}

static struct call_row *calls_push(struct model *m, const struct event *ev)
{
	if (!m->calls)
		m->calls = xcalloc(MODEL_CALLS_MAX, sizeof *m->calls);
	if (!m->calls_first)
		m->calls_first = 1;
	if (m->calls_last - m->calls_first + 1 == MODEL_CALLS_MAX) {
		row_release(calls_row(m, m->calls_first));
		m->calls_first++;
	}
	m->calls_last++;

	struct call_row *row = calls_row(m, m->calls_last);
	*row = (struct call_row){
		.seq = m->calls_last, .time_ns = ev->time_ns,
		.pid = ev->pid, .tid = ev->tid, .source = ev->source,
		.also = ev->flags & EVF_ALSO,
		.call = ev->u.call, .repeats = 1,
		.open = ev->u.call.phase == PHASE_ENTER,
	};
	row->call.ranges = (struct bytes){ NULL, 0 };
	row_set_path(row, &ev->u.call.path);
	return row;
}

/* --- equal calls -------------------------------------------------------- */

static bool call_equal(const struct ev_call *a, const struct ev_call *b)
{
	return a->abi == b->abi && a->nr == b->nr && a->call == b->call &&
	       a->error == b->error && a->restarted == b->restarted &&
	       !memcmp(a->args, b->args, sizeof a->args) &&
	       a->path.len == b->path.len &&
	       (!a->path.len ||
		!memcmp(a->path.data, b->path.data, a->path.len));
}

/* Counts the call in the row of the task's previous call and returns true if
 * the two calls are equal. */
static bool calls_fold(struct model *m, const struct task *t,
		       const struct event *ev)
{
	struct call_row *row = t ? calls_row(m, t->last_row) : NULL;
	const struct gap_row *gap = model_gap(m, m->gaps_last);

	/* No call is counted in a row from before a loss of events. */
	if (!row || (gap && row->time_ns <= gap->time_ns))
		return false;
	if (row->open || row->tid != ev->tid ||
	    row->call.phase != PHASE_WHOLE || row->repeats == UINT32_MAX ||
	    m->calls_last - row->seq >= FOLD_REACH ||
	    !call_equal(&row->call, &ev->u.call))
		return false;
	row->repeats++;
	return true;
}

/* --- phases ------------------------------------------------------------- */

/* Completes an open call.  Its arguments come from the entry event, its result
 * from the exit event. */
static bool calls_complete(struct model *m, struct task *t,
			   const struct event *ev)
{
	const struct ev_call *call = &ev->u.call;
	struct call_row *row = t ? calls_row(m, t->open_row) : NULL;

	if (t) {
		t->open_row = 0;
		t->call_unseen = false;
	}
	if (!row || !row->open)
		return false;
	row->open = false;
	/* The exit of the open call was lost; the event is of another call. */
	if (row->call.nr != call->nr || row->call.abi != call->abi)
		return false;
	row->call.phase = PHASE_EXIT;
	row->call.result = call->result;
	row->call.error = call->error;
	row->call.restarted = call->restarted;
	row->call.duration_ns = call->duration_ns;
	if (!row->call.path.len)
		row_set_path(row, &call->path);
	return true;
}

void calls_abandon(struct model *m, struct task *t)
{
	struct call_row *row = calls_row(m, t->open_row);

	if (row)
		row->open = false;
	t->open_row = 0;
	t->call_unseen = false;
}

/*
 * For a call that is reported again after a loss.  True if the call has a row:
 * the event is either the entry of an open call, or the exit at which the task
 * is stopped.
 */
static bool calls_again(const struct model *m, struct task *t,
			const struct event *ev)
{
	const struct ev_call *call = &ev->u.call;
	const struct call_row *row = t ? calls_row(m, t->last_row) : NULL;

	if (!row || row->call.nr != call->nr || row->call.abi != call->abi ||
	    memcmp(row->call.args, call->args, sizeof call->args))
		return false;
	t->call_unseen = false;
	if (call->phase == PHASE_ENTER)
		return row->open;
	return !row->open && row->call.phase != PHASE_ENTER &&
	       row->call.result == call->result &&
	       row->call.error == call->error;
}

static void calls_count(struct model *m, struct process *p, struct task *t,
			const struct event *ev)
{
	m->calls_total++;
	m->ring_calls += ev->source == 'r';
	if (ev->u.call.call == CALL_OTHER)
		return;
	if (p)
		p->calls++;
	if (t)
		t->calls++;
}

/* Adds the call to the list; returns the seq of its row. */
static uint64_t calls_put(struct model *m, struct process *p, struct task *t,
			  const struct event *ev)
{
	uint64_t open = t ? t->open_row : 0;
	struct call_row *row;

	if (ev->u.call.phase == PHASE_EXIT && calls_complete(m, t, ev))
		return open;
	calls_count(m, p, t, ev);
	/* The exit of the previous call was lost. */
	if (t)
		calls_abandon(m, t);
	if (ev->u.call.phase == PHASE_WHOLE && calls_fold(m, t, ev))
		return t->last_row;
	row = calls_push(m, ev);
	if (t) {
		t->last_row = row->seq;
		t->open_row = row->open ? row->seq : 0;
	}
	return row->seq;
}

void fold_call(struct model *m, const struct event *ev)
{
	struct process *p = model_process(m, ev->pid);
	struct task *t = NULL;
	uint64_t row;

	if (ev->u.call.phase > PHASE_EXIT || ev->u.call.call >= CALL_IDS) {
		model_drop(m);
		return;
	}
	if (p && !p->ended)
		t = process_add_task(p, ev->tid);
	if (ev->flags & EVF_AGAIN && calls_again(m, t, ev))
		return;
	row = calls_put(m, p, t, ev);
	if (!p || ev->u.call.phase == PHASE_ENTER)
		return;
	cause_call(m, p, ev);
	recorded_call(m, p, ev, row);
}

bool model_ring_has_calls(const struct model *m)
{
	return m->ring_known && m->ring.state == SOURCE_ON &&
	       m->status.level == LEVEL_WATCH;
}

bool model_has_others(const struct model *m)
{
	return model_ring_has_calls(m) ||
	       (m->perf_known && m->perf.state == SOURCE_ON);
}

bool model_is_system_wide(const struct model *m)
{
	return m->status_ns && m->status.state == TARGET_EVERYBODY;
}

bool model_captured(const struct model *m)
{
	return m->status_ns && m->status.state == TARGET_CAPTURE;
}

bool model_calls_reported(const struct model *m)
{
	return m->status.level != LEVEL_WATCH || model_ring_has_calls(m);
}
