/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/pages/strip_private.h"

#define PARTS_TOLD 64
#define RANGES_TOLD 256

static struct bytes first_ranges(const struct ranges *r)
{
	size_t n = r->v.n < RANGES_TOLD ? r->v.n : RANGES_TOLD;

	return (struct bytes){ r->v.v, n * sizeof *r->v.v };
}

static void add_ever(struct sampler *s, const struct ranges *ever)
{
	struct strip *st = s->strip;
	uint64_t bytes = st->answer.bin_pages * s->page_size;

	for (size_t i = 0; i < ever->v.n; i++) {
		uint64_t at = ever->v.v[i].start, end = ever->v.v[i].end;

		while (at < end && at / bytes < st->answer.bins) {
			uint64_t next = (at / bytes + 1) * bytes;
			uint64_t to = next < end ? next : end;

			st->bins[at / bytes].ever +=
				(uint32_t)((to - at) / s->page_size);
			at = to;
		}
	}
}

static uint64_t hash_bytes(uint64_t h, struct bytes b)
{
	const unsigned char *p = b.data;

	for (size_t i = 0; i < b.len; i++)
		h = (h ^ p[i]) * 0x100000001b3ull;
	return h;
}

static uint64_t picture(const struct ev_strip *e)
{
	uint64_t h = 0xcbf29ce484222325ull;

	h = hash_bytes(h, e->bins);
	h = hash_bytes(h, e->parts);
	h = hash_bytes(h, e->now_ranges);
	h = hash_bytes(h, e->ever_ranges);
	h = (h ^ e->size) * 31 + e->cached_why * 16 + e->dirty_why;
	return h | 1;
}

static void fill_cache(const struct strip *st, struct ev_strip *e)
{
	const struct filecache_answer *a = &st->answer;

	e->how = a->how;
	e->cached_why = a->why;
	e->error = a->error;
	e->dirty_why = a->dirty_why;
	e->cached = e->dirty = EV_UNKNOWN;
	if (a->how == FILECACHE_NOT)
		return;
	e->cached = 0;
	if (a->dirty_why == FILECACHE_TOLD)
		e->dirty = 0;
	for (size_t i = 0; i < a->bins; i++) {
		e->cached += st->bins[i].cached;
		if (e->dirty != EV_UNKNOWN)
			e->dirty += st->bins[i].dirty;
	}
}

static void fill_parts(const struct strip *st, struct ev_strip *e)
{
	e->mappings = st->parts.n;
	e->parts.data = st->parts.v;
	e->parts.len = (st->parts.n < PARTS_TOLD ? st->parts.n : PARTS_TOLD) *
		       sizeof *st->parts.v;
	for (size_t i = 0; i < st->parts.n; i++)
		if ((st->parts.v[i].perm & (PERM_W | PERM_SHARED)) ==
		    (PERM_W | PERM_SHARED))
			e->shared = 1;
}

void strip_tell(struct sampler *s, const struct sproc *p)
{
	struct strip *st = s->strip;
	const struct ranges *ever = files_ever(p, st->dev, st->inode);
	struct event ev = sample_event(s, EV_STRIP, st->pid, 0);
	struct ev_strip *e = &ev.u.strip;

	*e = (struct ev_strip){
		.start = st->start, .dev = st->dev, .inode = st->inode,
		.size = st->answer.size, .page_size = s->page_size,
		.bin_pages = st->answer.bin_pages,
		.mapped = st->mapped, .private = st->private,
		.ever = EV_UNKNOWN, .ranges = st->now.v.n + st->now.more,
		.now_ranges = first_ranges(&st->now),
		.name = { st->name.data, st->name.len },
	};
	fill_cache(st, e);
	fill_parts(st, e);
	if (s->host->wants.files && ever) {
		add_ever(s, ever);
		e->ever = ever->total / s->page_size;
		e->ever_n = ever->v.n + ever->more;
		e->ever_ranges = first_ranges(ever);
	} else if (s->host->wants.files) {
		e->ever = 0;
	}
	e->bins = (struct bytes){ st->bins,
				  st->answer.bins * sizeof *st->bins };
	if (st->told != picture(e))
		sample_emit(s, &ev);
	st->told = picture(e);
}
