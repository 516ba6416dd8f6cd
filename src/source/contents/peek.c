/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads bytes of live memory for the screen.  Only one request runs at a time;
 * of the waiting requests, only the newest is served.
 */
#include <config.h>

#include "source/contents/contents.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

/* How often to check whether the reader process hangs. */
#define ASK_NS (50 * NS_PER_MS)
#define SLICE_NS NS_PER_MS
/* An address range for which a read hung is not read again for HUNG_NS.  The
 * last HUNG_MAX such ranges are remembered. */
#define HUNG_NS (5 * NS_PER_S)
#define HUNG_MAX 8
/* How often to check whether the reader process is unused and can end. */
#define IDLE_NS (10 * NS_PER_S)

struct hung {
	pid_t pid;
	uint64_t start, end, until_ns;
};

struct peek {
	struct reader *reader;
	int fd, timer;		/* -1 and 0: no request is running */
	struct request ask;	/* the running request */
	struct request next;	/* the waiting request; op REQS: none */
	struct layout_region region;	/* the region at ask.a, without its
					 * name */
	page_ranges runs;	/* present pages of the requested range */
	page_holes holes;
	struct hung hung[HUNG_MAX];
	unsigned n_hung;
	/* Position and end of the scan for present pages. */
	uint64_t at, end;
};

struct peek *peek_new(void)
{
	struct peek *p = xcalloc(1, sizeof *p);

	p->fd = -1;
	p->next.op = REQS;
	return p;
}

static void unwatch(struct contents_source *s)
{
	struct peek *p = s->peek;

	if (p->fd >= 0)
		loop_remove_fd(s->host->loop, p->fd);
	p->fd = -1;
}

void peek_free(struct contents_source *s)
{
	struct peek *p = s->peek;

	if (!p)
		return;
	unwatch(s);
	if (p->timer)
		loop_remove_timer(s->host->loop, p->timer);
	reader_free(p->reader);
	vec_release(&p->runs);
	vec_release(&p->holes);
	free(p);
	s->peek = NULL;
}

/* --- finding present pages ------------------------------------------------ */

static void hole(struct peek *p, uint64_t start, uint64_t end,
		 enum contents_why why, int error)
{
	struct contents_hole *last = p->holes.n ? &p->holes.v[p->holes.n - 1]
						: NULL;

	if (start >= end)
		return;
	if (last && last->end == start && last->why == why &&
	    last->error == error) {
		last->end = end;
		return;
	}
	*vec_push(&p->holes) = (struct contents_hole){
		.start = start, .end = end, .why = why, .error = error,
	};
}

/* Handles a run of present or swapped pages.  Pages between this run and the
 * previous run are absent. */
static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct peek *p = arg;

	if (start < p->at)
		start = p->at;
	if (end > p->end)
		end = p->end;
	if (start >= end)
		return;
	hole(p, p->at, start, CONTENTS_ABSENT, 0);
	if (cats & PAGE_PRESENT)
		*vec_push(&p->runs) = (struct page_range){ start, end };
	else
		hole(p, start, end, CONTENTS_SWAPPED, 0);
	p->at = end;
}

static bool hangs(const struct peek *p, pid_t pid, uint64_t start, uint64_t end)
{
	uint64_t now = clock_ns();

	for (unsigned i = 0; i < HUNG_MAX; i++)
		if (p->hung[i].pid == pid && p->hung[i].until_ns > now &&
		    p->hung[i].start < end && start < p->hung[i].end)
			return true;
	return false;
}

/* True for the pages that the kernel maps into a program, such as [vvar]: they
 * cannot be read. */
static bool is_bare(const struct layout_region *r)
{
	return !strncmp(r->name, "[vvar", 5);
}

