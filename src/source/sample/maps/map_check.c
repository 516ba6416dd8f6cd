/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/map_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/call.h"
#include "source/ftrace/state.h"
#include "source/perf/state.h"
#include "source/sample/core/procs.h"
#include "source/sample/maps/space.h"

/* Number of stored claims, and of stored unmapped ranges.  A new entry
 * overwrites the oldest one. */
#define WAITING 64
struct claim {
	pid_t pid;			/* 0: unused entry */
	char source;			/* letter of the source of the claim */
	uint64_t start, end;
	uint64_t since_ns, time_ns;	/* the mapping was made between these
					 * times */
	uint64_t lacked_ns;		/* time of the first map without the
					 * mapping; 0: none */
	bool has_file;			/* the source also reported the file: */
	uint64_t dev, inode, name;	/* `name` is a hash of the path; `inode`
					 * 0: the mapping has no file */
};

struct unmapped_range {
	uint64_t start, end, time_ns;	/* the range was unmapped not later than
					 * time_ns */
};

struct claims {
	struct claim waiting[WAITING];
	struct unmapped_range gone[WAITING];
	struct unmapped_range over[WAITING];	/* ranges possibly mapped over
						 * at their time_ns */
	unsigned next, next_gone, next_over;
	/* Claims made before since_ns are not judged.  If made before
	 * files_since_ns, their files are not compared. */
	uint64_t since_ns, files_since_ns;
	enum level level;
	bool ring;			/* the trace ring reports calls at level
					 * watch */
	bool escaped;			/* some tasks are not traced */
};

struct claims *claims_new(void)
{
	return xcalloc(1, sizeof(struct claims));
}

void claims_free(struct claims *c)
{
	free(c);
}

static bool overlap(uint64_t a, uint64_t a_end, uint64_t b, uint64_t b_end)
{
	return a < b_end && b < a_end;
}

static uint64_t end_of(uint64_t start, uint64_t len)
{
	return len > UINT64_MAX - start ? UINT64_MAX : start + len;
}

static void forget_all(struct claims *c, uint64_t time_ns)
{
	memset(c->waiting, 0, sizeof c->waiting);
	if (time_ns > c->since_ns)
		c->since_ns = time_ns;
}

static void forget(struct claims *c, pid_t pid)
{
	for (size_t i = 0; i < WAITING; i++)
		if (c->waiting[i].pid == pid)
			c->waiting[i].pid = 0;
}

/* True if some source reports unmapping. */
static bool told_when_gone(const struct claims *c)
{
	return (c->level != LEVEL_WATCH || c->ring) && !c->escaped;
}

/* --- reports ------------------------------------------------------------- */

/* Returns when the mapping was made.  A perf record has the time of the
 * mapping; a call event has the time of the call's end. */
static uint64_t began(const struct event *ev)
{
	uint64_t took = ev->kind == EV_CALL ? ev->u.call.duration_ns : 0;

	return took < ev->time_ns ? ev->time_ns - took : 0;
}

/* Records that a new mapping has replaced a range; no source reports that as an
 * unmapping.  A file that was named before `since` may no longer be mapped
 * there, so such files are not compared. */
static void mapped_over(struct claims *c, uint64_t start, uint64_t end,
			uint64_t since)
{
	struct unmapped_range *g = &c->over[c->next_over++ % WAITING];

	if (g->time_ns > c->files_since_ns)
		c->files_since_ns = g->time_ns;
	*g = (struct unmapped_range){ start, end, since };
	for (size_t i = 0; i < WAITING; i++) {
		struct claim *w = &c->waiting[i];

		if (overlap(start, end, w->start, w->end) &&
		    w->time_ns < since)
			w->has_file = false;
	}
}

/* True if a later mapping covers the claim: perf may report later than other
 * sources. */
static bool is_over(const struct claims *c, const struct claim *w)
{
	if (w->time_ns <= c->files_since_ns)
		return true;
	for (size_t i = 0; i < WAITING; i++) {
		const struct unmapped_range *g = &c->over[i];

		if (overlap(w->start, w->end, g->start, g->end) &&
		    w->time_ns < g->time_ns)
			return true;
	}
	return false;
}

