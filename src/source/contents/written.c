/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Of tracked memory (source/sample/writes/writes.h), only pages that were
 * written are read.  The kernel keeps one mark a page for all who ask; so
 * whoever finds a page written and protects it anew tells everybody, and what was
 * heard of a page is kept beside its hash until that page is read.
 *
 *	pages are found		pagescan
 *	written ones are told	here and to the sampler, and protected anew
 *	the others are passed	those that are registered, not written since then,
 *				of which nobody has heard otherwise, and whose
 *				bytes are known
 *
 * In this order: what is written while it goes on is read now, or told the next
 * time, or both.  All else is compared as ever: what is not registered (yet), or
 * was mapped anew in the same place.
 */
#include <config.h>

#include "source/contents/capture.h"

#include "sys/loop.h"
#include "sys/pages/writes.h"

/* What a device writes, for a program that gave it its memory before, no page
 * table knows of: all is compared every so often. */
#define ALL_NS (10 * NS_PER_S)
/* One call is about no more of what is there; holes do not count. */
#define GROUP (32ull << 20)

void written_event(struct contents_source *s, const struct event *ev)
{
	struct contents_process *p = proc_find(s, ev->pid);

	if (p)
		p->tracked = ev->u.writes.state == WRITES_ON &&
			     ev->u.writes.way == WRITES_BY_UFFD;
}

void written_pages(struct contents_source *s, const struct fact_written *w)
{
	struct contents_process *p = proc_find(s, w->pid);
	size_t i = p ? vec_lower(&p->regions, r,
				 (*r)->map.end <= w->start) : 0;

	for (; p && i < p->regions.n; i++) {
		const struct region_seen *r = p->regions.v[i];
		uint64_t start = r->map.start, end = r->map.end;

		if (start >= w->end)
			break;
		start = start > w->start ? start : w->start;
		end = end < w->end ? end : w->end;
		if (r->object)
			hashes_written(&r->object->hashes,
				       start / s->page_size + r->bias,
				       end / s->page_size + r->bias);
	}
}

/* What hangs is read by somebody else, who takes his time: a mark that came
 * meanwhile would go with it. */
bool written_begin(const struct contents_process *p,
		   const struct region_seen *r)
{
	const struct object *o = r->object;

	return p->tracked && r->tame && !o->shared && o->all_ns &&
	       clock_ns() < o->all_ns + ALL_NS;
}

/* --- sifting ------------------------------------------------------------------------ */

struct sift {
	struct contents_source *s;
	pid_t pid;
	uint64_t tracked;	/* bytes */
};

static void on_written(void *arg, uint64_t start, uint64_t end)
{
	const struct sift *f = arg;
	const struct fact fact = {
		.kind = FACT_WRITTEN, .from = f->s,
		.written = { f->pid, start, end, .fresh = false },
	};

	host_fact(f->s->host, &fact);
	written_pages(f->s, &fact.written);
}

static void on_peek(void *arg, uint64_t start, uint64_t end, bool written)
{
	struct sift *f = arg;
	page_ranges *clean = &f->s->capture->look.clean;

	f->tracked += end - start;
	if (!written)
		*vec_push(clean) = (struct page_range){ start, end };
}

/* [start, end), whole pages; what of it is clean is in look.clean then. */
static int ask(struct sift *f, int pagemap, uint64_t start, uint64_t end)
{
	struct writescan w;
	int rc;

	vec_clear(&f->s->capture->look.clean);
	writescan_begin(&w, pagemap, start, end);
	rc = writescan_step(&w, UINT64_MAX, on_written, f);
	writescan_end(&w);
	return rc < 0 ? rc : writescan_peek(pagemap, start, end, on_peek, f);
}

/* A page, or what of one is in the window; clean: look.clean's next. */
static bool may_pass(const struct object_reading *l, size_t *clean, uint64_t at,
		     uint64_t page)
{
	const page_ranges *v = &l->clean;

	while (*clean < v->n && v->v[*clean].end <= at)
		++*clean;
	return *clean < v->n && v->v[*clean].start <= at &&
	       hashes_clean(&l->object->hashes, page) &&
	       hashes_keep(&l->object->hashes, page);
}

static void pass(struct contents_source *s, size_t from, size_t to)
{
	struct object_reading *l = &s->capture->look;
	const struct region_seen *r = l->object->viewers.v[l->viewer];
	size_t clean = 0;

	for (size_t i = from; i < to; i++) {
		struct page_range run = l->found.v[i];

		for (uint64_t at = run.start, next; at < run.end; at = next) {
			next = at - at % s->page_size + s->page_size;
			next = next < run.end ? next : run.end;
			if (!may_pass(l, &clean, at,
				      at / s->page_size + r->bias))
				pages_add(s, at, next);
		}
	}
}

/* Runs [from, to) of what was found. */
static void sift_group(struct contents_source *s,
		       const struct contents_process *p, size_t from, size_t to)
{
	struct object_reading *l = &s->capture->look;
	struct sift f = { .s = s, .pid = p->pid };
	uint64_t mask = s->page_size - 1, there = 0;
	uint64_t start = l->found.v[from].start & ~mask;
	uint64_t end = (l->found.v[to - 1].end + mask) & ~mask;

	for (size_t i = from; i < to; i++)
		there += ((l->found.v[i].end + mask) & ~mask) -
			 (l->found.v[i].start & ~mask);
	if (ask(&f, p->pagemap, start, end) < 0)
		vec_clear(&l->clean);
	/* Of what is not tracked only its hash tells. */
	if (f.tracked < there)
		l->by = FRAME_BY_HASH;
	pass(s, from, to);
}

void written_sift(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;
	pid_t pid = l->object->viewers.v[l->viewer]->pid;
	const struct contents_process *p = proc_find(s, pid);
	size_t from = 0;
	uint64_t there = 0;

	for (size_t i = 0; p && i < l->found.n; i++) {
		there += l->found.v[i].end - l->found.v[i].start;
		if (there < GROUP && i + 1 < l->found.n)
			continue;
		sift_group(s, p, from, i + 1);
		from = i + 1;
		there = 0;
	}
	vec_clear(&l->found);
}
