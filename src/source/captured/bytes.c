/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/captured/private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "event/ranges.h"

/* Number of unpacked blocks in the cache; each is at most 1 MiB large. */
#define CACHED 16

struct cached {
	size_t file;
	uint64_t at;		/* offset of the record; 0: unused */
	uint64_t used;
	struct str raw;
	VEC(uint32_t) offsets;	/* offsets of the pieces in `raw`, and the end
				 * of the last piece */
};

struct captured_cache {
	struct cached v[CACHED];
	uint64_t clock;
};

void captured_drop_cache(struct captured *c)
{
	for (size_t i = 0; c->cache && i < CACHED; i++) {
		str_release(&c->cache->v[i].raw);
		vec_release(&c->cache->v[i].offsets);
	}
	free(c->cache);
	c->cache = NULL;
}

/* --- frames --------------------------------------------------------------- */

const struct captured_frame *captured_frame(const struct captured_object *o,
					    uint64_t number)
{
	size_t i = vec_lower(&o->frames, f, f->ev.u.frame.number <= number);

	return i ? &o->frames.v[i - 1] : NULL;
}

/* --- blocks --------------------------------------------------------------- */

static const struct captured_block *block_of(const struct captured *c,
					     size_t file, uint64_t number)
{
	size_t i = vec_lower(&c->blocks, b, b->file < file ||
			     (b->file == file && b->first + b->n <= number));
	const struct captured_block *b;

	if (i == c->blocks.n)
		return NULL;
	b = &c->blocks.v[i];
	return b->file == file && b->first <= number ? b : NULL;
}

static bool unpack(struct captured *c, const struct captured_block *at,
		   struct cached *slot)
{
	const struct captured_file *f = &c->files.v[at->file];
	char *text = xmalloc(at->size);
	struct capture_record r;
	struct capture_block b;
	uint32_t sum = 0;
	bool good;

	/* Check the record again, because the file may have changed since it
	 * was scanned. */
	good = captured_get(f, at->at, text, at->size) &&
	       capture_get((struct bytes){ text, at->size }, f->head.seed,
			   at->at, &r) == CAPTURE_RECORD &&
	       r.type == CAPTURE_DATA && capture_get_block(r.body, &b) &&
	       b.first == at->first && b.n == at->n;
	str_clear(&slot->raw);
	vec_clear(&slot->offsets);
	good = good && capture_unpack(&slot->raw, &b);
	for (size_t i = 0; good && i < b.n; i++) {
		*vec_push(&slot->offsets) = sum;
		sum += (uint32_t)capture_block_length(&b, i);
	}
	*vec_push(&slot->offsets) = sum;
	free(text);
	return good;
}

/* Returns the unpacked block from the cache or the file.  Returns NULL if the
 * block is damaged. */
static struct cached *cached_block(struct captured *c,
				   const struct captured_block *b)
{
	struct cached *oldest;

	if (!c->cache) {
		c->cache = xcalloc(1, sizeof *c->cache);
		for (size_t i = 0; i < CACHED; i++)
			c->cache->v[i].raw = (struct str)STR_INIT;
	}
	oldest = &c->cache->v[0];
	for (size_t i = 0; i < CACHED; i++) {
		struct cached *v = &c->cache->v[i];

		if (v->at == b->at && v->file == b->file) {
			v->used = ++c->cache->clock;
			return v;
		}
		if (v->used < oldest->used)
			oldest = v;
	}
	oldest->at = 0;
	if (!unpack(c, b, oldest))
		return NULL;
	oldest->file = b->file;
	oldest->at = b->at;
	oldest->used = ++c->cache->clock;
	return oldest;
}

/* Returns the bytes of a piece; `data` is NULL if they are missing. */
static struct bytes piece(struct captured *c, size_t file, uint64_t number)
{
	const struct captured_block *b = block_of(c, file, number);
	struct cached *v = b ? cached_block(c, b) : NULL;
	size_t i;