/* Adds a claim and returns it; NULL: the claim is not judged. */
static struct claim *mapped(struct sampler *s, const struct event *ev,
			    uint64_t start, uint64_t len)
{
	const struct sproc *p = sproc_find(s, ev->pid);
	struct claims *c = s->claims;
	struct claim claim = {
		.pid = ev->pid, .source = ev->source, .start = start,
		.end = end_of(start, len), .since_ns = began(ev),
		.time_ns = ev->time_ns,
	};
	struct claim *w;

	if (!p || !len || !told_when_gone(c) ||
	    claim.since_ns <= c->since_ns ||
	    claim.since_ns <= p->claimed.execed_ns)
		return NULL;
	mapped_over(c, start, claim.end, claim.since_ns);
	/* A faster source has already reported that the memory was unmapped. */
	for (size_t i = 0; i < WAITING; i++) {
		const struct unmapped_range *g = &c->gone[i];

		if (overlap(start, claim.end, g->start, g->end) &&
		    claim.since_ns <= g->time_ns)
			return NULL;
	}
	w = &c->waiting[c->next++ % WAITING];
	*w = claim;
	return w;
}

/* Drops all claims in the range, of any process: processes may share memory. */
static void unmapped(struct claims *c, const struct event *ev, uint64_t start,
		     uint64_t len)
{
	struct unmapped_range *g = &c->gone[c->next_gone++ % WAITING];
	uint64_t end = end_of(start, len);

	/* Claims from before the time of the overwritten entry are not
	 * judged. */
	if (g->time_ns > c->since_ns)
		c->since_ns = g->time_ns;
	*g = (struct unmapped_range){ start, end, ev->time_ns };
	for (size_t i = 0; i < WAITING; i++) {
		struct claim *w = &c->waiting[i];

		if (w->pid && overlap(start, end, w->start, w->end) &&
		    w->since_ns <= ev->time_ns)
			w->pid = 0;
	}
}

/* The heap is never a claim, but a shrinking heap unmaps what was mapped over
 * it. */
static void on_brk(struct sampler *s, const struct event *ev)
{
	struct sproc *p = sproc_find(s, ev->pid);
	uint64_t end = (uint64_t)ev->u.call.result;

	if (!p)
		return;
	if (!p->claimed.brk || p->claimed.brk > end)
		unmapped(s->claims, ev, end,
			 (p->claimed.brk ? p->claimed.brk : UINT64_MAX) -
			 end);
	p->claimed.brk = end;
}

static void on_call(struct sampler *s, const struct event *ev)
{
	const struct ev_call *call = &ev->u.call;
	uint64_t result = (uint64_t)call->result;
	struct claims *c = s->claims;

	if (call->phase == PHASE_ENTER || call->error)
		return;
	switch (call->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_MAP_SHADOW_STACK:
		(void)mapped(s, ev, result, call->args[1]);
		break;
	case CALL_SHMAT: case CALL_OLD_MMAP:
		(void)mapped(s, ev, result, 1);
		break;
	case CALL_MREMAP:
		unmapped(c, ev, call->args[0], call->args[1]);
		(void)mapped(s, ev, result, call->args[2]);
		break;
	case CALL_MUNMAP:
		unmapped(c, ev, call->args[0], call->args[1]);
		break;
	case CALL_SHMDT:		/* the length is not an argument of the
					 * call */
		unmapped(c, ev, call->args[0], UINT64_MAX);
		break;
	case CALL_BRK:
		on_brk(s, ev);
		break;
	default:
		break;
	}
}

/* True for the heap.  It is not a claim, because brk(2) shrinks it, and no
 * source reports that range. */
static bool is_heap(const struct ev_map *m)
{
	return m->filename.len == 6 && !memcmp(m->filename.data, "[heap]", 6);
}

/* Compares device, inode and name only.  The map has no build-id and no
 * generation; to get them, mmtop would have to read the file, which may
 * hang. */
static void on_map(struct sampler *s, const struct event *ev)
{
	const struct ev_map *m = &ev->u.map;
	struct claim *w = is_heap(m) ? NULL : mapped(s, ev, m->addr, m->len);

	if (!w || m->build_id.len || is_over(s->claims, w))
		return;
	w->has_file = true;
	w->dev = m->dev;
	w->inode = m->inode;
	w->name = line_hash(s->key, m->filename.data, m->filename.len);
}