static int see_region(struct contents_source *s, struct peek *p,
		      const struct layout_region *r, int pagemap, int maps)
{
	uint64_t end = p->ask.a + p->ask.b, mask = s->page_size - 1;
	struct pagescan scan;
	int rc = 0;

	if (p->at < r->map.start) {
		hole(p, p->at, r->map.start, CONTENTS_UNMAPPED, 0);
		p->at = r->map.start;
	}
	p->end = r->map.end < end ? r->map.end : end;
	if (is_bare(r)) {
		hole(p, p->at, p->end, CONTENTS_UNREADABLE, -EIO);
		p->at = p->end;
		return 0;
	}
	if (hangs(p, p->ask.pid, p->at, p->end)) {
		hole(p, p->at, p->end, CONTENTS_HUNG, 0);
		p->at = p->end;
		return 0;
	}
	pagescan_begin(&scan, s->scanner, pagemap, maps, p->at & ~mask,
		       (p->end + mask) & ~mask);
	while (rc == 0)
		rc = pagescan_step(&scan, SLICE_NS, on_run, p);
	if (rc < 0)
		return rc;
	hole(p, p->at, p->end, CONTENTS_ABSENT, 0);
	p->at = p->end;
	return 0;
}

/* Finds the present pages of the requested range.  Returns 0 or -errno. */
static int see(struct contents_source *s, int maps, int pagemap)
{
	struct peek *p = s->peek;
	uint64_t end = p->ask.a + p->ask.b;
	layout regions = VEC_INIT;
	int rc = layout_read(s, p->ask.pid, maps, p->ask.a, end, &regions);

	p->at = p->ask.a;
	if (regions.n && regions.v[0].map.start <= p->ask.a)
		p->region.map = regions.v[0].map;
	for (size_t i = 0; rc == 0 && i < regions.n; i++)
		rc = see_region(s, p, &regions.v[i], pagemap, maps);
	if (rc == 0)
		hole(p, p->at, end, CONTENTS_UNMAPPED, 0);
	layout_release(&regions);
	return rc;
}

static int look(struct contents_source *s)
{
	struct peek *p = s->peek;
	int pagemap, rc;
	int maps = procroot_openf(s->host->proc, O_RDONLY, "%d/maps",
				  (int)p->ask.pid);

	if (maps < 0)
		return maps;
	pagemap = procroot_openf(s->host->proc, O_RDONLY, "%d/pagemap",
				 (int)p->ask.pid);
	if (pagemap < 0) {
		close(maps);
		return pagemap;
	}
	rc = see(s, maps, pagemap);
	/* The maps file of an ended process reads as empty. */
	if (rc == 0 && !procmap_alive(maps))
		rc = -ESRCH;
	close(pagemap);
	close(maps);
	return rc;
}

/* --- emitting the answer -------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
	const struct contents_hole *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Emits CONTENTS.  `bytes` has the bytes of all runs. */
static void tell(struct contents_source *s, const char *bytes)
{
	struct peek *p = s->peek;
	struct event ev = contents_event(s, EV_CONTENTS, p->ask.pid);
	char *data = xcalloc(1, p->ask.b);

	for (size_t i = 0; i < p->runs.n; i++) {
		uint64_t n = p->runs.v[i].end - p->runs.v[i].start;

		memcpy(data + (p->runs.v[i].start - p->ask.a), bytes, n);
		bytes += n;
	}
	if (p->holes.n)
		qsort(p->holes.v, p->holes.n, sizeof *p->holes.v, by_address);
	ev.u.contents = (struct ev_contents){
		.start = p->ask.a,
		.region_start = p->region.map.start,
		.region_end = p->region.map.end,
		.data = { data, p->ask.b },
		.holes = { p->holes.v, p->holes.n * sizeof *p->holes.v },
	};
	contents_emit(s, &ev);
	free(data);
}

/* Emits CONTENTS when no present page could be read. */
static void tell_none(struct contents_source *s, enum contents_why why,
		      int error)
{
	struct peek *p = s->peek;

	for (size_t i = 0; i < p->runs.n; i++)
		hole(p, p->runs.v[i].start, p->runs.v[i].end, why, error);
	vec_clear(&p->runs);
	tell(s, NULL);
}

