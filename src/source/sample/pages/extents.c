/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which a round scans an address space.
 *
 * If holes cost nothing, one scan covers everything, from the first region to
 * the last.  If holes cost time (the kernel has no PAGEMAP_SCAN), the round
 * scans region by region.  Large regions come last, and are scanned for a
 * limited time; the next round continues there.  So counts of small regions are
 * up to date, however many terabytes are reserved.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include "source/sample/pages/pages.h"

#include <stdlib.h>

#define LARGE (1ull << 30)
#define LARGE_NS (50 * NS_PER_MS)

static bool is_large(const struct page_range *e)
{
	return e->end - e->start > LARGE;
}

static int small_first(const void *a, const void *b)
{
	const struct page_range *x = a, *y = b;
	uint64_t xs = x->end - x->start, ys = y->end - y->start;

	if (!is_large(x) && !is_large(y))
		return (x->start > y->start) - (x->start < y->start);
	return (xs > ys) - (xs < ys);
}

/* Rotates the large extents: e[i], which is not finished, becomes the first. */
static void rotate(struct round *r, size_t large, size_t i)
{
	VEC(struct page_range) turned = VEC_INIT;

	for (size_t k = i; k < r->extents.n; k++)
		*vec_push(&turned) = r->extents.v[k];
	for (size_t k = large; k < i; k++)
		*vec_push(&turned) = r->extents.v[k];
	for (size_t k = 0; k < turned.n; k++)
		r->extents.v[large + k] = turned.v[k];
	vec_release(&turned);
}

static void go_on_where_left(struct round *r, const struct sproc *p)
{
	size_t large = 0;

	if (r->left.pid != p->pid)
		return;
	while (large < r->extents.n && !is_large(&r->extents.v[large]))
		large++;
	for (size_t i = large; i < r->extents.n; i++)
		if (r->extents.v[i].start == r->left.start) {
			rotate(r, large, i);
			return;
		}
}

void extents_of(struct sampler *s, const struct sproc *p, const sregions *v)
{
	struct round *r = &s->round;
	size_t n = v->n;

	vec_clear(&r->extents);
	while (n && v->v[n - 1]->end > ROUND_USER_END)
		n--;
	if (!n)
		return;
	if (pagescanner_skips_holes(s->scanner)) {
		*vec_push(&r->extents) = (struct page_range){
			v->v[0]->start, v->v[n - 1]->end,
		};
		return;
	}
	for (size_t i = 0; i < n; i++)
		*vec_push(&r->extents) = (struct page_range){
			v->v[i]->start, v->v[i]->end,
		};
	qsort(r->extents.v, n, sizeof *r->extents.v, small_first);
	go_on_where_left(r, p);
}

bool extents_tired(struct sampler *s, uint64_t took_ns)
{
	struct round *r = &s->round;

	if (pagescanner_skips_holes(s->scanner) ||
	    !is_large(&r->extents.v[r->extent]))
		return false;
	r->large_ns += took_ns;
	return r->large_ns > LARGE_NS;
}

static void swap_counts(struct round *r)
{
	struct binner bin = r->bin;
	struct page_range *v = r->ranges.v;
	size_t n = r->ranges.n, cap = r->ranges.cap;

	r->bin = r->left.bin;
	r->left.bin = bin;
	r->ranges.v = r->left.ranges.v;
	r->ranges.n = r->left.ranges.n;
	r->ranges.cap = r->left.ranges.cap;
	r->left.ranges.v = v;
	r->left.ranges.n = n;
	r->left.ranges.cap = cap;
}

void extents_suspend(struct sampler *s)
{
	struct round *r = &s->round;
	struct page_range *e;

	if (pagescanner_skips_holes(s->scanner) ||
	    r->extent >= r->extents.n)
		return;
	e = &r->extents.v[r->extent];
	if (!is_large(e))
		return;
	r->left.pid = r->proc->pid;
	r->left.start = e->start;
	r->left.end = e->end;
	r->left.pos = r->scan.pos;
	r->left.totals = r->totals;
	swap_counts(r);
}

bool extents_resume(struct sampler *s)
{
	struct round *r = &s->round;
	struct page_range *e = &r->extents.v[r->extent];

	if (r->left.pid != r->proc->pid || r->left.start != e->start)
		return false;
	r->left.pid = 0;
	if (r->left.end != e->end)
		return false;	/* the extent has changed: count it from its
				 * start */
	swap_counts(r);
	r->scan.pos = r->left.pos;
	/* A part of the extent was counted with these totals. */
	if (r->totals.known)
		r->totals = r->left.totals;
	return true;
}