	if (!v)
		return (struct bytes){ NULL, 0 };
	i = (size_t)(number - b->first);
	return (struct bytes){ v->raw.data + v->offsets.v[i],
			       v->offsets.v[i + 1] - v->offsets.v[i] };
}

/* --- reading -------------------------------------------------------------- */

/* A read in progress.  Its ranges are positions in the object, not
 * addresses. */
struct captured_reading {
	struct captured *c;
	const struct captured_object *o;
	struct ranges left;		/* ranges still to be read */
	uint64_t begin;
	char *buf;
	uint64_t to_address;		/* address minus position */
	struct captured_holes *holes;
};

static void hole(struct captured_reading *r, uint64_t start, uint64_t end,
		 enum contents_why why, int error)
{
	ranges_remove(&r->left, start, end);
	if (r->holes && start < end)
		*vec_push(&r->holes->v) = (struct contents_hole){
			start + r->to_address, end + r->to_address, why, error,
		};
}

/* Reports as holes the parts of [start, end) that were not read. */
static void hole_in(struct captured_reading *r, uint64_t start, uint64_t end,
		    enum contents_why why, int error)
{
	size_t i = vec_lower(&r->left.v, e, e->end <= start);

	while (i < r->left.v.n && r->left.v.v[i].start < end) {
		struct page_range e = r->left.v.v[i];

		hole(r, e.start > start ? e.start : start,
		     e.end < end ? e.end : end, why, error);
		i = vec_lower(&r->left.v, x, x->end <= start);
	}
}

/* Copies [start, end), which was not read yet, from the piece that starts at
 * position `first`. */
static void copy(struct captured_reading *r, uint64_t number, uint64_t first,
		 uint64_t start, uint64_t end)
{
	struct bytes b = piece(r->c, r->o->file, number);

	if (!b.data || end - first > b.len) {
		hole(r, start, end, CONTENTS_NOT_KEPT, -EBADMSG);
		return;
	}
	memcpy(r->buf + (start - r->begin),
	       (const char *)b.data + (start - first), end - start);
	ranges_remove(&r->left, start, end);
}

/* Copies the pieces of the run in [start, end).  A run has addresses; an
 * address plus `shift` is a position. */
static void copy_run(struct captured_reading *r, const struct capture_run *run,
		     uint64_t shift, uint64_t start, uint64_t end)
{
	uint64_t page = r->c->files.v[r->o->file].head.page_size;
	uint64_t at = start - shift;

	while (at < end - shift) {
		uint64_t first = at / page * page, next = first + page;
		uint64_t number = run->first;

		if (run->how == CAPTURE_COUNTED)
			number += at / page - run->start / page;
		first = first < run->start ? run->start : first;
		next = next < end - shift ? next : end - shift;
		copy(r, number, first + shift, at + shift, next + shift);
		at = next;
	}
}

static void take_run(struct captured_reading *r, const struct capture_run *run,
		     uint64_t shift)
{
	uint64_t start = run->start + shift, end = run->end + shift;
	size_t i;

	if (run->how == CAPTURE_LEFT_OUT) {
		hole_in(r, start, end, CONTENTS_NOT_KEPT, -ENOBUFS);
		return;
	}
	i = vec_lower(&r->left.v, e, e->end <= start);
	while (i < r->left.v.n && r->left.v.v[i].start < end) {
		struct page_range e = r->left.v.v[i];

		copy_run(r, run, shift, e.start > start ? e.start : start,
			 e.end < end ? e.end : end);
		i = vec_lower(&r->left.v, x, x->end <= start);
	}
}

