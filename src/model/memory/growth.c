/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "model/memory/growth.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/fold.h"

/* --- what a region is of -------------------------------------------------------- */

/* Not told by any call: as its kind has it. */
static enum growth_what what_of_kind(enum region_kind kind)
{
	switch (kind) {
	case KIND_HEAP: return GROWTH_HEAP;
	case KIND_ARENA:
	case KIND_ARENA_RESERVE: return GROWTH_ARENAS;
	case KIND_STACK:
	case KIND_THREAD_STACK:
	case KIND_GUARD: return GROWTH_STACKS;
	case KIND_PROGRAM:
	case KIND_LIBRARY: return GROWTH_PROGRAM;
	case KIND_FILE: return GROWTH_FILE;
	case KIND_SYSV:
	case KIND_POSIX_SHM:
	case KIND_MEMFD:
	case KIND_SHARED_ANON: return GROWTH_SHARED;
	default: return GROWTH_OTHER;
	}
}

static enum growth_what what_of(const struct region *r)
{
	enum growth_what kind = what_of_kind(r->kind);

	/* A file is one, whoever mapped it. */
	if (kind == GROWTH_PROGRAM || kind == GROWTH_FILE)
		return kind;
	switch (r->holder.whose) {
	case WHOSE_HEAP: return GROWTH_HEAP;
	case WHOSE_ARENA: return GROWTH_ARENAS;
	case WHOSE_STACK: return GROWTH_STACKS;
	case WHOSE_MALLOC: return GROWTH_MALLOC;
	case WHOSE_TLS: return GROWTH_TLS;
	case WHOSE_LOADER:
	case WHOSE_LIBC: return GROWTH_LOADER;
	case WHOSE_CODE: return GROWTH_CODE;
	default: return kind;
	}
}

static struct bytes name_of(enum growth_what what, const struct region *r)
{
	if (what == GROWTH_CODE || what == GROWTH_MALLOC)
		return r->holder.code;
	if (what == GROWTH_FILE || (what == GROWTH_SHARED &&
				    r->kind == KIND_POSIX_SHM))
		return bytes_of(r->name);
	return bytes_of("");
}

/* --- one moment ----------------------------------------------------------------- */

static void parts_release(struct growth_parts *p)
{
	for (size_t i = 0; i < p->v.n; i++)
		free(p->v.v[i].name);
	vec_release(&p->v);
}

void growth_release(struct growth *g)
{
	parts_release(&g->parts);
	*g = (struct growth){ .time_ns = 0 };
}

void growth_change_release(struct growth_change *c)
{
	parts_release(&c->parts);
	*c = (struct growth_change){ .rss = 0 };
}

static int by_part(const void *a, const void *b)
{
	const struct growth_part *x = a, *y = b;

	return x->what != y->what ? (x->what > y->what) - (x->what < y->what)
				  : strcmp(x->name, y->name);
}

/* Equal ones become one. */
static void merge(struct growth_parts *p)
{
	size_t n = 0;

	if (p->v.n)
		qsort(p->v.v, p->v.n, sizeof *p->v.v, by_part);
	for (size_t i = 0; i < p->v.n; i++) {
		if (n && !by_part(&p->v.v[n - 1], &p->v.v[i])) {
			p->v.v[n - 1].bytes += p->v.v[i].bytes;
			free(p->v.v[i].name);
		} else {
			p->v.v[n++] = p->v.v[i];
		}
	}
	p->v.n = n;
}

bool growth_take(struct growth *g, const struct process *p, uint64_t now_ns)
{
	if (!p->usage_ns || p->usage.rss == EV_UNKNOWN)
		return false;
	*g = (struct growth){ .time_ns = now_ns, .rss = p->usage.rss,
			      .generation = p->space.generation };
	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];
		enum growth_what what = what_of(r);
		struct bytes name = name_of(what, r);

		if (r->removed_ns)
			continue;
		g->unknown += r->rss == EV_UNKNOWN;
		if (r->rss == EV_UNKNOWN || !r->rss)
			continue;
		*vec_push(&g->parts.v) = (struct growth_part){
			what, bytes_copy(&name, name.len), (int64_t)r->rss };
	}
	merge(&g->parts);
	return true;
}

/* --- two moments ---------------------------------------------------------------- */

static void add_change(struct growth_change *c, const struct growth_part *p,
		       int64_t bytes)
{
	if (!bytes)
		return;
	c->rest -= bytes;
	*vec_push(&c->parts.v) = (struct growth_part){ p->what,
						       xstrdup(p->name),
						       bytes };
}

static int by_size(const void *a, const void *b)
{
	const struct growth_part *x = a, *y = b;
	int64_t m = llabs(x->bytes), n = llabs(y->bytes);

	return m != n ? (m < n) - (m > n) : by_part(a, b);
}

void growth_between(const struct growth *then, const struct growth *now,
		    struct growth_change *out)
{
	const struct growth_part *a = then->parts.v.v, *b = now->parts.v.v;
	const struct growth_part *a_end = a + then->parts.v.n;
	const struct growth_part *b_end = b + now->parts.v.n;

	*out = (struct growth_change){
		.rss = (int64_t)now->rss - (int64_t)then->rss };
	out->rest = out->rss;
	while (a < a_end || b < b_end) {
		int order = a == a_end ? 1 : b == b_end ? -1 : by_part(a, b);

		if (order < 0)
			add_change(out, a, -a->bytes);
		else
			add_change(out, b, b->bytes - (order ? 0 : a->bytes));
		a += order <= 0;
		b += order >= 0;
	}
	if (out->parts.v.n)
		qsort(out->parts.v.v, out->parts.v.n, sizeof *out->parts.v.v,
		      by_size);
}
