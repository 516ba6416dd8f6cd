/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/copy.h"
#include "model/fold.h"

#define NAME_MAX_KEPT 1024

/* --- creation and destruction ----------------------------------------- */

static struct heap *heap_new(struct model *m)
{
	struct heap *h = xcalloc(1, sizeof *h);

	h->sites_of_all = &m->heap_sites;
	h->number = ++m->heaps;
	return h;
}

void heap_release(struct heap *h)
{
	if (!h)
		return;
	*h->sites_of_all -= h->sites.n;
	for (size_t i = 0; i < h->sites.n; i++) {
		free(h->sites.v[i]->stack);
		free(h->sites.v[i]->names);
		free(h->sites.v[i]);
	}
	vec_release(&h->sites);
	for (size_t i = 0; i < h->names.n; i++) {
		free(h->names.v[i]->text);
		free(h->names.v[i]);
	}
	vec_release(&h->names);
	vec_release(&h->blocks.v);
	vec_release(&h->pages.v);
	free(h);
}

/* Returns the copy of a name; ids are numbers from 1 on. */
static const struct heap_name *name_in(struct heap_name *const *by_id,
				       const struct heap_name *name)
{
	return name->id ? by_id[name->id - 1] : name;
}

static struct heap_site *copied_site(struct copying *c,
				     const struct heap_site *from,
				     struct heap_name *const *by_id)
{
	struct heap_site *s = copied(c, from, sizeof *s);

	s->library = name_in(by_id, s->library);
	s->symbol = name_in(by_id, s->symbol);
	s->stack = copied(c, s->stack, s->depth * sizeof *s->stack);
	s->names = copied(c, s->names, s->depth * sizeof *s->names);
	for (size_t i = 0; i < s->depth; i++) {
		s->names[i].library = name_in(by_id, s->names[i].library);
		s->names[i].symbol = name_in(by_id, s->names[i].symbol);
	}
	return s;
}

struct heap *copied_heap(struct copying *c, const struct heap *from)
{
	struct heap *h = copied(c, from, sizeof *h);
	struct heap_name **by_id = xcalloc(from->names.n + 1, sizeof *by_id);

	h->sites_of_all = &c->to->heap_sites;
	copy_vec(c, &h->names);
	for (size_t i = 0; i < h->names.n; i++) {
		struct heap_name *n = copied(c, h->names.v[i], sizeof *n);

		n->text = copied_text(c, n->text);
		h->names.v[i] = by_id[n->id - 1] = n;
	}
	copy_vec(c, &h->sites);
	for (size_t i = 0; i < h->sites.n; i++)
		h->sites.v[i] = copied_site(c, h->sites.v[i], by_id);
	copy_vec(c, &h->blocks.v);
	copy_vec(c, &h->pages.v);
	free(by_id);
	return h;
}

/* --- names ------------------------------------------------------------ */

/* Returns a stored name; "" if there is no room for another name. */
static const struct heap_name *name_of(struct heap *h, const struct bytes *b)
{
	static char empty[1];
	static const struct heap_name none = { .text = empty };
	char *text = bytes_copy(b, NAME_MAX_KEPT);
	size_t i = vec_lower(&h->names, n, strcmp((*n)->text, text) < 0);
	struct heap_name *name;

	if (i < h->names.n && !strcmp(h->names.v[i]->text, text)) {
		free(text);
		return h->names.v[i];
	}
	if (h->names.n == HEAP_NAMES || !text[0]) {
		free(text);
		return &none;
	}
	name = xcalloc(1, sizeof *name);
	name->id = (unsigned)h->names.n + 1;
	name->text = text;
	return *vec_insert(&h->names, i) = name;
}

/* --- sites ------------------------------------------------------------ */

static size_t site_index(const struct heap *h, uint64_t id)
{
	return vec_lower(&h->sites, s, (*s)->id < id);
}

struct heap_site *heap_site(const struct heap *h, uint64_t id)
{
	size_t i = h ? site_index(h, id) : 0;

	return h && i < h->sites.n && h->sites.v[i]->id == id ?
	       h->sites.v[i] : NULL;
}

static struct heap_site *make_site(struct heap *h, uint64_t id)
{
	size_t i = site_index(h, id);
	struct heap_site *s;

	if (i < h->sites.n && h->sites.v[i]->id == id)
		return h->sites.v[i];
	if (*h->sites_of_all >= HEAP_SITES) {
		h->dropped++;
		return NULL;
	}
	++*h->sites_of_all;
	s = xcalloc(1, sizeof *s);
	s->id = id;
	s->library = s->symbol = name_of(h, &(struct bytes){ "", 0 });
	return *vec_insert(&h->sites, i) = s;
}

/* Stores the names of callers, which may be reported later than the
 * addresses. */
static void take_names(struct heap *h, struct heap_site *s, struct bytes names)
{
	struct heap_frame frame;

	for (size_t i = 0; i < s->depth && heap_frame_next(&names, &frame);
	     i++) {
		if (frame.library.len)
			s->names[i].library = name_of(h, &frame.library);
		if (frame.symbol.len)
			s->names[i].symbol = name_of(h, &frame.symbol);
	}
}

