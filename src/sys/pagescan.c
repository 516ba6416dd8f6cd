/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pagescan.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "sys/loop.h"
#include "sys/pagescan_kernel.h"
#include "sys/procmap.h"

#define PAUSE_NS 20000
/*
 * A pause when the walks since the last one took so long.  It costs as much
 * CPU as it takes itself, in a virtual machine more than that; but without it
 * who waits for the walk, and has gone to sleep over it, does not get in before
 * the next.
 */
#define WALK_NS 30000
/* What a dense call covers: what is plainly present costs it a fifth.  Who
 * waits spins for 10 us, and only then sleeps: so long a call may take. */
#define DENSE_WINDOW (16ull << 20)
/* What a sparse one matches: some 20 us of what lies together, twice that of
 * pages that are scattered. */
#define SPARSE_WINDOW (8ull << 20)
/* In small regions the questions would cost more than they save. */
#define DENSE_LEAST (1u << 20)
/* Pages of a first look: dense or sparse? */
#define FIRST_PAGES 256
#define SPAN_FIRST (256ull << 20)
#define SPAN_FAST_NS 100000	/* a sparse call that took less may reach */
#define SPAN_SLOW_NS 500000	/* further, and one that took more, less */

static unsigned cats_of(uint64_t c)
{
	unsigned cats = 0;

	if (c & CAT_PRESENT)
		cats |= PAGE_PRESENT;
	else if ((c & CAT_SWAPPED) && !(c & CAT_GUARD))
		cats |= PAGE_SWAPPED;
	if (cats == PAGE_PRESENT && (c & CAT_ZERO))
		cats |= PAGE_ZERO;
	if ((cats & PAGE_PRESENT) && (c & CAT_HUGE))
		cats |= PAGE_HUGE;
	return cats;
}

void pagescan_pause(void)
{
	struct timespec ts = { 0, PAUSE_NS };

	nanosleep(&ts, NULL);
}

void pagescan_begin(struct pagescan *s, struct pagescanner *sc,
		    int pagemap_fd, int maps_fd, uint64_t start, uint64_t end)
{
	*s = (struct pagescan){
		.sc = sc, .pagemap_fd = pagemap_fd, .maps_fd = maps_fd,
		.start = start, .end = end, .pos = start, .span = SPAN_FIRST,
		.most = FIRST_PAGES,
	};
}

/* --- PAGEMAP_SCAN -------------------------------------------------------- */

static uint64_t pages_of(const struct pagescanner *sc, uint64_t bytes)
{
	return bytes / sc->page;
}

/* A present page that is not anonymous where all real ones are. */
static bool odd_in_anon(const struct pagescan *s, uint64_t addr,
			uint64_t entry)
{
	return pagemap_entry_is_file(entry) && s->anon &&
	       s->anon(s->anon_arg, addr);
}

static bool is_huge_zero(const struct pagescan *s, uint64_t addr)
{
	uint64_t entry;

	return pread(s->pagemap_fd, &entry, sizeof entry,
		     (off_t)(addr / s->sc->page * sizeof entry)) ==
		       sizeof entry &&
	       odd_in_anon(s, addr, entry);
}

static void report(struct pagescan *s, uint64_t start, uint64_t end,
		   unsigned cats, pagescan_fn *fn, void *arg)
{
	if (!(cats & PAGE_HUGE) || s->sc->huge_zero) {
		if (cats && start < end)
			fn(arg, start, end, cats);
		return;
	}
	while (start < end) {
		uint64_t next = (start | (PAGESCAN_HUGE - 1)) + 1;

		next = next < end ? next : end;
		fn(arg, start, next,
		   (cats & ~PAGE_ZERO) |
			   (is_huge_zero(s, start) ? PAGE_ZERO : 0));
		start = next;
	}
}

/* The next call reaches as far as this one was quick. */
static void set_span(struct pagescan *s, uint64_t took)
{
	if (took < SPAN_FAST_NS && s->span < 1ull << 60)
		s->span *= 8;
	else if (took > SPAN_SLOW_NS && s->span > PAGESCAN_WINDOW)
		s->span /= 4;
}

