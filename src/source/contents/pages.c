/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/contents/capture.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/reader/process.h"

#define SLICE_NS NS_PER_MS
/* Bytes to read at a time: about 100 us of work. */
#define CHUNK (256u << 10)
#define CHUNK_RUNS 256
/* Reading starts when this many runs of present pages are found. */
#define RUNS_MAX 4096
/* An object that hung is not read again for this long. */
#define HUNG_NS (5 * NS_PER_S)

static struct region_seen *viewer(const struct object_reading *l)
{
	return l->object->viewers.v[l->viewer];
}

/* Returns the part of viewer r's window that the frame's viewer maps, too, as
 * addresses of r. */
static struct page_range window(const struct contents_source *s,
				const struct object_reading *l,
				const struct region_seen *r)
{
	const struct region_seen *v = l->view;
	uint64_t move = (v->bias - r->bias) * s->page_size;
	struct page_range a = { v->map.start + v->offset + move,
				v->map.start + v->offset + v->length + move };
	struct page_range b = { r->map.start + r->offset,
				r->map.start + r->offset + r->length };

	if (a.start < b.start)
		a.start = b.start;
	if (a.end > b.end)
		a.end = b.end;
	return a;
}

static uint64_t number(const struct contents_source *s,
		       const struct region_seen *r, uint64_t addr)
{
	return addr / s->page_size + r->bias;
}

static uint64_t page_end(const struct contents_source *s, uint64_t addr,
			 uint64_t end)
{
	uint64_t next = addr - addr % s->page_size + s->page_size;

	return next < end ? next : end;
}

static void add_run(page_ranges *v, uint64_t start, uint64_t end)
{
	if (v->n && v->v[v->n - 1].end == start)
		v->v[v->n - 1].end = end;
	else
		*vec_push(v) = (struct page_range){ start, end };
}

/* --- finding pages -------------------------------------------------------- */

/* Adds the pages of a run, except those that an earlier viewer contains: they
 * have been read. */
static void add_unseen(struct contents_source *s, struct object_reading *l,
		       uint64_t start, uint64_t end)
{
	const struct region_seen *r = viewer(l);

	for (uint64_t at = start, next; at < end; at = next) {
		next = page_end(s, at, end);
		if (hashes_seen(&l->object->hashes, number(s, r, at)))
			continue;
		add_run(&l->runs, at, next);
		l->present++;
	}
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct contents_source *s = arg;
	struct object_reading *l = &s->capture->look;
	struct page_range w = window(s, l, viewer(l));
	uint64_t mask = s->page_size - 1;

	if (start < w.start)
		start = w.start;
	if (end > w.end)
		end = w.end;
	if (start >= end)
		return;
	/* A swapped page has the same bytes as before: keep its hash. */
	if (!(cats & PAGE_PRESENT)) {
		for (uint64_t at = start; at < end; at = page_end(s, at, end))
			hashes_keep(&l->object->hashes,
				    number(s, viewer(l), at));
		return;
	}
	if (l->viewer) {
		add_unseen(s, l, start, end);
		return;
	}
	add_run(l->sifting ? &l->found : &l->runs, start, end);
	l->present += (((end + mask) & ~mask) - (start & ~mask)) / s->page_size;
}

static void begin_viewer(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;
	struct region_seen *r = viewer(l);
	struct contents_process *p = proc_find(s, r->pid);
	struct page_range w = window(s, l, r);
	uint64_t mask = s->page_size - 1;

	l->scanning = l->sifting = false;
	if (w.start >= w.end || !p || proc_open(s, p) < 0)
		return;
	l->sifting = written_begin(p, r);
	l->by = l->sifting ? FRAME_BY_WRITES : FRAME_BY_HASH;
	pagescan_begin(&l->scan, s->scanner, p->pagemap, p->maps,
		       w.start & ~mask, (w.end + mask) & ~mask);
	l->scanning = true;
}

