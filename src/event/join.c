/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/join.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/vec.h"
#include "event/call.h"

/* So many neighbours in time are looked at for the same thing: what both tell
 * of is a moment apart. */
#define NEIGHBOURS 256
/* A task's end is told by ptrace when it is waited for. */
#define NEAR_NS 1000000000ull
/* Who was kept waiting for a CPU at a call's end tells of it so much later. */
#define NEAR_CALL_NS 20000000ull
#define PAGE 4096
/* Tasks that ptrace may still come to tell of. */
#define ORPHANS_MAX 256

/* A copy of an event, with the bytes that it borrowed behind it. */
struct held {
	struct event ev;
	size_t n;		/* bytes */
	bool linked;		/* a record whose call is found */
	char bytes[];
};

struct join {
	event_fn *out;
	void *arg;
	bool hold;
	VEC(struct held *) v;	/* by time; what came first, first */
	size_t first;		/* those before are gone */
	size_t bytes;		/* that those of v borrowed */
	VEC(struct held *) orphans;
	uint64_t released_ns;	/* of the youngest that went on */
	struct join_counts counts;
};

struct join *join_new(event_fn *out, void *arg)
{
	struct join *j = xcalloc(1, sizeof *j);

	j->out = out;
	j->arg = arg;
	return j;
}

void join_hold(struct join *j, bool hold)
{
	j->hold = hold;
}

struct join_counts join_counts(const struct join *j)
{
	return j->counts;
}

void join_free(struct join *j)
{
	if (!j)
		return;
	for (size_t i = j->first; i < j->v.n; i++)
		free(j->v.v[i]);
	for (size_t i = 0; i < j->orphans.n; i++)
		free(j->orphans.v[i]);
	vec_release(&j->v);
	vec_release(&j->orphans);
	free(j);
}

static struct held *held_new(const struct event *ev)
{
	const struct event_desc *d = &event_descs[ev->kind];
	struct held *h;
	size_t size = 0;
	char *at;

	for (size_t i = 0; i < d->n; i++) {
		const struct bytes *b = (const void *)
			((const char *)ev + d->fields[i].offset);

		size += d->fields[i].type == 'B' ? b->len : 0;
	}
	h = xmalloc(sizeof *h + size);
	h->ev = *ev;
	h->n = size;
	h->linked = false;
	at = h->bytes;
	for (size_t i = 0; i < d->n; i++) {
		struct bytes *b = (void *)
			((char *)&h->ev + d->fields[i].offset);

		if (d->fields[i].type != 'B' || !b->len)
			continue;
		memcpy(at, b->data, b->len);
		b->data = at;
		at += b->len;
	}
	return h;
}

/* --- the same thing ----------------------------------------------------------- */

static uint8_t also_flag(char source)
{
	switch (source) {
	case 't': return EVF_ALSO_PTRACE;
	case 'r': return EVF_ALSO_RING;
	default: return EVF_ALSO_PERF;
	}
}

/* Whose words are taken: who stopped it knows most. */
static int rank(char source)
{
	return source == 't' ? 2 : source == 'r' ? 1 : 0;
}

static uint64_t apart(const struct event *a, const struct event *b)
{
	return a->time_ns > b->time_ns ? a->time_ns - b->time_ns
				       : b->time_ns - a->time_ns;
}

static bool is_birth(uint64_t op)
{
	return op == PROCESS_THREAD || op == PROCESS_FORK ||
	       op == PROCESS_VFORK || op == PROCESS_CLONE;
}

static bool same_process(const struct event *a, const struct event *b)
{
	const struct ev_process *x = &a->u.process, *y = &b->u.process;

	if (is_birth(x->op))
		return is_birth(y->op) && x->child == y->child;
	if (x->op != y->op)
		return false;
	/* The task that calls exec gets another number. */
	return x->op == PROCESS_EXEC ? a->pid == b->pid :
	       x->op == PROCESS_EXIT && a->tid == b->tid;
}

static bool same_call(const struct event *a, const struct event *b)
{
	const struct ev_call *x = &a->u.call, *y = &b->u.call;

	/* A second ago it may have made the same one, told by the other. */
	return a->tid == b->tid && apart(a, b) <= NEAR_CALL_NS &&
	       x->abi == y->abi && x->nr == y->nr &&
	       x->phase == y->phase && x->result == y->result &&
	       x->error == y->error &&
	       !memcmp(x->args, y->args, sizeof x->args);
}

static bool same_signal(const struct event *a, const struct event *b)
{
	const struct ev_signal *x = &a->u.signal, *y = &b->u.signal;

	return a->tid == b->tid && x->signal == y->signal &&
	       x->code == y->code && x->action == y->action;
}

/* The ring tells of it when it begins, perf when it is over: one that had to be
 * read lasts as long as that takes. */
static bool same_fault(const struct event *a, const struct event *b)
{
	const struct event *first = a->source == 'r' ? a : b;
	const struct event *last = first == a ? b : a;

	return a->tid == b->tid && a->flags & b->flags & EVF_EACH &&
	       a->u.fault.addr / PAGE == b->u.fault.addr / PAGE &&
	       first->time_ns <= last->time_ns &&
	       (last->u.fault.major || apart(a, b) <= NEAR_CALL_NS);
}