/* What is present or swapped, from pos on: at most one window of it. */
static int step_sparse(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	struct pagescanner *sc = s->sc;
	uint64_t end = s->end - s->pos > s->span ? s->pos + s->span : s->end;
	uint64_t before = s->pos, matched = 0, plain = 0, took = clock_ns();
	int n = pagescan_call(sc, s->pagemap_fd, s->pos, end, 0,
			      CAT_PRESENT | CAT_SWAPPED, s->most);

	if (n < 0)
		return n;
	took = clock_ns() - took;
	for (int i = 0; i < n; i++) {
		struct scan_range *r = &sc->vec[i];
		unsigned cats = cats_of(r->categories);

		matched += r->end - r->start;
		if (cats == PAGE_PRESENT)
			plain += r->end - r->start;
		report(s, r->start, r->end, cats, fn, arg);
	}
	matched = pages_of(sc, matched);
	/*
	 * walk_end is stale when a call completes with many ranges: the
	 * ranges themselves say how far it came.
	 */
	if (n > 0 && (matched >= s->most || (size_t)n > sc->window))
		s->pos = sc->vec[n - 1].end;
	else
		s->pos = end;
	/* Large entries match at once: those parts are cheap as they are. */
	s->dense = matched >= s->most && plain * 4 >=
		   (s->pos - before) * 3;
	if (matched >= s->most)
		s->most = pages_of(sc, SPARSE_WINDOW);
	set_span(s, took);
	return 0;
}

/*
 * One window, asked for what is *not* plainly present.  Only inside one
 * region, checked before and after: of what is not mapped the kernel says
 * nothing, which here would read as present.
 */
static int step_dense(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	struct pagescanner *sc = s->sc;
	struct procmap map, after;
	uint64_t pos = s->pos, end, plain = 0;
	int n;

	s->dense = false;
	map = s->region;
	s->region.end = 0;
	/* After a window it was just asked. */
	if (s->maps_fd < 0 || (map.end <= pos &&
	    procmap_query(s->maps_fd, pos, false, &map, NULL, 0) < 0))
		return step_sparse(s, fn, arg);
	end = pos + DENSE_WINDOW;
	end = end < map.end ? end : map.end;
	end = end < s->end ? end : s->end;
	if (end - pos < DENSE_LEAST)
		return step_sparse(s, fn, arg);
	n = pagescan_call(sc, s->pagemap_fd, pos, end, CAT_PRESENT,
		      CAT_PRESENT | CAT_SWAPPED | CAT_ZERO | CAT_HUGE, 0);
	if (n < 0)
		return n;
	if ((size_t)n > sc->window)	/* no room for more */
		end = sc->vec[n - 1].end;
	if (procmap_query(s->maps_fd, pos, false, &after, NULL, 0) < 0 ||
	    after.start > pos || after.end < end)
		return step_sparse(s, fn, arg);
	for (int i = 0; i < n; i++) {
		struct scan_range *r = &sc->vec[i];

		report(s, pos, r->start, PAGE_PRESENT, fn, arg);
		report(s, r->start, r->end, cats_of(r->categories), fn, arg);
		plain += r->start - pos;
		pos = r->end;
	}
	report(s, pos, end, PAGE_PRESENT, fn, arg);
	plain += end - pos;
	s->dense = plain * 2 >= end - s->pos;
	s->pos = end;
	s->region = after;
	return 0;
}

/* --- the pagemap file ---------------------------------------------------- */

