/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/store/private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fault.h"

/* Maximum number of runs in a record. */
#define RUNS_MAX 65536
/* Maximum number of bytes in the list of unmapped ranges; a longer list becomes
 * one range that covers all. */
#define GONE_MAX (1u << 20)

struct store {
	int fd;
	struct str name;
	uint64_t page_size;
	struct writer *writer;
	struct store_writing *writing;
	struct batch batch;
	struct known *known;
	struct context *context;
	VEC(struct capture_run) runs;
	struct str body;
	uint64_t part;
	bool torn;		/* a part of this frame could not be stored */
	struct store_sums sums;
	struct store_end end;
};

int store_open(struct store **out, const struct store_options *o,
	       struct store_end *end)
{
	struct str name = STR_INIT;
	struct store *s;
	int fd;

	/* Load libzstd here, before the thread that packs is started. */
	if (capture_load(NULL) < 0) {
		*end = (struct store_end){ STORE_NO_LIBRARY, ELIBACC };
		return -ELIBACC;
	}
	fd = store_create(o, &name, end);
	if (fd < 0) {
		str_release(&name);
		return fd;
	}
	s = xcalloc(1, sizeof *s);
	s->fd = fd;
	s->name = name;
	s->page_size = o->page_size;
	s->writer = writer_new(fd);
	s->writing = writing_new(fd, o, s->writer);
	writer_prepare(s->writer, writing_prepare, s->writing);
	writer_behind(s->writer);
	s->batch = (struct batch){ .writer = s->writer, .text = STR_INIT,
				   .lengths = STR_INIT, .records = STR_INIT };
	s->known = known_new(fault_on("small-store") ? 64 : STORE_KNOWN);
	s->context = context_new(&s->batch);
	s->body = (struct str)STR_INIT;
	*out = s;
	return 0;
}

void store_free(struct store *s)
{
	bool ended;

	if (!s)
		return;
	ended = writer_free(s->writer);
	batch_release(&s->batch);
	known_free(s->known);
	context_free(s->context);
	vec_release(&s->runs);
	str_release(&s->body);
	str_release(&s->name);
	/* If the thread hangs, it still uses `writing` and the file: do not
	 * free them. */
	if (ended) {
		writing_free(s->writing);
		close(s->fd);
	}
	free(s);
}

struct store_end store_end(struct store *s)
{
	int error = writer_error(s->writer);

	if (s->end.why == STORE_ON && error)
		s->end = (struct store_end){ STORE_ERROR, error };
	else if (s->end.why == STORE_ON)
		s->end.why = writing_why(s->writing);
	return s->end;
}

/* --- frames --------------------------------------------------------------- */

static void send_runs(struct store *s, const struct ev_frame *f)
{
	const struct capture_list head = {
		.object = f->object, .number = f->number, .part = ++s->part,
	};

	if (!s->runs.n)
		return;
	str_clear(&s->body);
	capture_put_list(&s->body, &head, s->runs.v, s->runs.n);
	s->torn |= !batch_record(&s->batch, CAPTURE_PAGES, &s->body);
	vec_clear(&s->runs);
}

/* True if the bytes at `start` continue the last run. */
static bool joins(const struct capture_run *last, uint64_t start,
		  enum capture_how how, uint64_t number, uint64_t page_size)
{
	uint64_t pieces;

	if (last->end != start || start % page_size)
		return false;
	if (how == CAPTURE_LEFT_OUT)
		return last->how == CAPTURE_LEFT_OUT;
	if (last->how == CAPTURE_LEFT_OUT)
		return false;
	pieces = capture_run_pieces(last, page_size);
	if (pieces > 1 && last->how == CAPTURE_SAME)
		return last->first == number;
	return number == last->first + pieces ||
	       (pieces == 1 && number == last->first);
}

static void add_run(struct store *s, uint64_t start, uint64_t end,
		    enum capture_how how, uint64_t number)
{
	struct capture_run *last = s->runs.n ? &s->runs.v[s->runs.n - 1] : NULL;

	if (!last || !joins(last, start, how, number, s->page_size)) {
		*vec_push(&s->runs) = (struct capture_run){
			.start = start, .end = end, .first = number, .how = how,
		};
		return;
	}
	if (how != CAPTURE_LEFT_OUT && number == last->first)
		last->how = CAPTURE_SAME;
	last->end = end;
}

static void add_piece(struct store *s, uint64_t start, uint64_t end,
		      const char *bytes, struct page_sum sum)
{
	size_t n = (size_t)(end - start);
	uint64_t number;

	s->sums.pieces++;
	s->sums.bytes += n;
	if (batch_full(&s->batch, n)) {
		s->sums.left_out++;
		add_run(s, start, end, CAPTURE_LEFT_OUT, 0);
		return;
	}
	if (!known_find(s->known, sum, s->batch.next, &number)) {
		batch_piece(&s->batch, bytes, n);
		s->sums.stored++;
		s->sums.stored_bytes += n;
	}
	add_run(s, start, end, CAPTURE_COUNTED, number);
}