static bool is_same(const struct event *a, const struct event *b)
{
	if (a->kind != b->kind || a->source == b->source ||
	    (a->flags | b->flags) & (EVF_AGAIN | EVF_SYNTHETIC) ||
	    /* One of that source has been found before. */
	    a->flags & also_flag(b->source) ||
	    b->flags & also_flag(a->source) || apart(a, b) > NEAR_NS)
		return false;
	switch (a->kind) {
	case EV_PROCESS:
		return same_process(a, b);
	case EV_CALL:
		return same_call(a, b);
	case EV_SIGNAL:
		return same_signal(a, b);
	case EV_FAULT:
		return same_fault(a, b);
	default:
		return false;
	}
}

/* --- a mapping and its call ------------------------------------------------------ */

/* What the call left there; false: nothing, or it cannot be told. */
static bool call_range(const struct ev_call *c, uint64_t *addr, uint64_t *len)
{
	*addr = (uint64_t)c->result;
	*len = 1;
	switch (c->call) {
	case CALL_MMAP: case CALL_MMAP2: case CALL_MAP_SHADOW_STACK:
		*len = c->args[1];
		break;
	case CALL_MREMAP:
		*len = c->args[2];
		break;
	case CALL_MPROTECT: case CALL_PKEY_MPROTECT:
		*addr = c->args[0];
		*len = c->args[1];
		break;
	case CALL_BRK:
		*addr -= *addr > 0;
		break;
	case CALL_OLD_MMAP: case CALL_SHMAT: case CALL_REMAP_FILE_PAGES:
		break;
	default:
		return false;
	}
	return !c->error && c->phase != PHASE_ENTER;
}

/* Told at its end, or that of its stop. */
bool join_call_span(const struct event *ev, struct join_span *span)
{
	uint64_t took = ev->u.call.duration_ns;

	took = (took < ev->time_ns ? took : 0) + NEAR_CALL_NS;
	*span = (struct join_span){
		.tid = ev->tid, .source = ev->source,
		.since_ns = took < ev->time_ns ? ev->time_ns - took : 0,
		.until_ns = ev->time_ns,
	};
	return call_range(&ev->u.call, &span->addr, &span->len);
}

struct join_span join_map_span(const struct event *ev)
{
	return (struct join_span){
		.tid = ev->tid, .source = ev->source,
		.since_ns = ev->time_ns, .until_ns = ev->time_ns,
		.addr = ev->u.map.addr, .len = ev->u.map.len,
	};
}

/* The record is from within. */
bool join_made(const struct join_span *call, const struct join_span *map)
{
	return call->tid == map->tid && call->source != map->source &&
	       map->since_ns >= call->since_ns &&
	       map->until_ns <= call->until_ns && call->addr >= map->addr &&
	       call->addr - map->addr < map->len &&
	       call->len <= map->len - (call->addr - map->addr);
}

static bool made(const struct event *call, const struct event *map)
{
	struct join_span made, recorded;

	if (call->kind != EV_CALL || map->kind != EV_MAP ||
	    call->tid != map->tid || call->flags & EVF_ALSO_PERF ||
	    !join_call_span(call, &made))
		return false;
	recorded = join_map_span(map);
	return join_made(&made, &recorded);
}

/* --- waiting -------------------------------------------------------------------- */

/* Where one of that time goes: behind those of the same time. */
static size_t place(const struct join *j, uint64_t time_ns)
{
	size_t i = j->v.n;

	/* Mostly it is the youngest. */
	if (i > j->first && j->v.v[i - 1]->ev.time_ns > time_ns)
		i = vec_lower(&j->v, h, h < &j->v.v[j->first] ||
			      (*h)->ev.time_ns <= time_ns);
	return i;
}

static void insert(struct join *j, struct held *h)
{
	j->bytes += h->n;
	*vec_insert(&j->v, place(j, h->ev.time_ns)) = h;
}

/* Only the ring knows what for, and only perf whether it took long. */
static void complete(struct event *better, const struct event *other)
{
	struct ev_fault *f = &better->u.fault;

	if (better->kind != EV_FAULT)
		return;
	if (!f->minor && !f->major) {
		f->minor = other->u.fault.minor;
		f->major = other->u.fault.major;
	}
	if (f->access == ACCESS_UNKNOWN)
		f->access = other->u.fault.access;
}

/* a is of the same thing as what waits at i: the better one stays. */
static void merge(struct join *j, size_t i, const struct event *ev)
{
	struct held *old = j->v.v[i], *better;

	j->counts.joined++;
	if (rank(old->ev.source) >= rank(ev->source)) {
		old->ev.flags |= also_flag(ev->source);
		complete(&old->ev, ev);
		return;
	}
	better = held_new(ev);
	complete(&better->ev, &old->ev);
	better->ev.flags |= also_flag(old->ev.source) |
			    (old->ev.flags & EVF_ALSO);
	j->bytes -= old->n;
	vec_remove(&j->v, i);
	free(old);
	insert(j, better);
}

