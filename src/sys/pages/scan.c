/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/pages/scan.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "sys/loop.h"
#include "sys/pages/scan_kernel.h"
#include "sys/proc/map.h"

#define PAUSE_NS 20000
/* In smaller regions, querying the region costs more than it saves. */
#define DENSE_LEAST (1u << 20)
/* Pages of the first call, which finds out if the part is dense or sparse. */
#define FIRST_PAGES 256
#define SPAN_FIRST (256ull << 20)
#define SPAN_FAST_NS 100000	/* span grows after a sparse call faster than
				 * this */
#define SPAN_SLOW_NS 500000	/* span shrinks after a sparse call slower than
				 * this */

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
	pagescanner_ready(sc);
	*s = (struct pagescan){
		.sc = sc, .pagemap_fd = pagemap_fd, .maps_fd = maps_fd,
		.start = start, .end = end, .pos = start, .span = SPAN_FIRST,
		.most = FIRST_PAGES,
	};
}

static uint64_t pages_of(const struct pagescanner *sc, uint64_t bytes)
{
	return bytes / sc->page;
}

/* --- the pagemap file ---------------------------------------------------- */

/* True if a present page of an anonymous region is not anonymous: it is the
 * huge zero page. */
static bool odd_in_anon(const struct pagescan *s, uint64_t addr,
			uint64_t entry)
{
	return pagemap_entry_is_file(entry) && s->anon &&
	       s->anon(s->anon_arg, addr);
}

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

/* Reports one window from `start` on.  Returns the end of the window, or
 * -errno. */
static int64_t read_entries(struct pagescan *s, uint64_t start, uint64_t end,
			    pagescan_fn *fn, void *arg)
{
	struct pagescanner *sc = s->sc;
	long n = read_window(sc, s->pagemap_fd, start, end);
	uint64_t run = start;
	unsigned cats = 0;

	if (n < 0)
		return n;
	if (n == 0)		/* above the address space of user programs */
		return (int64_t)end;
	for (long i = 0; i <= n; i++) {
		uint64_t at = start + (uint64_t)i * sc->page;
		unsigned c = i < n && sc->entries[i]
				? entry_cats(s, at, sc->entries[i]) : 0;

		if (c == cats && i < n)
			continue;
		if (cats)
			fn(arg, run, at, cats);
		run = at;
		cats = c;
	}
	return (int64_t)(start + (uint64_t)n * sc->page);
}

static int step_read(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	int64_t came = read_entries(s, s->pos, s->end, fn, arg);

	if (came < 0)
		return (int)came;
	s->pos = (uint64_t)came;
	return 0;
}

/* --- PAGEMAP_SCAN -------------------------------------------------------- */

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
	int64_t came = 1;

	/* PAGEMAP_SCAN reports every entry that is not present as swapped, so
	 * these entries are read from the pagemap file. */
	if (cats & PAGE_SWAPPED) {
		while (start < end && came > 0) {
			came = read_entries(s, start, end, fn, arg);
			start = came > 0 ? (uint64_t)came : start;
		}
		return;
	}
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

/* Sets the span of the next sparse call according to the time of this one. */
static void set_span(struct pagescan *s, uint64_t took)
{
	if (took < SPAN_FAST_NS && s->span < 1ull << 60)
		s->span *= 8;
	else if (took > SPAN_SLOW_NS && s->span > PAGESCAN_WINDOW)
		s->span /= 4;
}

/* Returns the end of the addresses that a call covered.  If the call reached a
 * limit, this is the end of the last range, since walk_end may be stale. */
static uint64_t came_to(const struct pagescan *s, const struct scan_ask *ask,
			int n, uint64_t end, uint64_t matched)
{
	bool cut = (ask->max_pages && matched >= ask->max_pages) ||
		   (size_t)n >= ask->max_ranges;

	return n > 0 && cut ? s->sc->vec[n - 1].end : end;
}

/* Reports the present and swapped pages from `pos` on, at most one window. */
static int step_present(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	struct pagescanner *sc = s->sc;
	const struct scan_ask ask = {
		.anyof = CAT_PRESENT | CAT_SWAPPED, .max_pages = s->most,
		.max_ranges = sc->window + 1,
	};
	uint64_t end = s->end - s->pos > s->span ? s->pos + s->span : s->end;
	uint64_t before = s->pos, matched = 0, plain = 0, large = 0;
	uint64_t took = clock_ns();
	int n = pagescan_call(sc, s->pagemap_fd, s->pos, end, &ask);

	if (n < 0)
		return n;
	took = clock_ns() - took;
	for (int i = 0; i < n; i++) {
		struct scan_range *r = &sc->vec[i];
		unsigned cats = cats_of(r->categories);

		matched += r->end - r->start;
		if (cats == PAGE_PRESENT)
			plain += r->end - r->start;
		if (cats == (PAGE_PRESENT | PAGE_HUGE))
			large += r->end - r->start;
		report(s, r->start, r->end, cats, fn, arg);
	}
	matched = pages_of(sc, matched);
	s->pos = came_to(s, &ask, n, end, matched);
	s->ask = ASK_PRESENT;
	if (matched >= s->most) {
		if (plain * 4 >= (s->pos - before) * 3)
			s->ask = ASK_ABSENT;
		else if (large * 4 >= (s->pos - before) * 3)
			s->ask = ASK_SMALL;
		s->most = pages_of(sc, PAGESCAN_SPARSE);
	}
	set_span(s, took);
	return 0;
}