static void take_stack(struct heap *h, struct heap_site *s,
		       const struct bytes *b)
{
	const struct heap_name *none = name_of(h, &(struct bytes){ "", 0 });
	size_t n = b->len / sizeof *s->stack;

	n = n < HEAP_DEPTH ? n : HEAP_DEPTH;
	if (!n)
		return;
	s->stack = xreallocarray(s->stack, n, sizeof *s->stack);
	memcpy(s->stack, b->data, n * sizeof *s->stack);
	s->names = xreallocarray(s->names, n, sizeof *s->names);
	for (size_t i = s->depth; i < n; i++)
		s->names[i].library = s->names[i].symbol = none;
	s->depth = n;
}

/* Copies n numbers; numbers missing in b become 0. */
static void take_numbers(uint64_t *to, size_t n, const struct bytes *b)
{
	size_t have = b->len / sizeof *to;

	memset(to, 0, n * sizeof *to);
	if (have)
		memcpy(to, b->data, (have < n ? have : n) * sizeof *to);
}

/* At the exit of the process: clears the live values of all sites.  From now on
 * only leaks are reported: a site without a leak has no live block. */
static void heap_start_leaks(struct heap *h)
{
	if (h->last)
		return;
	h->last = true;
	for (size_t i = 0; i < h->sites.n; i++) {
		struct heap_site *s = h->sites.v[i];

		s->live = s->blocks = s->resident = 0;
		memset(s->ages, 0, sizeof s->ages);
		memset(s->classes, 0, sizeof s->classes);
		rate_set_zero(&s->live_rate);
		rate_set_zero(&s->alloc_rate);
	}
}

/* Stores the names and the live values of a site. */
static struct heap_site *take_site(struct heap *h, const struct ev_heap *e)
{
	struct heap_site *s = make_site(h, e->site);

	if (!s)
		return NULL;
	s->caller = e->caller;
	/* The caller's name may be reported later than its address. */
	if (e->library.len)
		s->library = name_of(h, &e->library);
	if (e->symbol.len)
		s->symbol = name_of(h, &e->symbol);
	take_stack(h, s, &e->stack);
	take_names(h, s, e->names);
	s->live = e->size;
	s->blocks = e->blocks;
	s->resident = e->resident;
	return s;
}

static void fold_leak(struct heap *h, const struct ev_heap *e)
{
	struct heap_site *s = take_site(h, e);

	if (s)
		s->leaked = true;
}

/* `still` is set when the process has ended: all rates are then 0. */
static void fold_site(const struct model *m, struct heap *h,
		      const struct event *ev, bool still)
{
	const struct ev_heap *e = &ev->u.heap;
	struct heap_site *s = take_site(h, e);

	if (!s)
		return;
	s->allocs = e->allocs;
	s->frees = e->frees;
	s->reallocs = e->reallocs;
	s->bytes = e->bytes;
	s->peak = e->peak;
	s->at_peak = e->at_peak;
	take_numbers(s->ages, HEAP_AGES, &e->ages);
	take_numbers(s->classes, HEAP_CLASSES, &e->classes);
	/* The site was not sampled before, so it is not known when it grew. */
	if (ev->flags & EVF_SYNTHETIC)
		s->live_rate = s->alloc_rate = (struct rate){ 0 };
	model_wake(m, &s->live_rate);
	model_wake(m, &s->alloc_rate);
	rate_settle(&s->live_rate, ev->time_ns, s->live);
	rate_settle(&s->alloc_rate, ev->time_ns, s->allocs);
	h->rests = false;
	if (still) {
		rate_set_zero(&s->live_rate);
		rate_set_zero(&s->alloc_rate);
	}
}

/* --- answers to requests ---------------------------------------------- */

static void fold_blocks(struct heap *h, const struct event *ev)
{
	const struct ev_heap *e = &ev->u.heap;
	size_t n = e->list.len / sizeof *h->blocks.v.v;

	n = n < HEAP_BLOCKS ? n : HEAP_BLOCKS;
	vec_clear(&h->blocks.v);
	if (n) {
		vec_reserve(&h->blocks.v, n);
		memcpy(h->blocks.v.v, e->list.data, n * sizeof *h->blocks.v.v);
		h->blocks.v.n = n;
	}
	h->blocks.told = true;
	h->blocks.site = e->site;
	h->blocks.time_ns = ev->time_ns;
	h->blocks.count = e->blocks > n ? e->blocks : n;
}

/* True if the n bins cover exactly [addr, addr + size). */
static bool is_whole(const struct ev_heap *e, size_t n)
{
	uint64_t bin;

	if (!n || n > HEAP_BINS || !e->page_size || !e->bin_pages ||
	    __builtin_mul_overflow(e->page_size, e->bin_pages, &bin) ||
	    e->addr > UINT64_MAX - e->size)
		return false;
	return e->size && (e->size - 1) / bin + 1 == n;
}

