/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/join_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/vec.h"

/* An event is compared with at most this number of events before and after its
 * time.  Reports of the same event have nearly the same time. */
#define NEIGHBOURS 256
/* Maximum number of stored starts and exits that ptrace may still report. */
#define ORPHANS_MAX 256

/* A copy of an event, followed by its borrowed bytes. */
struct held {
	struct event ev;
	struct join_key key;
	size_t n;		/* number of borrowed bytes */
	bool linked;		/* the call that belongs to this record of a
				 * mapping was found */
	char bytes[];
};

struct join {
	event_fn *out;
	void *arg;
	bool hold;
	VEC(struct held *) v;	/* sorted by time, then in order of arrival */
	size_t first;		/* index of the first event not released */
	size_t bytes;		/* sum of the borrowed bytes in v */
	VEC(struct held *) orphans;
	struct join_gone *gone;
	size_t keyed[3];	/* number of waiting events that another source
				 * may also report, by rank of their source */
	uint64_t released_ns;	/* newest time of the released events */
	struct join_counts counts;
};

struct join *join_new(event_fn *out, void *arg)
{
	struct join *j = xcalloc(1, sizeof *j);

	j->out = out;
	j->arg = arg;
	j->gone = join_gone_new();
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
	join_gone_free(j->gone);
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
	h->key = join_key_of(ev);
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

/* --- waiting events --------------------------------------------------- */

/* Insertion index for an event of that time: after all events of the same
 * time. */
static size_t place(const struct join *j, uint64_t time_ns)
{
	size_t i = j->v.n;

	/* In most cases the event is the newest. */
	if (i > j->first && j->v.v[i - 1]->ev.time_ns > time_ns)
		i = vec_lower(&j->v, h, h < &j->v.v[j->first] ||
			      (*h)->ev.time_ns <= time_ns);
	return i;
}

static void insert(struct join *j, struct held *h)
{
	j->bytes += h->n;
	j->keyed[join_rank(h->ev.source)] += h->key.kind != 0;
	*vec_insert(&j->v, place(j, h->ev.time_ns)) = h;
}

/* Copies values that only one report has: the ring has the access, perf has
 * `minor` or `major`. */
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

/* Merges ev with element i, which reports the same event: stores the report
 * with the higher rank. */
static void merge(struct join *j, size_t i, const struct event *ev)
{
	struct held *old = j->v.v[i], *better;

	j->counts.joined++;
	if (join_rank(old->ev.source) >= join_rank(ev->source)) {
		old->ev.flags |= join_also_flag(ev->source);
		old->key.tellers |= join_also_flag(ev->source);
		complete(&old->ev, ev);
		return;
	}
	better = held_new(ev);
	complete(&better->ev, &old->ev);
	better->ev.flags |= join_also_flag(old->ev.source) |
			    (old->ev.flags & EVF_ALSO);
	better->key.tellers |= old->key.tellers;
	j->bytes -= old->n;
	j->keyed[join_rank(old->ev.source)] -= old->key.kind != 0;
	vec_remove(&j->v, i);
	free(old);
	insert(j, better);
}

/* Sets [from, to) to the events within NEIGHBOURS of index `at`. */
static void neighbours(const struct join *j, size_t at, size_t *from,
		       size_t *to)
{
	*from = at - j->first > NEIGHBOURS ? at - NEIGHBOURS : j->first;
	*to = j->v.n - at > NEIGHBOURS ? at + NEIGHBOURS : j->v.n;
}

static bool is_same(const struct held *h, const struct event *ev,
		    const struct join_key *key)
{
	return key->kind ? join_key_same(&h->key, key)
			 : join_is_same(&h->ev, ev);
}

/* True if all waiting events with a key come from sources of that rank. */
static bool only_of(const struct join *j, int rank)
{
	for (int i = 0; i < (int)(sizeof j->keyed / sizeof *j->keyed); i++)
		if (i != rank && j->keyed[i])
			return false;
	return true;
}

/* Merges ev with the nearest report of the same event: the nearest before `at`,
 * otherwise the nearest after it.  False if there is none. */
static bool merge_near(struct join *j, const struct event *ev,
		       const struct join_key *key, size_t at)
{
	size_t from, to;

	if (key->kind ? only_of(j, join_rank(ev->source))
		      : ev->kind != EV_PROCESS)
		return false;
	neighbours(j, at, &from, &to);
	for (size_t n = 0; n < to - from; n++) {
		size_t i = n < at - from ? at - 1 - n : from + n;

		if (is_same(j->v.v[i], ev, key)) {
			merge(j, i, ev);
			return true;
		}
	}
	return false;
}

/* Links a call with the perf record of its mapping when the second of the two
 * arrives.  A call is linked with the last matching record, a record with the
 * first matching call. */
static void link_map(struct join *j, struct held *h, size_t at)
{
	bool is_call = h->ev.kind == EV_CALL;
	size_t from, to;

	neighbours(j, at, &from, &to);
	for (size_t n = 0; n < to - from; n++) {
		size_t i = is_call ? to - 1 - n : from + n;
		struct held *call = is_call ? h : j->v.v[i];
		struct held *map = is_call ? j->v.v[i] : h;

		if (map->linked || !join_call_made(&call->ev, &map->ev))
			continue;
		map->linked = true;
		call->ev.flags |= EVF_ALSO_PERF;
		j->counts.joined++;
		return;
	}
}

/* Adds the sources that reported ev before ptrace did to its flags. */
static void adopt(struct join *j, struct event *ev)
{
	for (size_t i = 0; i < j->orphans.n;) {
		struct held *o = j->orphans.v[i];

		if (!join_is_same(&o->ev, ev)) {
			i++;
			continue;
		}
		ev->flags |= join_also_flag(o->ev.source) |
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

/* Releases the first waiting event. */
static void let_go(struct join *j)
{
	struct held *h = j->v.v[j->first++];

	j->bytes -= h->n;
	j->keyed[join_rank(h->ev.source)] -= h->key.kind != 0;
	if (h->ev.time_ns < j->released_ns)
		j->counts.late++;
	else
		j->released_ns = h->ev.time_ns;
	if (needs_ptrace(&h->ev)) {
		abandon(j, h);
		return;
	}
	if (h->key.kind)
		join_gone_add(j->gone, &h->key);
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

/* True if the waiting events or their bytes exceed 1/part of the limit. */
static bool is_over(const struct join *j, size_t part)
{
	return j->v.n - j->first > JOIN_MAX / part ||
	       j->bytes > JOIN_BYTES / part;
}

/* True if another source has reported the event, and its report was
 * released. */
static bool is_gone(struct join *j, const struct join_key *key)
{
	if (!key->kind || !join_gone_take(j->gone, key))
		return false;
	j->counts.joined++;
	return true;
}

bool join_event(struct join *j, const struct event *ev)
{
	struct join_key key;
	struct event whole;
	struct held *h;
	size_t at;
	bool late = ev->time_ns < j->released_ns;

	if (!j->hold) {
		if (!needs_ptrace(ev))
			j->out(j->arg, ev);
		return true;
	}
	if (ev->kind == EV_PROCESS && !needs_ptrace(ev)) {
		whole = *ev;
		adopt(j, &whole);
		ev = &whole;
	}
	at = place(j, ev->time_ns);
	key = join_key_of(ev);
	/* Among events with equal values, the nearest in time is the same
	 * event.  So a late event is first compared with the released
	 * events. */
	if ((late && is_gone(j, &key)) || merge_near(j, ev, &key, at) ||
	    (!late && is_gone(j, &key)))
		return true;
	if (key.kind && join_gone_forgot(j->gone, &key))
		return false;
	h = held_new(ev);
	if (ev->kind == EV_CALL || ev->kind == EV_MAP)
		link_map(j, h, at);
	insert(j, h);
	if (!is_over(j, 1))
		return true;
	while (is_over(j, 2))
		let_go(j);
	close_gap(j);
	return true;
}

void join_release(struct join *j, uint64_t until_ns)
{
	size_t old = 0;

	while (j->first < j->v.n &&
	       j->v.v[j->first]->ev.time_ns <= until_ns)
		let_go(j);
	close_gap(j);
	join_gone_release(j->gone, until_ns);
	while (old < j->orphans.n &&
	       (until_ns == UINT64_MAX ||
		j->orphans.v[old]->ev.time_ns + JOIN_NEAR_NS < until_ns))
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