static void scan(struct contents_source *s, uint64_t deadline)
{
	struct object_reading *l = &s->capture->look;
	uint64_t now = clock_ns();
	uint64_t budget = deadline > now ? deadline - now : 1;
	int rc = pagescan_step(&l->scan, budget < SLICE_NS ? budget : SLICE_NS,
			       on_run, s);

	if (rc < 0)
		l->error = rc;
	l->scanning = rc == 0;
	if (l->found.n)
		written_sift(s);
}

void pages_add(struct contents_source *s, uint64_t start, uint64_t end)
{
	add_run(&s->capture->look.runs, start, end);
}

/* --- comparing pages ------------------------------------------------------ */

static bool in_hole(const struct object_reading *l, size_t *hole, uint64_t at)
{
	while (*hole < l->holes.n && l->holes.v[*hole].end <= at)
		++*hole;
	return *hole < l->holes.n && l->holes.v[*hole].start <= at;
}

static void compare(struct contents_source *s, uint64_t start, uint64_t end,
		    const char *bytes)
{
	struct object_reading *l = &s->capture->look;
	const struct region_seen *r = viewer(l);
	uint64_t move = (r->bias - l->view->bias) * s->page_size;
	struct page_sum sum;

	switch (hashes_put(&l->object->hashes, number(s, r, start), bytes,
			   (size_t)(end - start), &sum)) {
	case PAGE_SAME:
		break;
	case PAGE_NO_ROOM:
		l->unread++;
		l->error = -ENOMEM;
		break;
	default:
		look_add(s, start + move, end + move, bytes, &sum);
		break;
	}
}

static void take_chunk(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;
	const char *bytes = l->into;
	size_t hole = 0;

	for (size_t i = 0; i < l->chunk.n; i++) {
		struct page_range run = l->chunk.v[i];

		for (uint64_t at = run.start, next; at < run.end; at = next) {
			next = page_end(s, at, run.end);
			if (in_hole(l, &hole, at)) {
				hashes_keep(&l->object->hashes,
					    number(s, viewer(l), at));
				l->unread++;
				l->error = l->holes.v[hole].error;
			} else {
				compare(s, at, next, bytes);
			}
			bytes += next - at;
		}
	}
	look_settle(s);
	vec_clear(&l->chunk);
	vec_clear(&l->holes);
}

/* --- reading pages -------------------------------------------------------- */

static void fill_chunk(struct object_reading *l)
{
	vec_clear(&l->chunk);
	l->chunk_size = 0;
	while (l->run < l->runs.n && l->chunk_size < CHUNK &&
	       l->chunk.n < CHUNK_RUNS) {
		struct page_range *run = &l->runs.v[l->run];
		uint64_t room = CHUNK - l->chunk_size;
		uint64_t end = run->end - run->start > room
				? run->start + room : run->end;

		*vec_push(&l->chunk) = (struct page_range){ run->start, end };
		l->chunk_size += end - run->start;
		run->start = end;
		l->run += end == run->end;
	}
	if (l->run == l->runs.n) {
		vec_clear(&l->runs);
		l->run = 0;
	}
}

/* Returns where to read the chunk to.  The store saves a copy, but can be used
 * only if no earlier bytes wait to be stored. */
static char *place_of(const struct contents_source *s,
		      const struct object_reading *l)
{
	char *place = l->data.len ? NULL : capture_place(s, l->chunk_size);

	return place ? place : l->bytes;
}

/* Counts the whole chunk as unreadable. */
static void lose_chunk(struct contents_source *s, int error)
{
	struct object_reading *l = &s->capture->look;

	vec_clear(&l->holes);
	for (size_t i = 0; i < l->chunk.n; i++)
		*vec_push(&l->holes) = (struct contents_hole){
			.start = l->chunk.v[i].start,
			.end = l->chunk.v[i].end, .error = error,
		};
	take_chunk(s);
}