static long read_window(struct pagescanner *sc, int fd, uint64_t start,
			uint64_t end)
{
	uint64_t pages = pages_of(sc, end - start);
	ssize_t n;

	pages = pages < sc->window ? pages : sc->window;
	do {
		n = pread(fd, sc->entries, pages * sizeof *sc->entries,
			  (off_t)(start / sc->page * sizeof *sc->entries));
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n / (long)sizeof *sc->entries;
}

static unsigned entry_cats(const struct pagescan *s, uint64_t addr,
			   uint64_t entry)
{
	uint64_t frame;
	bool exclusive;
	unsigned cats = pagemap_entry(entry, &exclusive, &frame);

	if ((cats & PAGE_PRESENT) &&
	    ((frame && frame == s->sc->zero_frame) ||
	     odd_in_anon(s, addr, entry)))
		cats |= PAGE_ZERO;
	return cats;
}

static int step_read(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	struct pagescanner *sc = s->sc;
	long n = read_window(sc, s->pagemap_fd, s->pos, s->end);
	uint64_t run = s->pos;
	unsigned cats = 0;

	if (n < 0)
		return (int)n;
	if (n == 0) {		/* beyond what the kernel lets a user have */
		s->pos = s->end;
		return 0;
	}
	for (long i = 0; i <= n; i++) {
		uint64_t at = s->pos + (uint64_t)i * sc->page;
		unsigned c = i < n && sc->entries[i]
				? entry_cats(s, at, sc->entries[i]) : 0;

		if (c == cats && i < n)
			continue;
		if (cats)
			fn(arg, run, at, cats);
		run = at;
		cats = c;
	}
	s->pos += (uint64_t)n * sc->page;
	return 0;
}

/* --- both ---------------------------------------------------------------- */

static int step(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	if (!s->sc->ioctl)
		return step_read(s, fn, arg);
	return s->dense ? step_dense(s, fn, arg) : step_sparse(s, fn, arg);
}

int pagescan_step(struct pagescan *s, uint64_t budget_ns, pagescan_fn *fn,
		  void *arg)
{
	uint64_t begin = clock_ns(), rested = begin;

	while (s->pos < s->end) {
		int rc = step(s, fn, arg);
		uint64_t now = clock_ns();

		if (rc < 0)
			return rc;
		if (now - begin >= budget_ns)
			break;
		if (now - rested < WALK_NS || s->pos >= s->end)
			continue;
		pagescan_pause();
		s->region.end = 0;
		rested = clock_ns();
	}
	s->region.end = 0;
	return s->pos >= s->end;
}

int pagescan_normal(struct pagescanner *sc, int pagemap_fd, uint64_t start,
		    uint64_t end, uint64_t *pages)
{
	uint64_t sum = 0;

	if (!sc->ioctl)
		return -ENOTTY;
	while (start < end) {
		struct scan_arg arg = {
			.size = sizeof arg,
			.start = start, .end = end,
			.vec = (uintptr_t)sc->vec, .vec_len = sc->window,
			.max_pages = sc->window,
			.category_mask = CAT_PRESENT | CAT_FILE,
			.return_mask = CAT_PRESENT,
		};
		int n = ioctl(pagemap_fd, IOC_PAGEMAP_SCAN, &arg);
		uint64_t matched = 0;

		if (n < 0)
			return -errno;
		for (int i = 0; i < n; i++)
			matched += pages_of(sc, sc->vec[i].end -
						sc->vec[i].start);
		sum += matched;
		if (n == 0 ||
		    (matched < sc->window && (size_t)n < sc->window))
			break;
		start = sc->vec[n - 1].end;
	}
	*pages = sum;
	return 0;
}

static int own_pages(struct pagescanner *sc, int pagemap_fd, uint64_t start,
		     uint64_t end, bool anon_only, pagescan_fn *fn, void *arg)
{
	while (start < end) {
		long n = read_window(sc, pagemap_fd, start, end);
		uint64_t run = 0;
		bool in = false;

		if (n <= 0)
			return (int)n;
		for (long i = 0; i <= n; i++) {
			uint64_t at = start + (uint64_t)i * sc->page, frame;
			bool mine = false;

			if (i < n)
				pagemap_entry(sc->entries[i], &mine, &frame);
			if (mine && anon_only &&
			    pagemap_entry_is_file(sc->entries[i]))
				mine = false;
			if (mine == in)
				continue;
			if (in)
				fn(arg, run, at, PAGE_PRESENT);
			run = at;
			in = mine;
		}
		start += (uint64_t)n * sc->page;
	}
	return 0;
}

int pagescan_exclusive(struct pagescanner *sc, int pagemap_fd, uint64_t start,
		       uint64_t end, pagescan_fn *fn, void *arg)
{
	return own_pages(sc, pagemap_fd, start, end, false, fn, arg);
}

int pagescan_private(struct pagescanner *sc, int pagemap_fd, uint64_t start,
		     uint64_t end, pagescan_fn *fn, void *arg)
{
	return own_pages(sc, pagemap_fd, start, end, true, fn, arg);
}
