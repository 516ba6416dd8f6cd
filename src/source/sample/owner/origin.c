/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/owner/origin_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "sys/loop.h"

/* Maximum number of ranges in a process, and of waiting calls of all
 * processes. */
#define STRETCHES_MAX 8192
#define WAITING_MAX 1024
/* Maximum number of owners of one region that are counted separately. */
#define OWNERS_MAX 8

/* --- waiting calls ------------------------------------------------------- */

void origin_drop(struct sampler *s, struct waiting_call *w)
{
	if (!w || --w->refs)
		return;
	s->asked->waiting--;
	free(w);
}

static struct waiting_call *waiting_new(struct sampler *s,
					const struct fact_mapped *c)
{
	struct waiting_call *w;

	if (s->asked->waiting >= WAITING_MAX)
		return NULL;
	w = xcalloc(1, sizeof *w + c->stack.len);
	w->refs = 1;
	w->at_ns = clock_ns();
	w->ask = *c->ask;
	w->n = c->stack.len;
	memcpy(w->stack, c->stack.data, w->n);
	s->asked->waiting++;
	return w;
}

/* --- ranges -------------------------------------------------------------- */

static size_t first_above(const origin_list *v, uint64_t start)
{
	return vec_lower(v, a, a->end <= start);
}

void origin_cut(struct sampler *s, struct sproc *p, uint64_t start,
		uint64_t end)
{
	origin_list *v = &p->asked.list;
	size_t i = first_above(v, start);

	while (i < v->n && v->v[i].start < end) {
		struct asked *a = &v->v[i];

		if (a->start >= start && a->end <= end) {
			origin_drop(s, a->waiting);
			vec_remove(v, i);
		} else if (a->start < start && a->end > end) {
			struct asked above = *a;

			a->end = start;
			above.start = end;
			if (above.waiting)
				above.waiting->refs++;
			*vec_insert(v, i + 1) = above;
			return;
		} else if (a->start < start) {
			a->end = start;
			i++;
		} else {
			a->start = end;
			return;
		}
	}
}

void origin_clear(struct sampler *s, struct sproc *p)
{
	for (size_t i = 0; i < p->asked.list.n; i++)
		origin_drop(s, p->asked.list.v[i].waiting);
	vec_release(&p->asked.list);
}

void origin_copy(struct sampler *s, const struct sproc *from, struct sproc *to)
{
	origin_clear(s, to);
	for (size_t i = 0; i < from->asked.list.n; i++) {
		*vec_push(&to->asked.list) = from->asked.list.v[i];
		if (from->asked.list.v[i].waiting)
			from->asked.list.v[i].waiting->refs++;
	}
}

static uint64_t page_up(const struct sampler *s, uint64_t len)
{
	return (len + s->page_size - 1) & ~(s->page_size - 1);
}

void origin_unmap(struct sampler *s, struct sproc *p, uint64_t start,
		  uint64_t len)
{
	origin_cut(s, p, start, start + page_up(s, len));
}

void origin_note(struct sampler *s, const struct fact_mapped *what)
{
	struct sproc *p = sproc_find(s, what->pid);
	uint64_t end = what->start + page_up(s, what->len);
	struct waiting_call *w;

	if (!p || !s->host->wants.regions || !s->host->reader ||
	    end <= what->start)
		return;
	origin_cut(s, p, what->start, end);
	if (p->asked.list.n >= STRETCHES_MAX || p->asked.hung)
		return;
	w = waiting_new(s, what);
	if (!w)
		return;
	*vec_insert(&p->asked.list, first_above(&p->asked.list, what->start)) =
		(struct asked){ .start = what->start, .end = end,
				.waiting = w, .tid = what->ask->tid,
				.at_ns = w->at_ns };
	sample_due(s, w->at_ns + ASKED_YOUNG_NS);
}

const struct asked *origin_at(const origin_list *v, uint64_t start)
{
	size_t i = first_above(v, start);

	return i < v->n && v->v[i].start == start ? &v->v[i] : NULL;
}

struct owner origin_largest(const origin_list *v, uint64_t start, uint64_t end,
			    uint64_t *bytes)
{
	struct { struct owner owner; uint64_t bytes; } of[OWNERS_MAX];
	size_t n = 0, best = 0;

	*bytes = 0;
	for (size_t i = first_above(v, start); i < v->n && v->v[i].start < end;
	     i++) {
		const struct asked *a = &v->v[i];
		uint64_t low = a->start > start ? a->start : start;
		uint64_t high = a->end < end ? a->end : end;
		size_t k = 0;

		if (!a->told.whose)
			continue;
		while (k < n && !owner_same(&of[k].owner, &a->told))
			k++;
		if (k == OWNERS_MAX)
			continue;
		if (k == n)
			of[n++].owner = a->told, of[k].bytes = 0;
		of[k].bytes += high - low;
		if (of[k].bytes > of[best].bytes)
			best = k;
	}
	if (!n)
		return (struct owner){ .whose = WHOSE_UNKNOWN };
	*bytes = of[best].bytes;
	of[best].owner.others = (uint32_t)n - 1;
	return of[best].owner;
}