static struct page_range range_at(struct bytes b, size_t i)
{
	struct page_range r;

	memcpy(&r, (const char *)b.data + i * sizeof r, sizeof r);
	return r;
}

/* True if the frame's ranges are sorted, and their sizes add up to the size of
 * its data. */
static bool adds_up(const struct ev_frame *f)
{
	uint64_t after = 0, sum = 0;

	for (size_t i = 0; i < f->ranges.len / sizeof(struct page_range); i++) {
		struct page_range r = range_at(f->ranges, i);

		if (r.start < after || r.start >= r.end ||
		    r.end - r.start > f->data.len - sum)
			return false;
		sum += r.end - r.start;
		after = r.end;
	}
	return sum == f->data.len;
}

/* Returns the checksum of piece i; computes it if `sums` does not contain
 * it. */
static struct page_sum sum_at(const struct store *s, struct bytes sums,
			      size_t i, const char *bytes, uint64_t n)
{
	struct page_sum sum;

	if (sums.len / sizeof sum <= i)
		return known_sum(s->known, bytes, (size_t)n);
	memcpy(&sum, (const char *)sums.data + i * sizeof sum, sizeof sum);
	return sum;
}

static void add_pages(struct store *s, const struct ev_frame *f,
		      struct bytes sums)
{
	const char *bytes = f->data.data;
	size_t piece = 0;

	known_prefetch(s->known, sums);
	for (size_t i = 0; i < f->ranges.len / sizeof(struct page_range); i++) {
		struct page_range r = range_at(f->ranges, i);

		while (r.start < r.end) {
			uint64_t left = r.end - r.start;
			uint64_t n = s->page_size - r.start % s->page_size;

			n = n < left ? n : left;
			add_piece(s, r.start, r.start + n, bytes,
				  sum_at(s, sums, piece++, bytes, n));
			bytes += n;
			r.start += n;
			if (s->runs.n == RUNS_MAX)
				send_runs(s, f);
		}
	}
}

/* Returns the list of unmapped ranges.  If the list is too long, returns one
 * range that covers all of them. */
static struct bytes gone_of(const struct ev_frame *f, struct page_range *all)
{
	size_t n = f->gone.len / sizeof *all;

	if (f->gone.len <= GONE_MAX)
		return f->gone;
	*all = (struct page_range){ range_at(f->gone, 0).start,
				    range_at(f->gone, n - 1).end };
	return (struct bytes){ all, sizeof *all };
}

static void end_frame(struct store *s, const struct event *ev)
{
	struct page_range all;
	struct event head;

	if (!s->torn && frame_head(ev, &head)) {
		head.u.frame.gone = gone_of(&ev->u.frame, &all);
		context_frame(s->context, ev);
		s->sums.frames += context_put(&s->batch, &head);
	}
	s->torn = false;
	s->part = 0;
}

static void on_frame(struct store *s, const struct event *ev, struct bytes sums)
{
	const struct ev_frame *f = &ev->u.frame;

	/* A frame cannot be recorded if its page size is not that of the
	 * store. */
	if (f->page_size != s->page_size || !adds_up(f))
		s->torn = true;
	else
		add_pages(s, f, sums);
	send_runs(s, f);
	if (f->last)
		end_frame(s, ev);
}

void store_event(struct store *s, const struct event *ev)
{
	if (store_end(s).why != STORE_ON)
		return;
	switch (ev->kind) {
	case EV_START:
		context_put(&s->batch, ev);
		break;
	case EV_PROCESS:
		context_process(s->context, ev);
		break;
	case EV_REGION:
		context_region(s->context, ev);
		break;
	case EV_FRAME:
		on_frame(s, ev, (struct bytes){ NULL, 0 });
		break;
	default:
		break;
	}
}

void store_frame(struct store *s, const struct event *ev, struct bytes sums)
{
	if (store_end(s).why == STORE_ON)
		on_frame(s, ev, sums);
}

/* --- end ------------------------------------------------------------------ */

bool store_has_room(struct store *s)
{
	return !s->batch.stuck && writer_has_room(s->writer);
}

void *store_reserve(struct store *s, size_t n)
{
	return store_end(s).why == STORE_ON ? batch_reserve(&s->batch,
							    n) : NULL;
}

void store_flush(struct store *s)
{
	if (store_end(s).why == STORE_ON)
		batch_send(&s->batch);
}

void store_close(struct store *s)
{
	if (store_end(s).why != STORE_ON)
		return;
	str_clear(&s->body);
	capture_put_close(&s->body, CAPTURE_WHOLE);
	s->batch.last = true;
	batch_record(&s->batch, CAPTURE_CLOSE, &s->body);
	batch_send(&s->batch);
}

bool store_pending(struct store *s)
{
	return writer_pending(s->writer);
}

int store_fd(const struct store *s)
{
	return writer_fd(s->writer);
}

const char *store_name(const struct store *s)
{
	return s->name.data;
}

uint64_t store_floor(const struct store *s)
{
	return writing_floor(s->writing);
}

struct store_sums store_sums(const struct store *s)
{
	return s->sums;
}