/* Returns the end of a window that starts at `pos` and extends over at most
 * `reach` bytes of its region.  Returns 0 if such a window is impossible or
 * saves nothing. */
static uint64_t window_end(struct pagescan *s, uint64_t reach)
{
	struct procmap map = s->region;
	uint64_t end = s->pos + reach;

	s->region.end = 0;
	/* Reuse the region that the previous window has just queried. */
	if (s->maps_fd < 0 || (map.end <= s->pos &&
	    procmap_query(s->maps_fd, s->pos, false, &map, NULL, 0) < 0))
		return 0;
	end = end < map.end ? end : map.end;
	end = end < s->end ? end : s->end;
	return end - s->pos < DENSE_LEAST ? 0 : end;
}

/*
 * Scans one window by querying for the few pages that are *not* `cats`.  The
 * window must lie in one region, which is checked before and after the call:
 * the kernel reports nothing about unmapped addresses, so they would count as
 * `cats`.
 */
static int step_inverted(struct pagescan *s, const struct scan_ask *ask,
			 uint64_t reach, unsigned cats, pagescan_fn *fn,
			 void *arg)
{
	struct pagescanner *sc = s->sc;
	enum pagescan_ask asked = s->ask;
	uint64_t pos = s->pos, end = window_end(s, reach), told = 0;
	struct procmap after;
	int n;

	s->ask = ASK_PRESENT;
	if (!end)
		return step_present(s, fn, arg);
	n = pagescan_call(sc, s->pagemap_fd, pos, end, ask);
	if (n < 0)
		return n;
	for (int i = 0; i < n; i++)
		told += sc->vec[i].end - sc->vec[i].start;
	end = came_to(s, ask, n, end, pages_of(sc, told));
	if (procmap_query(s->maps_fd, pos, false, &after, NULL, 0) < 0 ||
	    after.start > pos || after.end < end)
		return step_present(s, fn, arg);
	for (int i = 0; i < n; i++) {
		struct scan_range *r = &sc->vec[i];

		report(s, pos, r->start, cats, fn, arg);
		report(s, r->start, r->end, cats_of(r->categories), fn, arg);
		pos = r->end;
	}
	report(s, pos, end, cats, fn, arg);
	if (told * 2 <= end - s->pos)
		s->ask = asked;
	s->pos = end;
	s->region = after;
	return 0;
}

static int step_absent(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	const struct scan_ask ask = {
		.inverted = CAT_PRESENT,
		.anyof = CAT_PRESENT | CAT_SWAPPED | CAT_ZERO | CAT_HUGE,
		.max_ranges = PAGESCAN_FEW,
	};

	return step_inverted(s, &ask, PAGESCAN_DENSE, PAGE_PRESENT, fn, arg);
}

/* Scans a window of large pages.  The call ends soon after the first small
 * pages, since each of them matches.  An empty entry of hugetlbfs has the
 * category HUGE, too. */
static int step_small(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	const struct scan_ask ask = {
		.inverted = CAT_PRESENT | CAT_HUGE,
		.anyof = CAT_PRESENT | CAT_HUGE | CAT_SWAPPED | CAT_ZERO,
		.max_pages = pages_of(s->sc, PAGESCAN_SPARSE),
		.max_ranges = PAGESCAN_FEW,
	};

	return step_inverted(s, &ask, PAGESCAN_LARGE,
			     PAGE_PRESENT | PAGE_HUGE, fn, arg);
}

/* --- both methods -------------------------------------------------------- */

static int step(struct pagescan *s, pagescan_fn *fn, void *arg)
{
	if (!s->sc->ioctl)
		return step_read(s, fn, arg);
	switch (s->ask) {
	case ASK_ABSENT:
		return step_absent(s, fn, arg);
	case ASK_SMALL:
		return step_small(s, fn, arg);
	default:
		return step_present(s, fn, arg);
	}
}

int pagescan_step(struct pagescan *s, uint64_t budget_ns, pagescan_fn *fn,
		  void *arg)
{
	uint64_t begin = clock_ns(), pause = begin;

	pause += s->pos == s->start ? PAGESCAN_FIRST_NS : PAGESCAN_WALK_NS;
	while (s->pos < s->end) {
		int rc = step(s, fn, arg);
		uint64_t now = clock_ns();

		if (rc < 0)
			return rc;
		if (now - begin >= budget_ns)
			break;
		if (now < pause || s->pos >= s->end)
			continue;
		pagescan_pause();
		s->region.end = 0;
		pause = clock_ns() + PAGESCAN_WALK_NS;
	}
	s->region.end = 0;
	return s->pos >= s->end;
}

int pagescan_normal(struct pagescanner *sc, int pagemap_fd, uint64_t start,
		    uint64_t end, uint64_t *pages)
{
	uint64_t sum = 0;

	pagescanner_ready(sc);
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
	pagescanner_ready(sc);
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
