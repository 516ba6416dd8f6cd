/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/heap/tree.h"

#include <stdlib.h>
#include <string.h>

/* --- the mark ------------------------------------------------------------- */

void heap_mark_release(struct heap_mark *mark)
{
	vec_release(&mark->sites);
	mark->set = false;
}

void heap_mark_set(struct heap_mark *mark, const struct process *p,
		   uint64_t now_ns)
{
	const struct heap *h = p->heap;

	vec_clear(&mark->sites);
	mark->set = true;
	mark->pid = p->pid;
	mark->start = p->start;
	mark->generation = p->space.generation;
	mark->time_ns = now_ns;
	for (size_t i = 0; h && i < h->sites.n; i++)
		*vec_push(&mark->sites) = (struct heap_marked){
			h->sites.v[i]->id, h->sites.v[i]->live,
		};
}

bool heap_mark_is_of(const struct heap_mark *mark, const struct process *p)
{
	return mark->set && mark->pid == p->pid && mark->start == p->start &&
	       mark->generation == p->space.generation;
}

/* Limits the result, as the values come from the process, which may report any
 * number. */
static int64_t growth_of(const struct heap_mark *mark,
			 const struct heap_site *s)
{
	uint64_t was = 0, by;
	size_t i;

	if (!mark)
		return 0;
	i = vec_lower(&mark->sites, k, k->site < s->id);
	if (i < mark->sites.n && mark->sites.v[i].site == s->id)
		was = mark->sites.v[i].live;
	by = s->live > was ? s->live - was : was - s->live;
	if (by > INT64_MAX)
		by = INT64_MAX;
	return s->live > was ? (int64_t)by : -(int64_t)by;
}

/* --- sums ----------------------------------------------------------------- */

static uint64_t added(uint64_t a, uint64_t b)
{
	return __builtin_add_overflow(a, b, &a) ? UINT64_MAX - 1 : a;
}

static struct heap_sum sum_of(const struct heap_site *s,
			      const struct heap_mark *mark)
{
	struct heap_sum sum = {
		.live = s->live, .blocks = s->blocks, .resident = s->resident,
		.growth = growth_of(mark, s), .sites = 1,
		.rated = rate_known(&s->live_rate),
		.rate = rate_value(&s->live_rate),
		.alloc_rate = rate_value(&s->alloc_rate),
	};

	memcpy(sum.ages, s->ages, sizeof sum.ages);
	return sum;
}

void heap_sum_add(struct heap_sum *to, const struct heap_sum *s)
{
	to->live = added(to->live, s->live);
	to->blocks = added(to->blocks, s->blocks);
	if (to->resident == EV_UNKNOWN)
		to->resident = s->resident;
	else if (s->resident != EV_UNKNOWN)
		to->resident = added(to->resident, s->resident);
	for (size_t i = 0; i < HEAP_AGES; i++)
		to->ages[i] = added(to->ages[i], s->ages[i]);
	if (__builtin_add_overflow(to->growth, s->growth, &to->growth))
		to->growth = s->growth < 0 ? INT64_MIN + 1 : INT64_MAX;
	to->rated |= s->rated;
	to->rate += s->rate;
	to->alloc_rate += s->alloc_rate;
	to->sites += s->sites;
}

/* --- the levels ----------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const struct heap_symbol *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->site->id < y->site->id ? -1 : x->site->id > y->site->id;
}

static void take_sites(struct heap_rows *hr, const struct heap_want *w)
{
	const struct heap *h = w->process->heap;

	vec_clear(&hr->places);
	hr->all = h->sites.n;
	if (w->filter)
		filter_begin(w->filter, w->model);
	for (size_t i = 0; i < h->sites.n; i++) {
		const struct heap_site *s = h->sites.v[i];

		/* Site 0 stands for all sites without a number.  Leave it out
		 * if there are none. */
		if (!s->id && !s->caller && !s->live && !s->allocs) {
			hr->all--;
			continue;
		}
		if (w->filter && !filter_site(w->filter, w->process, s))
			continue;
		*vec_push(&hr->places) = (struct heap_symbol){
			(uint64_t)s->library->id << 32 | s->symbol->id, s,
		};
	}
	if (w->filter)
		filter_end(w->filter);
	if (hr->places.n)
		qsort(hr->places.v, hr->places.n, sizeof *hr->places.v,
		      by_place);
}

struct heap_node heap_tree_site(const struct heap_site *s,
				  const struct heap_mark *mark)
{
	return (struct heap_node){
		.id = { HEAP_CALLER, s->library->id, s->symbol->id, s->id },
		.site = s, .sum = sum_of(s, mark), .n = 1,
	};
}

static void make_symbols(struct heap_rows *hr, const struct heap_want *w)
{
	uint64_t key = 0;

	hr->symbols.n = 0;
	for (size_t i = 0; i < hr->places.n; i++) {
		const struct heap_symbol *p = &hr->places.v[i];
		bool named = p->site->symbol->id;
		struct heap_node *n = hr->symbols.n && named && p->key == key ?
			&hr->symbols.v[hr->symbols.n - 1] : NULL;
		struct heap_sum sum = sum_of(p->site, w->mark);

		key = p->key;
		if (n) {
			heap_sum_add(&n->sum, &sum);
			n->n++;
			continue;
		}
		*vec_push(&hr->symbols) = (struct heap_node){
			.id = { HEAP_SYMBOL, p->site->library->id,
				p->site->symbol->id,
				named ? 0 : p->site->id },
			.site = p->site, .sum = sum, .first = i, .n = 1,
		};
	}
}

static void make_libraries(struct heap_rows *hr)
{
	hr->libraries.n = 0;
	for (size_t i = 0; i < hr->symbols.n; i++) {
		const struct heap_node *s = &hr->symbols.v[i];
		struct heap_node *n = hr->libraries.n ?
			&hr->libraries.v[hr->libraries.n - 1] : NULL;

		if (n && n->id.library == s->id.library) {
			heap_sum_add(&n->sum, &s->sum);
			n->n++;
			continue;
		}
		*vec_push(&hr->libraries) = (struct heap_node){
			.id = { HEAP_LIBRARY, s->id.library, 0, 0 },
			.site = s->site, .sum = s->sum, .first = i, .n = 1,
		};
	}
}

void heap_tree_make(struct heap_rows *hr, const struct heap_want *w)
{
	take_sites(hr, w);
	make_symbols(hr, w);
	make_libraries(hr);
}
