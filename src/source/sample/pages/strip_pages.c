/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/pages/strip_private.h"

#include <unistd.h>

#include "sys/loop.h"

#define ENTRIES 8192

static void on_bin(struct sampler *s, uint64_t offset, uint64_t end,
		   bool private)
{
	struct strip *st = s->strip;
	uint64_t bytes = st->answer.bin_pages * s->page_size;

	while (offset < end && offset / bytes < st->answer.bins) {
		uint64_t next = (offset / bytes + 1) * bytes;
		uint64_t to = next < end ? next : end;
		uint32_t pages = (uint32_t)((to - offset) / s->page_size);
		struct file_bin *b = &st->bins[offset / bytes];

		*(private ? &b->private : &b->mapped) += pages;
		offset = to;
	}
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct sampler *s = arg;
	struct strip *st = s->strip;
	struct file_span *f = &st->parts.v[st->at];
	uint64_t offset, pages;

	if (start < f->start)
		start = f->start;
	if (end > f->end)
		end = f->end;
	if (start >= end)
		return;
	/* Includes swapped pages, which are copies in a private mapping. */
	if (!(f->perm & PERM_SHARED))
		*vec_push(&st->runs) = (struct page_range){ start, end };
	if (!(cats & PAGE_PRESENT))
		return;
	offset = f->offset + (start - f->start);
	pages = (end - start) / s->page_size;
	ranges_add(&st->now, offset, offset + (end - start));
	on_bin(s, offset, offset + (end - start), false);
	f->pages += (uint32_t)pages;
	st->mapped += pages;
}

void strip_scan(struct sampler *s, uint64_t deadline)
{
	struct strip *st = s->strip;
	uint64_t now = clock_ns();
	int rc;

	if (st->at == st->parts.n) {
		st->run = 0;
		st->phase = COPIES;
		return;
	}
	if (!st->scanning) {
		const struct file_span *f = &st->parts.v[st->at];

		pagescan_begin(&st->scan, s->scanner, st->pagemap, st->maps,
			       f->start, f->end);
		st->scanning = true;
	}
	rc = pagescan_step(&st->scan, deadline > now ? deadline - now : 0,
			   on_run, s);
	if (rc != 0) {
		st->scanning = false;
		st->at++;
	}
}

/* --- COPIES: the process' own pages -------------------------------------- */

static const struct file_span *part_of(const struct strip *st, uint64_t addr)
{
	for (size_t i = 0; i < st->parts.n; i++)
		if (addr >= st->parts.v[i].start && addr < st->parts.v[i].end)
			return &st->parts.v[i];
	return NULL;
}

static bool is_copy(uint64_t entry)
{
	bool exclusive;
	uint64_t frame;
	unsigned cats = pagemap_entry(entry, &exclusive, &frame);

	return (cats & (PAGE_PRESENT | PAGE_SWAPPED)) &&
	       !pagemap_entry_is_file(entry);
}

void strip_copies(struct sampler *s)
{
	struct strip *st = s->strip;
	static uint64_t entries[ENTRIES];
	struct page_range *r = &st->runs.v[st->run];
	const struct file_span *f = part_of(st, r->start);
	uint64_t pages = (r->end - r->start) / s->page_size;
	size_t n = pages < ENTRIES ? (size_t)pages : ENTRIES;
	ssize_t got = pread(st->pagemap, entries, n * sizeof *entries,
			    (off_t)(r->start / s->page_size *
				    sizeof *entries));

	for (size_t i = 0; f && got > 0 && i < (size_t)got / 8; i++) {
		uint64_t at = f->offset + (r->start - f->start) +
			      i * s->page_size;

		if (!is_copy(entries[i]))
			continue;
		on_bin(s, at, at + s->page_size, true);
		st->private++;
	}
	r->start += n * s->page_size;
	if (r->start >= r->end)
		st->run++;
}
