/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads bytes of another process's memory. */
#include <config.h>

#include "source/contents/contents.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "sys/reader/process.h"

/* Maximum number of bytes of one pread().  It may be large, as the kernel holds
 * the target's mmap lock for one page at a time, not for the whole call. */
#define CHUNK (1u << 20)

static void add_hole(page_holes *holes, uint64_t start, uint64_t end, int error)
{
	struct contents_hole *last = holes->n ? &holes->v[holes->n - 1] : NULL;

	if (last && last->end == start && last->error == error) {
		last->end = end;
		return;
	}
	*vec_push(holes) = (struct contents_hole){
		.start = start, .end = end, .why = CONTENTS_UNREADABLE,
		.error = error,
	};
}

/* Reads a run of pages, and skips each page that cannot be read. */
static void read_run(int mem, struct page_range run, uint64_t page_size,
		     char *out, page_holes *holes)
{
	while (run.start < run.end) {
		uint64_t left = run.end - run.start, page;
		ssize_t got = pread(mem, out, left < CHUNK ? left : CHUNK,
				    (off_t)run.start);

		if (got < 0 && errno == EINTR)
			continue;
		if (got > 0) {
			out += got;
			run.start += (uint64_t)got;
			continue;
		}
		page = page_size - run.start % page_size;
		if (page > left)
			page = left;
		/* pread() returns 0 when the address space has ended. */
		add_hole(holes, run.start, run.start + page,
			 got < 0 ? -errno : -ESRCH);
		memset(out, 0, page);
		out += page;
		run.start += page;
	}
}

void bytes_read(int mem, const struct page_range *runs, size_t n,
		uint64_t page_size, char *out, page_holes *holes)
{
	for (size_t i = 0; i < n; i++) {
		read_run(mem, runs[i], page_size, out, holes);
		out += runs[i].end - runs[i].start;
	}
}

/* --- reading in a reader process ------------------------------------------ */

/* Runs in the reader process.  The request has the page size and the runs. The
 * answer has the number of holes, the holes, and the bytes. */
static void run(const struct reader_work *w, struct str *out)
{
	static char bytes[BYTES_MAX];
	static struct page_range
		runs[READER_ASK_MAX / sizeof(struct page_range)];
	page_holes holes = VEC_INIT;
	uint64_t page_size, size = 0, n_holes;
	size_t n = (w->n - sizeof page_size) / sizeof *runs;

	memcpy(&page_size, w->ask, sizeof page_size);
	memcpy(runs, w->ask + sizeof page_size, n * sizeof *runs);
	for (size_t i = 0; i < n; i++)
		size += runs[i].end - runs[i].start;
	bytes_read(w->mem, runs, n, page_size, bytes, &holes);
	n_holes = holes.n;
	str_add(out, &n_holes, sizeof n_holes);
	str_add(out, holes.v, holes.n * sizeof *holes.v);
	str_add(out, bytes, size);
	vec_release(&holes);
}

static const struct reader_job job = {
	.run = run, .limit_ns = READER_LIMIT_NS, .limits = 10, .memory = true,
};

int bytes_begin(struct reader *r, pid_t pid, uint64_t page_size,
		const struct page_range *runs, size_t n)
{
	struct str ask = STR_INIT;
	int rc;

	str_add(&ask, &page_size, sizeof page_size);
	str_add(&ask, runs, n * sizeof *runs);
	rc = reader_start_job(r, pid, &job, ask.data, ask.len);
	str_release(&ask);
	return rc;
}

int bytes_ended(struct reader *r, uint64_t size, struct str *out,
		page_holes *holes)
{
	struct str got = STR_INIT;
	uint64_t n = 0, at;
	int rc = reader_job_result(r, &got);

	if (rc == 1 && got.len >= sizeof n)
		memcpy(&n, got.data, sizeof n);
	at = sizeof n + n * sizeof *holes->v;
	if (rc == 1 && (n > BYTES_MAX || got.len != at + size)) {
		reader_end_child(r);
		rc = -EIO;
	}
	if (rc == 1) {
		vec_clear(holes);
		vec_reserve(holes, n);
		holes->n = n;
		if (n)
			memcpy(holes->v, got.data + sizeof n,
			       n * sizeof *holes->v);
		str_clear(out);
		str_add(out, got.data + at, size);
	}
	str_release(&got);
	return rc;
}
