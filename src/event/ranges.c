/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/ranges.h"

void ranges_clear(struct ranges *r)
{
	vec_clear(&r->v);
	r->total = r->more = 0;
	r->cut = UINT64_MAX;
}

void ranges_release(struct ranges *r)
{
	ranges_clear(r);
	vec_release(&r->v);
}

/* Index of the first range with an end at `at` or above. */
static size_t first_reaching(const struct ranges *r, uint64_t at)
{
	return vec_lower(&r->v, e, e->end < at);
}

static uint64_t length(const struct page_range *e)
{
	return e->end - e->start;
}

static void drop_last(struct ranges *r)
{
	const struct page_range *last = &r->v.v[--r->v.n];

	r->total -= length(last);
	r->cut = last->start;
	r->more++;
}

/* Merges [start, end) with the ranges from v[i] on that it touches, or inserts
 * it at i. */
static void join(struct ranges *r, size_t i, uint64_t start, uint64_t end)
{
	struct page_range *v = r->v.v;
	size_t n = 0;

	while (i + n < r->v.n && v[i + n].start <= end) {
		r->total -= length(&v[i + n]);
		if (v[i + n].start < start)
			start = v[i + n].start;
		if (v[i + n].end > end)
			end = v[i + n].end;
		n++;
	}
	r->total += end - start;
	if (!n) {
		*vec_insert(&r->v, i) = (struct page_range){ start, end };
		return;
	}
	v[i] = (struct page_range){ start, end };
	memmove(&v[i + 1], &v[i + n],
		(r->v.n - i - n) * sizeof *v);
	r->v.n -= n - 1;
}

/* Ranges at or above `cut` are only counted. */
void ranges_add(struct ranges *r, uint64_t start, uint64_t end)
{
	if (start >= end || !r->max)
		return;
	if (start >= r->cut) {
		r->more++;
		return;
	}
	if (end > r->cut)
		end = r->cut;
	join(r, first_reaching(r, start), start, end);
	if (r->v.n > r->max)
		drop_last(r);
}

void ranges_add_all(struct ranges *r, const struct ranges *other)
{
	uint64_t more = r->more, seen;

	r->more = 0;
	for (size_t i = 0; i < other->v.n; i++)
		ranges_add(r, other->v.v[i].start, other->v.v[i].end);
	/* The two sets may have counted the same ranges: use the larger number,
	 * not the sum. */
	seen = r->more + other->more;
	r->more = seen > more ? seen : more;
}

void ranges_remove(struct ranges *r, uint64_t start, uint64_t end)
{
	size_t i = first_reaching(r, start);

	while (start < end && i < r->v.n && r->v.v[i].start < end) {
		struct page_range was = r->v.v[i];

		r->total -= length(&was);
		vec_remove(&r->v, i);
		if (was.end > end) {
			*vec_insert(&r->v, i) =
				(struct page_range){ end, was.end };
			r->total += was.end - end;
		}
		if (was.start < start) {
			uint64_t to = was.end < start ? was.end : start;

			*vec_insert(&r->v, i) =
				(struct page_range){ was.start, to };
			r->total += to - was.start;
			i++;
		}
		if (was.end > end)
			break;
	}
	while (r->v.n > r->max)
		drop_last(r);
}

uint64_t ranges_hash(const struct ranges *r)
{
	uint64_t h = 0xcbf29ce484222325ull;

	for (size_t i = 0; i < r->v.n; i++) {
		h = (h ^ r->v.v[i].start) * 0x100000001b3ull;
		h = (h ^ r->v.v[i].end) * 0x100000001b3ull;
	}
	return (h ^ r->more) * 0x100000001b3ull;
}
