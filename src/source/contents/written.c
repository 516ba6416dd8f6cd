/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the written pages of tracked memory (source/sample/writes/writes.h), so
 * that only these pages are read.  The kernel has one mark per page for all
 * readers.  So a source that finds a page written, and write-protects it again,
 * reports the page to the other sources.  The report is stored with the page's
 * hash until the page is read.
 *
 *	present pages	found by pagescan
 *	written pages	reported here and to the sampler, and protected again
 *	skipped pages	registered, not written since then, not reported by
 *			another source, and with a known hash
 *
 * Because of this order, a page that is written during the scan is read now,
 * reported at the next scan, or both.  All pages that are not skipped are
 * compared, including pages that are not registered (yet), or were mapped again
 * at the same address.
 */
#include <config.h>

#include "source/contents/capture.h"

#include "sys/loop.h"
#include "sys/pages/writes.h"

/* Interval at which all pages are compared: a device can write to memory that
 * the program gave it, without a mark in the page tables. */
#define ALL_NS (10 * NS_PER_S)
/* Maximum amount of present memory to check at once; holes do not count. */
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

/* In memory whose reads can hang, no pages are skipped.  Its reader process is
 * slow: the new hash would clear a mark that was set during the read. */
bool written_begin(const struct contents_process *p,
		   const struct region_seen *r)
{
	const struct object *o = r->object;

	return p->tracked && r->tame && !o->shared && o->all_ns &&
	       clock_ns() < o->all_ns + ALL_NS;
}

/* --- skipping unwritten pages --------------------------------------------- */

struct sift {
	struct contents_source *s;
	pid_t pid;
	uint64_t tracked;	/* bytes that are tracked */
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

/* Reports the written pages of [start, end), which are whole pages, and adds
 * the pages that were not written to look.clean.  Returns 0 or -errno. */
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

/* True if the captured part of a page need not be read.  *clean is the index of
 * the next range in look.clean. */
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

/* Adds those pages of the runs [from, to) of look.found that must be read. */
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
	/* Pages that are not tracked are compared by their hashes. */
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
