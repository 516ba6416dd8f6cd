/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keys of released calls, faults and signals.  After losses, one source may be
 * many records behind another: it then reports events that were already
 * released.
 *
 * There is one list for each source; its keys are almost in order of time.
 */
#include <config.h>

#include "event/join_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/vec.h"

/* Maximum number of keys for each source; a key has 24 bytes. */
#define GONE_MAX ((size_t)1 << 20)
/* Maximum number of keys of about the same time that one search compares. */
#define NEIGHBOURS 256
#define SOURCES 3

struct gone_list {
	VEC(struct join_key) v;		/* sorted by time */
	size_t first;			/* index of the first key not removed */
	/* For each kind: newest time of the keys that were dropped for lack of
	 * room. */
	uint64_t forgotten_ns[EV_KINDS];
};

struct join_gone {
	struct gone_list lists[SOURCES];
};

struct join_gone *join_gone_new(void)
{
	return xcalloc(1, sizeof(struct join_gone));
}

void join_gone_free(struct join_gone *g)
{
	for (size_t i = 0; g && i < SOURCES; i++)
		vec_release(&g->lists[i].v);
	free(g);
}

static size_t place(const struct gone_list *l, uint64_t time_ns)
{
	size_t i = l->v.n;

	if (i > l->first && l->v.v[i - 1].time_ns > time_ns)
		i = vec_lower(&l->v, k, k < &l->v.v[l->first] ||
			      k->time_ns <= time_ns);
	return i;
}

static void close_gap(struct gone_list *l)
{
	l->v.n -= l->first;
	if (l->v.n)
		memmove(l->v.v, l->v.v + l->first, l->v.n * sizeof *l->v.v);
	l->first = 0;
}

/* Index of the list of a key: the list of its highest-ranking source. */
static size_t list_of(const struct join_key *key)
{
	return key->tellers & EVF_ALSO_PTRACE ? 0 :
	       key->tellers & EVF_ALSO_RING ? 1 : 2;
}

static void forget_first(struct gone_list *l)
{
	const struct join_key *key = &l->v.v[l->first++];

	if (key->time_ns > l->forgotten_ns[key->kind])
		l->forgotten_ns[key->kind] = key->time_ns;
}

void join_gone_add(struct join_gone *g, const struct join_key *key)
{
	struct gone_list *l = &g->lists[list_of(key)];

	*vec_insert(&l->v, place(l, key->time_ns)) = *key;
	if (l->v.n - l->first <= GONE_MAX)
		return;
	for (size_t i = 0; i < GONE_MAX / 2; i++)
		forget_first(l);
	close_gap(l);
}

/* Finds a key of the same event: the nearest key before, otherwise the nearest
 * key after. */
static struct join_key *find(struct gone_list *l, const struct join_key *key)
{
	size_t at = place(l, key->time_ns);

	for (size_t i = at; i > l->first && at - i < NEIGHBOURS; i--)
		if (join_key_same(&l->v.v[i - 1], key))
			return &l->v.v[i - 1];
	for (size_t i = at; i < l->v.n && i - at < NEIGHBOURS; i++)
		if (join_key_same(&l->v.v[i], key))
			return &l->v.v[i];
	return NULL;
}

bool join_gone_take(struct join_gone *g, const struct join_key *key)
{
	struct join_key *found;

	for (size_t i = 0; i < SOURCES; i++) {
		/* A source reports an event only once, so its own list has
		 * other events. */
		if (i == list_of(key))
			continue;
		found = find(&g->lists[i], key);
		if (!found)
			continue;
		found->tellers |= key->tellers;
		return true;
	}
	return false;
}

bool join_gone_forgot(const struct join_gone *g, const struct join_key *key)
{
	for (size_t i = 0; i < SOURCES; i++)
		if (i != list_of(key) &&
		    key->time_ns <= g->lists[i].forgotten_ns[key->kind])
			return true;
	return false;
}

void join_gone_release(struct join_gone *g, uint64_t until_ns)
{
	for (size_t i = 0; i < SOURCES; i++) {
		struct gone_list *l = &g->lists[i];

		while (l->first < l->v.n &&
		       (until_ns == UINT64_MAX ||
			l->v.v[l->first].time_ns + JOIN_NEAR_NS < until_ns))
			l->first++;
		if (l->first > l->v.n / 2)
			close_gap(l);
	}
}
