/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/pages/strip_private.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "source/sample/pages/pages.h"
#include "sys/loop.h"
#include "sys/reader/process.h"

_Static_assert((int)FILECACHE_HUNG == (int)STRIP_HUNG &&
	       (int)FILECACHE_RIGHTS == (int)STRIP_RIGHTS &&
	       (int)FILECACHE_MEMORY == (int)STRIP_MEMORY,
	       "the same reasons");
_Static_assert((int)FILECACHE_MINCORE == (int)STRIP_MINCORE, "the same ways");

void strip_unwatch(struct sampler *s)
{
	struct strip *st = s->strip;

	if (st->fd >= 0)
		loop_remove_fd(s->host->loop, st->fd);
	st->fd = -1;
}

void strip_parts(struct strip *st, const struct sproc *p)
{
	vec_clear(&st->parts);
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (r->dev == st->dev && r->inode == st->inode &&
		    r->end < ROUND_USER_END)
			*vec_push(&st->parts) = (struct file_span){
				.start = r->start, .end = r->end,
				.offset = r->offset, .perm = r->perm,
			};
	}
}

/* Returns the end of the mappings, which may be beyond the end of the file. */
static uint64_t reach(const struct strip *st)
{
	uint64_t most = 0;

	for (size_t i = 0; i < st->parts.n; i++) {
		const struct file_span *f = &st->parts.v[i];
		uint64_t end;

		if (!__builtin_add_overflow(f->offset, f->end - f->start,
					    &end) && end > most)
			most = end;
	}
	return most;
}

/* Used if the page cache is not known: the bins then cover the mappings. */
static void answer_self(struct sampler *s, enum filecache_why why, int error)
{
	struct strip *st = s->strip;
	uint64_t bytes, most = reach(st);

	st->answer = (struct filecache_answer){
		.why = why, .dirty_why = why, .error = (uint64_t)error,
		.size = UINT64_MAX,
		.bin_pages = filecache_bin_pages(most, s->page_size),
	};
	bytes = st->answer.bin_pages * s->page_size;
	st->answer.bins = most / bytes + (most % bytes != 0);
	memset(st->bins, 0, FILECACHE_BINS * sizeof *st->bins);
	st->phase = SCAN;
}

static void on_answer(void *arg, int fd, short revents)
{
	struct sampler *s = arg;

	(void)revents;
	/* Only strip_work() reads the answer.  Until it does, the readable
	 * descriptor would wake the loop again and again. */
	loop_remove_fd(s->host->loop, fd);
	s->strip->fd = -1;
	s->strip->due = clock_ns();
	sample_due(s, s->strip->due);
}

void strip_ask(struct sampler *s, const struct sproc *p, uint64_t first)
{
	struct strip *st = s->strip;
	struct filecache_ask q = {
		.start = st->parts.v[0].start, .end = st->parts.v[0].end,
		.dev = st->dev, .inode = st->inode,
		.page_size = s->page_size, .least = reach(st), .first = first,
		.path_len = st->name.len,
	};
	int rc;

	if (st->hung) {
		answer_self(s, FILECACHE_HUNG, 0);
		return;
	}
	if (!st->reader)
		st->reader = reader_new("/proc");
	rc = reader_query_file(st->reader, p->via ? p->via : p->pid, &q,
			       st->name.data ? st->name.data : "");
	if (rc < 0) {
		answer_self(s, FILECACHE_OPEN, -rc);
		return;
	}
	st->phase = WAIT;
	st->fd = reader_fd(st->reader);
	loop_add_fd(s->host->loop, st->fd, POLLIN, 2, on_answer, s);
	st->due = clock_ns() + STRIP_ANSWER_NS;
}

static void take_bins(struct strip *st)
{
	const struct filecache_answer *a = &st->answer;

	if (!a->first)
		memset(st->bins, 0, FILECACHE_BINS * sizeof *st->bins);
	for (uint64_t i = 0; i < a->done &&
	     a->first + i < FILECACHE_BINS; i++) {
		st->bins[a->first + i].cached = st->got[i].cached;
		st->bins[a->first + i].dirty = st->got[i].dirty;
	}
}

void strip_wait(struct sampler *s, const struct sproc *p)
{
	struct strip *st = s->strip;
	struct filecache_answer before = st->answer;
	int rc = reader_query_result(st->reader, &st->answer, st->got);
	const struct filecache_answer *a = &st->answer;

	if (rc == 0) {
		st->due = clock_ns() + STRIP_ANSWER_NS;
		return;
	}
	strip_unwatch(s);
	if (rc < 0) {
		st->hung = rc == -ETIMEDOUT;
		answer_self(s, FILECACHE_HUNG, 0);
		return;
	}
	/* The size of the file has changed: restart the strip. */
	if (a->first && a->bin_pages != before.bin_pages) {
		strip_ask(s, p, 0);
		return;
	}
	take_bins(st);
	if (a->how != FILECACHE_NOT && a->first + a->done < a->bins)
		strip_ask(s, p, a->first + a->done);
	else
		st->phase = SCAN;
}