static void take_runs(struct captured_reading *r,
		      const struct captured_frame *f)
{
	const struct ev_frame *e = &f->ev.u.frame;
	uint64_t shift = f->base - e->start, low = e->start, high = e->end;
	uint64_t from = r->left.v.v[0].start;
	uint64_t to = r->left.v.v[r->left.v.n - 1].end;
	size_t i;

	if (to <= f->base || from >= e->end + shift)
		return;
	if (from > f->base)
		low = from - shift;
	if (to < e->end + shift)
		high = to - shift;
	i = vec_lower(&f->runs, x, x->end <= low);
	for (; i < f->runs.n && f->runs.v[i].start < high && r->left.v.n; i++)
		take_run(r, &f->runs.v[i], shift);
}

static void take_gone(struct captured_reading *r,
		      const struct captured_frame *f)
{
	uint64_t shift = f->base - f->ev.u.frame.start;
	struct bytes gone = f->ev.u.frame.gone;
	struct page_range g;

	for (size_t i = 0; i < gone.len / sizeof g && r->left.v.n; i++) {
		memcpy(&g, (const char *)gone.data + i * sizeof g, sizeof g);
		if (g.start < g.end && g.start >= f->ev.u.frame.start &&
		    g.end <= f->ev.u.frame.end)
			hole_in(r, g.start + shift, g.end + shift,
				CONTENTS_ABSENT, 0);
	}
}

/* True if frames before frames[i] cannot be used: frames[i] is the first frame,
 * or a frame before it may be missing. */
static bool is_end(const struct captured_object *o, size_t i, int *error)
{
	const struct captured_frame *f = &o->frames.v[i];

	*error = 0;
	if (f->ev.u.frame.cause == FRAME_FIRST)
		return true;
	if (!i) {
		*error = f->ev.u.frame.number > 1 ? -EBADMSG : 0;
		return true;
	}
	if (f[-1].epoch == f->epoch &&
	    f[-1].ev.u.frame.number + 1 == f->ev.u.frame.number)
		return false;
	*error = -EBADMSG;
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct contents_hole *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static void read_back(struct captured_reading *r,
		      const struct captured_frame *f)
{
	size_t i = (size_t)(f - r->o->frames.v);
	int error;
	bool end;

	do {
		const struct captured_frame *x = &r->o->frames.v[i];

		end = is_end(r->o, i--, &error);
		take_runs(r, x);
		if (r->left.v.n)
			take_gone(r, x);
	} while (!end && r->left.v.n);
	while (r->left.v.n)
		hole(r, r->left.v.v[0].start, r->left.v.v[0].end,
		     error ? CONTENTS_NOT_KEPT : CONTENTS_ABSENT, error);
}

void captured_read(struct captured *c, const struct captured_object *o,
		   const struct captured_frame *f, uint64_t offset, void *buf,
		   size_t n, struct captured_holes *holes)
{
	const struct ev_frame *e = &f->ev.u.frame;
	uint64_t begin = f->base + offset, window = f->base + e->offset;
	struct captured_reading r = {
		.c = c, .o = o, .left = RANGES_INIT(SIZE_MAX), .begin = begin,
		.buf = buf, .to_address = e->start - f->base, .holes = holes,
	};

	memset(buf, 0, n);
	if (holes)
		vec_clear(&holes->v);
	/* An offset beyond the end of the region has no bytes, and its position
	 * would overflow. */
	if (offset > e->end - e->start) {
		if (holes && n)
			*vec_push(&holes->v) = (struct contents_hole){
				e->start + offset, e->start + offset + n,
				CONTENTS_NOT_KEPT, 0,
			};
		return;
	}
	ranges_add(&r.left, begin, begin + n);
	if (begin < window)
		hole_in(&r, begin, window, CONTENTS_NOT_KEPT, 0);
	if (window + e->length < begin + n)
		hole_in(&r, window + e->length, begin + n, CONTENTS_NOT_KEPT, 0);
	if (r.left.v.n)
		read_back(&r, f);
	if (holes && holes->v.n)
		qsort(holes->v.v, holes->v.n, sizeof *holes->v.v, by_start);
	ranges_release(&r.left);
}