static void read_chunk(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;
	struct region_seen *r = viewer(l);
	struct contents_process *p = proc_find(s, r->pid);
	int rc;

	fill_chunk(l);
	l->into = l->bytes;
	if (!p) {
		lose_chunk(s, -ESRCH);
	} else if (r->tame) {
		l->into = place_of(s, l);
		bytes_read(p->mem, l->chunk.v, l->chunk.n, s->page_size,
			   l->into, &l->holes);
		take_chunk(s);
	} else if (l->object->hung_until_ns > clock_ns()) {
		lose_chunk(s, -ETIMEDOUT);
	} else {
		if (!s->capture->reader)
			s->capture->reader = reader_new("/proc");
		rc = bytes_begin(s->capture->reader, p->via ? p->via : p->pid,
				 s->page_size, l->chunk.v, l->chunk.n);
		if (rc < 0)
			lose_chunk(s, rc);
		l->reading = rc == 0;
	}
}

/* Returns false if the reader process has not answered by the deadline. */
static bool wait_chunk(struct contents_source *s, uint64_t deadline)
{
	struct object_reading *l = &s->capture->look;
	struct reader *rd = s->capture->reader;
	struct pollfd ready = { .fd = reader_fd(rd), .events = POLLIN };
	struct str bytes = STR_INIT;
	uint64_t now = clock_ns();
	int rc;

	if (l->patient && now < deadline)
		poll(&ready, 1, (int)((deadline - now) / NS_PER_MS));
	rc = bytes_ended(rd, l->chunk_size, &bytes, &l->holes);
	if (rc == 0)
		return false;
	l->reading = false;
	if (rc < 0) {
		if (rc == -ETIMEDOUT)
			l->object->hung_until_ns = clock_ns() + HUNG_NS;
		lose_chunk(s, rc);
	} else {
		memcpy(l->bytes, bytes.data, l->chunk_size);
		take_chunk(s);
	}
	str_release(&bytes);
	return true;
}

void pages_stop(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;

	if (l->reading)
		reader_end_child(s->capture->reader);
	l->reading = l->scanning = false;
	vec_clear(&l->chunk);
	vec_clear(&l->runs);
	vec_clear(&l->found);
	l->run = 0;
}

uint64_t pages_left(const struct contents_source *s, uint64_t *unseen)
{
	const struct object_reading *l = &s->capture->look;
	uint64_t page = s->page_size, n = 0;

	for (size_t i = l->run; i < l->runs.n; i++)
		n += (l->runs.v[i].end - 1) / page -
		     l->runs.v[i].start / page + 1;
	for (size_t i = 0; l->reading && i < l->chunk.n; i++)
		n += (l->chunk.v[i].end - 1) / page -
		     l->chunk.v[i].start / page + 1;
	*unseen = l->scanning && !l->viewer
		? (l->scan.end - l->scan.pos) / page : 0;
	return n + *unseen;
}

void pages_begin(struct contents_source *s)
{
	struct object_reading *l = &s->capture->look;

	if (!l->bytes)
		l->bytes = xmalloc(CHUNK);
	hashes_look(&l->object->hashes);
	l->viewer = 0;
	begin_viewer(s);
}

bool pages_step(struct contents_source *s, uint64_t deadline)
{
	struct object_reading *l = &s->capture->look;

	for (;;) {
		if (l->reading) {
			if (!wait_chunk(s, deadline))
				return false;
		} else if (l->runs.n >= RUNS_MAX ||
			   (l->runs.n && !l->scanning)) {
			/* A scan at a stop never waits for the disk; a timed
			 * scan lets the disk catch up. */
			l->crowded = !l->patient && !capture_has_room(s);
			if (l->crowded)
				return false;
			read_chunk(s);
		} else if (l->scanning) {
			scan(s, deadline);
		} else if (l->viewer + 1 < l->object->viewers.n) {
			/* A page that several viewers map is stored once.  Each
			 * viewer starts a new part of the frame, because a part
			 * is in the order of the first viewer's addresses. */
			look_part(s, false);
			l->viewer++;
			begin_viewer(s);
		} else {
			return true;
		}
		if (capture_late(s, deadline))
			return false;
	}
}
