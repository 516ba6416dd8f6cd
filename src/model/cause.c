/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the call that created a region.
 *
 * A region event has the mapping, a call event has the caller.  The two come
 * from different sources and in either order.  So each process stores its last
 * mapping calls with the addresses that they covered.
 */
#include <config.h>

#include <stdlib.h>

#include "base/alloc.h"
#include "event/advice.h"
#include "model/copy.h"
#include "model/fold.h"

#define BIRTHS_MAX 256
#define PERMS_MAX 64

struct mapping {
	uint64_t start, end;
	struct cause cause;	/* `known` is false for munmap, which hides
				 * older calls at these addresses */
};

struct ring {
	struct mapping *v;
	unsigned max, n, head;	/* the newest is at head - 1 */
};

/* Two rings, because malloc's arenas often grow by mprotect.  These calls must
 * not displace the calls that created the arenas. */
struct mappings {
	struct ring births, perms;
	uint64_t brk;		/* address of the heap's end; 0: not known */
	struct mapping births_v[BIRTHS_MAX], perms_v[PERMS_MAX];
};

static struct mappings *mappings_new(void)
{
	struct mappings *m = xcalloc(1, sizeof *m);

	m->births = (struct ring){ .v = m->births_v, .max = BIRTHS_MAX };
	m->perms = (struct ring){ .v = m->perms_v, .max = PERMS_MAX };
	return m;
}

void cause_release(struct process *p)
{
	free(p->mappings);
	p->mappings = NULL;
	advice_release(p);
}

void copy_mappings(struct copying *c, struct process *p)
{
	struct mappings *m;

	if (!p->mappings)
		return;
	m = p->mappings = copied(c, p->mappings, sizeof *m);
	m->births.v = m->births_v;
	m->perms.v = m->perms_v;
}

static void ring_add(struct ring *r, const struct mapping *what)
{
	r->v[r->head] = *what;
	r->head = (r->head + 1) % r->max;
	if (r->n < r->max)
		r->n++;
}

/* Returns element i of the ring; element 0 is the newest. */
static struct mapping *ring_at(const struct ring *r, unsigned i)
{
	return &r->v[(r->head + r->max - 1 - i) % r->max];
}

/* Returns the newest call that covered addr; NULL if no such call is stored, or
 * if it is a munmap. */
static const struct mapping *ring_find(const struct ring *r, uint64_t addr)
{
	for (unsigned i = 0; i < r->n; i++) {
		const struct mapping *at = ring_at(r, i);
		if (at->start <= addr && addr < at->end)
			return at->cause.known ? at : NULL;
	}
	return NULL;
}

/* --- the range of a call ------------------------------------------------ */

struct covered {
	uint64_t start, end;
	uint64_t prot, flags;
	enum { MADE, UNMADE, PERM } what;
};

static uint64_t page_up(uint64_t len)
{
	return len > UINT64_MAX - 4095 ? len : (len + 4095) & ~UINT64_C(4095);
}

static uint64_t range_end(uint64_t start, uint64_t len)
{
	len = page_up(len);
	return len > UINT64_MAX - start ? UINT64_MAX : start + len;
}

/* Gets the range of a brk, which returns only the new end.  The old end is the
 * result of the previous brk. */
static bool cover_brk(struct mappings *m, uint64_t result, struct covered *c)
{
	uint64_t old = m->brk;

	m->brk = page_up(result);
	c->start = old;
	c->end = m->brk;
	return old && c->start < c->end;
}

/* Gets the range of a call.  For shmat, the range is one byte at the start of
 * the region: shmat does not return the size of the segment. */
static bool cover(struct mappings *m, const struct ev_call *call,
		  struct covered *c)
{
	const uint64_t *a = call->args;
	uint64_t result = (uint64_t)call->result;

	switch ((enum call_id)call->call) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		*c = (struct covered){ result, range_end(result, a[1]), a[2],
				       a[3], MADE };
		return true;
	case CALL_MREMAP:
		*c = (struct covered){ result, range_end(result, a[2]), 0,
				       a[3], MADE };
		return true;
	case CALL_SHMAT:
		*c = (struct covered){ result, result + 1, 0, a[2], MADE };
		return true;
	case CALL_MAP_SHADOW_STACK:
		*c = (struct covered){ result, range_end(result, a[1]), 0,
				       a[2], MADE };
		return true;
	case CALL_MPROTECT:
	case CALL_PKEY_MPROTECT:
		*c = (struct covered){ a[0], range_end(a[0], a[1]), a[2], 0,
				       PERM };
		return true;
	case CALL_MUNMAP:
		*c = (struct covered){ a[0], range_end(a[0], a[1]), 0, 0,
				       UNMADE };
		return true;
	case CALL_BRK:
		return cover_brk(m, result, c);
	default:
		return false;
	}
}

