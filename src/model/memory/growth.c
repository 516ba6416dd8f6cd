/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "model/memory/growth.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

/* --- the part that a region belongs to -------------------------------- */

/* The part for regions whose creating call is not known. */
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

	/* A file mapping is of kind `file`, whichever code called mmap(2). */
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

/* --- the memory at one time ------------------------------------------- */

static void parts_release(struct growth_parts *p)
{
	for (size_t i = 0; i < p->v.n; i++)
		free(p->v.v[i].name);
	vec_release(&p->v);
}

void growth_release(struct growth *g)
{
	parts_release(&g->parts);
	vec_release(&g->regions);
	*g = (struct growth){ .time_ns = 0 };
}

struct growth *copied_growth(struct copying *c, const struct growth *from)
{
	struct growth *g = copied(c, from, sizeof *g);

	copy_vec(c, &g->parts.v);
	for (size_t i = 0; i < g->parts.v.n; i++)
		g->parts.v.v[i].name = copied_text(c, g->parts.v.v[i].name);
	copy_vec(c, &g->regions);
	return g;
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

/* Merges parts that have the same `what` and name. */
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
		*vec_push(&g->regions) = (struct growth_region){
			r->start, r->end, (int64_t)r->rss };
	}
	merge(&g->parts);
	return true;
}

/* --- change between two times ----------------------------------------- */

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

/* Bytes that the region r had at the earlier time.  *from is the first of the
 * earlier regions that may overlap r; calls must be in the order of r. */
static int64_t bytes_then(const struct growth *then, size_t *from,
			  const struct growth_region *r)
{
	const struct growth_region *v = then->regions.v;
	int64_t sum = 0;

	while (*from < then->regions.n && v[*from].end <= r->start)
		++*from;
	for (size_t i = *from; i < then->regions.n && v[i].start < r->end;
	     i++) {
		uint64_t start = v[i].start > r->start ? v[i].start : r->start;
		uint64_t end = v[i].end < r->end ? v[i].end : r->end;

		sum += (int64_t)((double)v[i].bytes * (double)(end - start) /
				 (double)(v[i].end - v[i].start));
	}
	return sum;
}

static void find_most(const struct growth *then, const struct growth *now,
		      struct growth_change *out)
{
	size_t from = 0;

	for (size_t i = 0; i < now->regions.n; i++) {
		struct growth_region r = now->regions.v[i];

		r.bytes -= bytes_then(then, &from, &r);
		if (out->rss < 0 ? r.bytes < out->most.bytes
				 : r.bytes > out->most.bytes)
			out->most = r;
	}
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
	find_most(then, now, out);
}