static void bin_add(struct heap_bin *to, const struct heap_bin *b)
{
	to->live += b->live;
	to->mixed += b->mixed;
	to->free += b->free;
	to->bytes += b->bytes;
}

static void fold_bins(struct heap *h, const struct ev_heap *e)
{
	size_t n = e->list.len / sizeof *h->pages.v.v;

	vec_clear(&h->pages.v);
	h->pages.told = true;
	h->pages.sum = (struct heap_bin){ .live = 0 };
	h->pages.start = e->addr;
	h->pages.end = e->addr;
	if (!is_whole(e, n))
		return;
	h->pages.end = e->addr + e->size;
	h->pages.page_size = e->page_size;
	h->pages.bin_pages = e->bin_pages;
	vec_reserve(&h->pages.v, n);
	memcpy(h->pages.v.v, e->list.data, n * sizeof *h->pages.v.v);
	h->pages.v.n = n;
	for (size_t i = 0; i < n; i++)
		bin_add(&h->pages.sum, &h->pages.v.v[i]);
}

bool heap_pages(const struct heap *h, uint64_t start, uint64_t end,
		struct heap_bin *sum)
{
	uint64_t bin = h ? h->pages.bin_pages * h->pages.page_size : 0;
	size_t first, last;

	if (!h || !h->pages.v.n || start < h->pages.start ||
	    end > h->pages.end || start >= end ||
	    (start - h->pages.start) % bin ||
	    ((end - h->pages.start) % bin && end != h->pages.end))
		return false;
	first = (size_t)((start - h->pages.start) / bin);
	last = (size_t)((end - h->pages.start - 1) / bin);
	*sum = (struct heap_bin){ .live = 0 };
	for (size_t i = first; i <= last; i++)
		bin_add(sum, &h->pages.v.v[i]);
	return true;
}

static void fold_info(struct model *m, struct heap *h, const struct event *ev)
{
	const struct ev_heap *e = &ev->u.heap;

	if (e->why >= HEAP_INFO_WHYS) {
		model_drop(m);
		return;
	}
	h->info_known = true;
	h->info_why = (enum heap_info_why)e->why;
	/* The process did not answer in time: its old values stay. */
	if (e->why == HEAP_INFO_LATE)
		return;
	h->info_ns = e->why == HEAP_INFO_TOLD ? ev->time_ns : 0;
	take_numbers(h->info, HEAP_INFOS, &e->info);
}

static void fold_total(struct heap *h, const struct event *ev)
{
	static const struct bytes none;

	h->total_known = true;
	h->total = ev->u.heap;
	h->total.ages = h->total.classes = h->total.list = none;
	h->total.info = h->total.stack = h->total.names = none;
	h->total.library = h->total.symbol = none;
}

/* --- events ----------------------------------------------------------- */

void fold_heap(struct model *m, const struct event *ev)
{
	struct process *p = model_process(m, ev->pid);
	const struct ev_heap *e = &ev->u.heap;

	/* Single blocks and peaks of sites are only for logs. */
	if (e->op == HEAP_OP_ALLOC || e->op == HEAP_OP_FREE ||
	    e->op == HEAP_OP_PEAK)
		return;
	if (e->op >= HEAP_EVENT_OPS) {
		model_drop(m);
		return;
	}
	if (!p)
		return;
	/* These are the leaks of the program before an exec; the new program
	 * starts without a heap. */
	if (e->last && !p->ended && !p->heap)
		return;
	if (p->heap && p->heap->last && !e->last && e->op == HEAP_OP_SITE) {
		heap_release(p->heap);
		p->heap = NULL;
	}
	if (!p->heap)
		p->heap = heap_new(m);
	if (e->last)
		heap_start_leaks(p->heap);
	switch (e->op) {
	case HEAP_OP_LEAK:
		fold_leak(p->heap, e);
		break;
	case HEAP_OP_SITE:
		fold_site(m, p->heap, ev, p->ended);
		break;
	case HEAP_OP_BLOCK:
		fold_blocks(p->heap, ev);
		break;
	case HEAP_OP_TOTAL:
		fold_total(p->heap, ev);
		break;
	case HEAP_OP_INFO:
		fold_info(m, p->heap, ev);
		break;
	case HEAP_OP_PAGES:
		fold_bins(p->heap, e);
		break;
	}
}

/* Adds the old values of sites without an event to their rates. */
bool heap_settle(struct heap *h, uint64_t time_ns)
{
	bool moved = false;

	if (!h || h->rests)
		return false;
	for (size_t i = 0; i < h->sites.n; i++) {
		struct heap_site *s = h->sites.v[i];

		moved |= rate_settle(&s->live_rate, time_ns, s->live);
		moved |= rate_settle(&s->alloc_rate, time_ns, s->allocs);
	}
	h->rests = !moved;
	return moved;
}

void heap_zero_rates(struct heap *h)
{
	for (size_t i = 0; h && i < h->sites.n; i++) {
		rate_set_zero(&h->sites.v[i]->live_rate);
		rate_set_zero(&h->sites.v[i]->alloc_rate);
	}
}