static void on_process(struct sampler *s, const struct event *ev)
{
	struct claims *c = s->claims;
	struct sproc *p;

	switch (ev->u.process.op) {
	case PROCESS_LAUNCH: case PROCESS_EXEC:
		/* Mappings of the new program were reported before its exec. */
		p = sproc_find(s, ev->pid);
		if (p) {
			p->claimed.execed_ns = ev->time_ns;
			p->claimed.brk = 0;
		}
		forget(c, ev->pid);
		break;
	case PROCESS_EXIT:
		if (ev->u.process.gone)
			forget(c, ev->pid);
		break;
	case PROCESS_ATTACH: case PROCESS_DETACH:
		forget_all(c, ev->time_ns);
		break;
	case PROCESS_THREAD:
		/* Calls of the thread before mmtop found it are not known. */
		if (ev->flags & EVF_SYNTHETIC)
			forget_all(c, ev->time_ns);
		break;
	default:
		break;
	}
}

static void on_status(struct claims *c, const struct event *ev)
{
	const struct ev_status *st = &ev->u.status;
	bool escaped = st->untraced > 0;

	if (st->level == c->level && escaped == c->escaped)
		return;
	c->level = (enum level)st->level;
	c->escaped = escaped;
	forget_all(c, ev->time_ns);
}

static void on_ring(struct claims *c, const struct event *ev)
{
	const struct ev_source *st = &ev->u.source;
	bool ring = st->state == SOURCE_ON && !st->missed;

	if (ring == c->ring)
		return;
	c->ring = ring;
	forget_all(c, ev->time_ns);
}

void claims_note(struct sampler *s, const struct event *ev)
{
	switch (ev->kind) {
	case EV_CALL:
		on_call(s, ev);
		break;
	case EV_MAP:
		on_map(s, ev);
		break;
	case EV_PROCESS:
		on_process(s, ev);
		break;
	case EV_STATUS:
		on_status(s->claims, ev);
		break;
	case EV_SOURCE:
		if (ev->source == RING_LETTER)
			on_ring(s->claims, ev);
		break;
	case EV_LOST:
		/* Perf does not report unmapping, so its lost records do not
		 * matter. */
		if (ev->source != PERF_LETTER)
			forget_all(s->claims, ev->time_ns);
		break;
	default:
		break;
	}
}

/* --- comparison with the map --------------------------------------------- */

/* Returns the first region in the claimed range, or NULL. */
static const struct sregion *found(const sregions *v, const struct claim *w)
{
	size_t i = sregions_index(v, w->start);

	return i < v->n && v->v[i]->start < w->end ? v->v[i] : NULL;
}

/* True if the map has another file than the claim.  With a stacked file system,
 * perf may report another inode than the map; the names are then equal. */
static bool is_other_file(const struct sampler *s, const struct sregion *r,
			  const struct claim *w)
{
	return w->has_file && (r->dev != w->dev || r->inode != w->inode) &&
	       (!r->name || !w->inode ||
		line_hash(s->key, r->name, r->name_len) != w->name);
}

static bool is_confirmed(const struct sampler *s, const sregions *v,
			 const struct claim *w)
{
	const struct sregion *r = found(v, w);

	return r && !is_other_file(s, r, w);
}

void claims_confirm(struct sampler *s, const struct sproc *p, const sregions *v)
{
	for (size_t i = 0; i < WAITING; i++) {
		struct claim *w = &s->claims->waiting[i];

		if (w->pid == p->pid && is_confirmed(s, v, w))
			w->pid = 0;
	}
}

static const char *name_of(char source)
{
	return source == PERF_LETTER ? "perf" :
	       source == RING_LETTER ? RING_NAME : "ptrace";
}

static void deny(struct sampler *s, const struct claim *w,
		 enum denied_what what)
{
	struct event ev = sample_event(s, EV_DENIED, w->pid, 0);

	ev.u.denied = (struct ev_denied){
		.told_by = bytes_of(name_of(w->source)),
		.addr = w->start, .len = w->end - w->start, .what = what,
	};
	sample_emit(s, &ev);
}

void claims_judge(struct sampler *s, const struct sproc *p, const sregions *v)
{
	uint64_t at = p->map.read_ns - s->host->start_ns;

	claims_confirm(s, p, v);
	for (size_t i = 0; i < WAITING; i++) {
		struct claim *w = &s->claims->waiting[i];

		if (w->pid != p->pid || w->time_ns > at)
			continue;
		if (!w->lacked_ns) {
			w->lacked_ns = at;
		} else if (at - w->lacked_ns >= CLAIMS_SETTLE_NS) {
			deny(s, w, found(v, w) ? DENIED_FILE :
						 DENIED_MAPPING);
			w->pid = 0;
		}
	}
}

bool claims_wait(const struct sampler *s, const struct sproc *p)
{
	for (size_t i = 0; i < WAITING; i++)
		if (s->claims->waiting[i].pid == p->pid)
			return true;
	return false;
}