/* Emits CONTENTS when nothing is known of the requested range. */
static void tell_nothing(struct contents_source *s, int error)
{
	struct peek *p = s->peek;
	bool gone = error == -ESRCH || error == -ENOENT;

	vec_clear(&p->runs);
	vec_clear(&p->holes);
	p->region = (struct layout_region){ .name = NULL };
	hole(p, p->ask.a, p->ask.a + p->ask.b,
	     gone ? CONTENTS_GONE : CONTENTS_UNREADABLE, gone ? 0 : error);
	tell(s, NULL);
}

static void begin(struct contents_source *s, const struct request *req);

static void note_hung(struct peek *p)
{
	p->hung[p->n_hung++ % HUNG_MAX] = (struct hung){
		p->ask.pid, p->ask.a, p->ask.a + p->ask.b,
		clock_ns() + HUNG_NS,
	};
}

static void finish(struct contents_source *s)
{
	struct peek *p = s->peek;
	struct request next = p->next;
	struct str bytes = STR_INIT;
	page_holes holes = VEC_INIT;
	uint64_t size = 0;
	int rc;

	for (size_t i = 0; i < p->runs.n; i++)
		size += p->runs.v[i].end - p->runs.v[i].start;
	rc = bytes_ended(p->reader, size, &bytes, &holes);
	if (rc == 0)
		return;
	unwatch(s);
	if (rc == -ETIMEDOUT) {
		note_hung(p);
		tell_none(s, CONTENTS_HUNG, 0);
	} else if (rc < 0) {
		tell_none(s, CONTENTS_UNREADABLE, rc);
	} else {
		for (size_t i = 0; i < holes.n; i++)
			hole(p, holes.v[i].start, holes.v[i].end,
			     holes.v[i].why, holes.v[i].error);
		tell(s, bytes.data);
	}
	str_release(&bytes);
	vec_release(&holes);
	p->next.op = REQS;
	if (next.op == REQ_CONTENTS)
		begin(s, &next);
}

static void on_answer(void *arg, int fd, short revents)
{
	(void)fd;
	(void)revents;
	finish(arg);
}

/* Checks whether the reader process hangs during a request, and later whether
 * the reader process is still used. */
static uint64_t on_time(void *arg)
{
	struct contents_source *s = arg;
	struct peek *p = s->peek;

	if (p->fd >= 0)
		finish(s);
	if (p->fd >= 0)
		return ASK_NS;
	reader_end_idle(p->reader, IDLE_NS / 2);
	if (reader_pid(p->reader))
		return IDLE_NS;
	p->timer = 0;
	return 0;
}

static void watch(struct contents_source *s)
{
	struct peek *p = s->peek;

	p->fd = reader_fd(p->reader);
	loop_add_fd(s->host->loop, p->fd, POLLIN, 2, on_answer, s);
	if (p->timer)
		loop_remove_timer(s->host->loop, p->timer);
	p->timer = loop_add_timer(s->host->loop, ASK_NS, on_time, s);
}

static void begin(struct contents_source *s, const struct request *req)
{
	struct peek *p = s->peek;
	int rc;

	p->ask = *req;
	vec_clear(&p->runs);
	vec_clear(&p->holes);
	p->region = (struct layout_region){ .name = NULL };
	rc = look(s);
	if (rc < 0) {
		tell_nothing(s, rc);
		return;
	}
	if (!p->runs.n) {
		tell(s, NULL);
		return;
	}
	if (!p->reader)
		p->reader = reader_new("/proc");
	rc = bytes_begin(p->reader, p->ask.pid, s->page_size, p->runs.v,
			 p->runs.n);
	if (rc < 0)
		tell_none(s, rc == -ESRCH || rc == -ENOENT ? CONTENTS_GONE :
			  CONTENTS_UNREADABLE, rc);
	else
		watch(s);
}

void peek_request(struct contents_source *s, const struct request *req)
{
	struct request ask = *req;

	if (!ask.b || ask.b > REQ_CONTENTS_MAX)
		return;
	/* Kernel addresses are not memory of a process. */
	if (ask.a > USER_END - ask.b)
		ask.a = USER_END - ask.b;
	if (s->peek->fd >= 0)
		s->peek->next = ask;
	else
		begin(s, &ask);
}