/* --- joining calls with regions ----------------------------------------- */

/* Sets a call as the cause of regions that were reported before it.  Regions
 * older than the start of the call are skipped. */
static void mapping_join(struct space *s, const struct mapping *at)
{
	uint64_t began = at->cause.time_ns > at->cause.duration_ns
		? at->cause.time_ns - at->cause.duration_ns : 0;
	struct space_walk w = space_walk(s, at->start, at->end);
	struct region *r;

	while ((r = space_next(&w)) != NULL)
		if (!r->removed_ns && r->start >= at->start &&
		    !r->born.known && r->added_ns && r->added_ns >= began)
			r->born = at->cause;
}

/* True if the brk extends a heap.  The cause of a heap that grows in steps is
 * its first brk. */
static bool extends_heap(const struct ring *r, const struct mapping *at)
{
	struct mapping *newest = r->n ? ring_at(r, 0) : NULL;

	if (at->cause.call != CALL_BRK || !newest ||
	    newest->cause.call != CALL_BRK || newest->end != at->start)
		return false;
	newest->end = at->end;
	return true;
}

static void note_mapping(struct process *p, const struct event *ev,
			 const struct covered *c)
{
	const struct ev_call *call = &ev->u.call;
	struct mapping at = {
		.start = c->start, .end = c->end,
		.cause = {
			.time_ns = ev->time_ns, .tid = ev->tid,
			.call = (enum call_id)call->call,
			.duration_ns = call->duration_ns,
			.prot = c->prot, .flags = c->flags,
			.length = call_size(call),
			.source = ev->source, .also = ev->flags & EVF_ALSO,
			.known = c->what != UNMADE,
		},
	};

	if (c->what == PERM) {
		ring_add(&p->mappings->perms, &at);
		return;
	}
	if (extends_heap(&p->mappings->births, &at))
		return;
	ring_add(&p->mappings->births, &at);
	if (c->what == MADE)
		mapping_join(&p->space, &at);
}

void cause_call(const struct model *m, struct process *p,
		const struct event *ev)
{
	const struct ev_call *call = &ev->u.call;
	struct covered c = { 0 };

	if (call->error || call->restarted || !call_args_known(call) ||
	    !call_result_known(call))
		return;
	if (call_is_advice(call)) {
		advice_call(m, ev);
		return;
	}
	if (!p->mappings)
		p->mappings = mappings_new();
	if (cover(p->mappings, call, &c) && c.start < c.end)
		note_mapping(p, ev, &c);
}

static bool is_of(const struct cause *c, const struct join_span *call)
{
	return c->known && c->tid == call->tid && c->time_ns == call->until_ns;
}

void cause_add_sources(struct process *p, const struct join_span *call,
		       uint8_t also)
{
	struct ring *r = p->mappings ? &p->mappings->births : NULL;
	struct space_walk w = space_walk(&p->space, call->addr,
					 call->addr + call->len);
	struct region *at;

	for (unsigned k = 0; r && k < r->n; k++)
		if (is_of(&ring_at(r, k)->cause, call)) {
			ring_at(r, k)->cause.also |= also;
			break;
		}
	while ((at = space_next(&w)) != NULL)
		if (is_of(&at->born, call))
			at->born.also |= also;
}

/* Copies the cause from the parent's region: a forked child has the regions of
 * its parent. */
static void cause_inherit(const struct model *m, const struct process *p,
			  struct region *r)
{
	const struct process *parent = model_process(m, p->ppid);
	const struct region *same;

	if (p->space.generation || p->space.synced_ns || !parent ||
	    parent == p)
		return;
	same = space_at(&parent->space, r->start);
	if (same && same->inode == r->inode)
		r->born = same->born;
}

void cause_join(const struct model *m, const struct process *p,
		struct region *r)
{
	const struct mapping *at = p->mappings
		? ring_find(&p->mappings->births, r->start) : NULL;

	if (at)
		r->born = at->cause;
	else
		cause_inherit(m, p, r);
	if (r->born.known && r->perms.n)
		r->perms.v[0].tid = r->born.tid;
	advice_join(p, r);
}

void cause_perm(const struct process *p, const struct region *r,
		struct perm_change *change)
{
	const struct mapping *at = p->mappings
		? ring_find(&p->mappings->perms, r->start) : NULL;

	if (!at)
		return;
	change->tid = at->cause.tid;
	change->time_ns = at->cause.time_ns;
}