/* Those around at, in [from, to). */
static void neighbours(const struct join *j, size_t at, size_t *from,
		       size_t *to)
{
	*from = at - j->first > NEIGHBOURS ? at - NEIGHBOURS : j->first;
	*to = j->v.n - at > NEIGHBOURS ? at + NEIGHBOURS : j->v.n;
}

/* Those around at: the same thing is one of them? True: merged. */
static bool merge_near(struct join *j, const struct event *ev, size_t at)
{
	size_t from, to;

	neighbours(j, at, &from, &to);
	for (size_t i = from; i < to; i++)
		if (is_same(&j->v.v[i]->ev, ev)) {
			merge(j, i, ev);
			return true;
		}
	return false;
}

/* A mapping's record and the one call that made it, whichever comes first: the
 * last record before the call, the first call behind the record. */
static void link_map(struct join *j, struct held *h, size_t at)
{
	bool is_call = h->ev.kind == EV_CALL;
	size_t from, to;

	neighbours(j, at, &from, &to);
	for (size_t n = 0; n < to - from; n++) {
		size_t i = is_call ? to - 1 - n : from + n;
		struct held *call = is_call ? h : j->v.v[i];
		struct held *map = is_call ? j->v.v[i] : h;

		if (map->linked || !made(&call->ev, &map->ev))
			continue;
		map->linked = true;
		call->ev.flags |= EVF_ALSO_PERF;
		j->counts.joined++;
		return;
	}
}

/* Others told of it before, and were not believed alone. */
static void adopt(struct join *j, struct event *ev)
{
	for (size_t i = 0; i < j->orphans.n;) {
		struct held *o = j->orphans.v[i];

		if (!is_same(&o->ev, ev)) {
			i++;
			continue;
		}
		ev->flags |= also_flag(o->ev.source) |
			     (o->ev.flags & EVF_ALSO);
		j->counts.joined++;
		vec_remove(&j->orphans, i);
		free(o);
	}
}

static bool needs_ptrace(const struct event *ev)
{
	return ev->kind == EV_PROCESS && ev->source != 't' &&
	       ev->u.process.op != PROCESS_SEEN;
}

static void abandon(struct join *j, struct held *h)
{
	if (j->orphans.n == ORPHANS_MAX) {
		j->counts.alone++;
		free(j->orphans.v[0]);
		vec_remove(&j->orphans, 0);
	}
	*vec_push(&j->orphans) = h;
}

/* The first of all goes on. */
static void let_go(struct join *j)
{
	struct held *h = j->v.v[j->first++];

	j->bytes -= h->n;
	if (h->ev.time_ns < j->released_ns)
		j->counts.late++;
	else
		j->released_ns = h->ev.time_ns;
	if (needs_ptrace(&h->ev)) {
		abandon(j, h);
		return;
	}
	j->out(j->arg, &h->ev);
	free(h);
}

static void close_gap(struct join *j)
{
	j->v.n -= j->first;
	if (j->v.n)
		memmove(j->v.v, j->v.v + j->first, j->v.n * sizeof *j->v.v);
	j->first = 0;
}

/* More of them wait, or longer ones, than that part of what may. */
static bool is_over(const struct join *j, size_t part)
{
	return j->v.n - j->first > JOIN_MAX / part ||
	       j->bytes > JOIN_BYTES / part;
}

void join_event(struct join *j, const struct event *ev)
{
	struct event whole;
	struct held *h;
	size_t at;

	if (!j->hold) {
		if (!needs_ptrace(ev))
			j->out(j->arg, ev);
		return;
	}
	if (ev->kind == EV_PROCESS && !needs_ptrace(ev)) {
		whole = *ev;
		adopt(j, &whole);
		ev = &whole;
	}
	at = place(j, ev->time_ns);
	if (merge_near(j, ev, at))
		return;
	h = held_new(ev);
	if (ev->kind == EV_CALL || ev->kind == EV_MAP)
		link_map(j, h, at);
	insert(j, h);
	if (!is_over(j, 1))
		return;
	while (is_over(j, 2))
		let_go(j);
	close_gap(j);
}

void join_release(struct join *j, uint64_t until_ns)
{
	size_t old = 0;

	while (j->first < j->v.n &&
	       j->v.v[j->first]->ev.time_ns <= until_ns)
		let_go(j);
	close_gap(j);
	while (old < j->orphans.n &&
	       (until_ns == UINT64_MAX ||
		j->orphans.v[old]->ev.time_ns + NEAR_NS < until_ns))
		free(j->orphans.v[old++]);
	j->counts.alone += old;
	j->orphans.n -= old;
	if (old && j->orphans.n)
		memmove(j->orphans.v, j->orphans.v + old,
			j->orphans.n * sizeof *j->orphans.v);
}

uint64_t join_oldest(const struct join *j)
{
	return j->first < j->v.n ? j->v.v[j->first]->ev.time_ns : UINT64_MAX;
}
