/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/procmap.h"

/* How often: with the Pages pane in focus, and without. */
#define KEEN_NS (125 * NS_PER_MS)
#define CALM_NS (250 * NS_PER_MS)
/* At most a tenth of the time, whatever the region's size. */
#define SHARE 10
/* Where holes cost time the work takes a rest. */
#define WORK_NS (50 * NS_PER_MS)
#define REST_NS (150 * NS_PER_MS)
/* While the first picture takes long, a part of it is shown. */
#define PARTIAL_NS (100 * NS_PER_MS)
/* Which pages are this process' alone costs a read of each entry. */
#define EXCLUSIVE_NS (2 * NS_PER_S)
#define EXCLUSIVE_PAGES (2u << 20)
#define RANGES_MAX 65536

static void fds_close(struct detail *d)
{
	if (d->pagemap >= 0)
		close(d->pagemap);
	if (d->maps >= 0)
		close(d->maps);
	d->pagemap = d->maps = -1;
}

void detail_stop(struct source *s)
{
	struct detail *d = &s->detail;

	fds_close(d);
	d->running = d->exclusive_running = false;
}

/* A different region, or other bounds of it: nothing known holds. */
static void forget(struct source *s)
{
	struct detail *d = &s->detail;

	detail_stop(s);
	free(d->exclusive);
	free(d->counting);
	d->exclusive = d->counting = NULL;
	d->exclusive_ns = 0;
	d->shown = false;
	d->hash = 0;
	d->due = clock_ns();
}

void detail_again(struct source *s)
{
	s->detail.shown = false;
	s->detail.due = clock_ns();
}

void detail_focus(struct source *s, pid_t pid, uint64_t start, bool keen)
{
	struct detail *d = &s->detail;
	bool same = d->pid == pid && d->start == start;

	if (keen && !d->keen && d->due)
		d->due = clock_ns();
	d->keen = keen;
	if (same)
		return;
	d->pid = pid;
	d->start = start;
	d->end = 0;
	forget(s);
}

static struct sregion *focus_region(struct source *s, struct sproc **proc)
{
	struct detail *d = &s->detail;
	struct sproc *p = sproc_find(s, d->pid);
	struct sregion *r = p && p->synced && p->map.phase != MAP_EMIT
				? sregions_find(&p->regions, d->start) : NULL;

	*proc = p;
	return r && r->start == d->start && r->end < 1ull << 63 ? r : NULL;
}

void detail_regions(struct source *s, struct sproc *p)
{
	struct detail *d = &s->detail;
	struct sproc *owner;
	struct sregion *r;

	if (d->pid != p->pid || !d->start)
		return;
	r = focus_region(s, &owner);
	if (!r || r->end != d->end)
		forget(s);
}

/* --- telling ------------------------------------------------------------- */

static uint64_t exclusives_into_bins(struct detail *d)
{
	uint64_t sum = 0;

	if (!d->exclusive)
		return EV_UNKNOWN;
	for (size_t i = 0; i < d->bin.n; i++) {
		struct page_bin *b = &d->bin.bins[i];
		uint32_t most = b->resident - b->zero;

		/* Counted up to two seconds ago: never more than there is. */
		b->exclusive = d->exclusive[i] < most ? d->exclusive[i]
						      : most;
		sum += b->exclusive;
	}
	return sum;
}

static void tell(struct source *s, uint64_t scanned)
{
	struct detail *d = &s->detail;
	struct binner *b = &d->bin;
	struct event ev = sample_event(s, EV_PAGES, d->pid, 0);

	if (!s->host->want_pages)
		return;
	ev.u.pages = (struct ev_pages){
		.start = d->start, .end = d->end, .scanned = scanned,
		.page_size = s->page_size, .bin_pages = b->bin_pages,
		.detail = 1,
		.resident = b->resident, .swapped = b->swapped,
		.zero = pagescanner_knows_zero(s->scanner) ? b->zero
							   : EV_UNKNOWN,
		.huge = pagescanner_knows_huge(s->scanner) ? b->huge
							   : EV_UNKNOWN,
		.written = EV_UNKNOWN,
	};
	ev.u.pages.bins.data = binner_bins(b);
	ev.u.pages.bins.len = b->n * sizeof *b->bins;
	ev.u.pages.exclusive = exclusives_into_bins(d);
	sample_emit(s, &ev);
}

/* --- which pages are there ----------------------------------------------- */

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct detail *d = arg;
	struct page_range *last = d->present.n
		? &d->present.v[d->present.n - 1] : NULL;

	binner_add(&d->bin, start, end, cats);
	if ((cats & (PAGE_PRESENT | PAGE_ZERO)) != PAGE_PRESENT)
		return;
	if (last && last->end == start)
		last->end = end;
	else if (d->present.n < RANGES_MAX)
		*vec_push(&d->present) = (struct page_range){ start, end };
	else
		d->overflow = true;
}

static bool addr_is_anon(void *arg, uint64_t addr)
{
	struct source *s = arg;
	struct sproc *p = sproc_find(s, s->detail.pid);
	struct sregion *r = p ? sregions_find(&p->regions, addr) : NULL;

	return r && !r->inode && !(r->perm & PERM_SHARED);
}

static void pass_end(struct source *s)
{
	struct detail *d = &s->detail;
	uint64_t pace = d->keen ? KEEN_NS : CALM_NS;

	detail_stop(s);
	if (pace < d->spent_ns * SHARE)
		pace = d->spent_ns * SHARE;
	d->due = clock_ns() + pace;
}

static bool pass_begin(struct source *s)
{
	struct detail *d = &s->detail;
	struct sproc *p;
	struct sregion *r = focus_region(s, &p);

	d->due = clock_ns() + CALM_NS;
	if (!r)
		return false;
	d->pagemap = sproc_open(s, p, "pagemap");
	if (d->pagemap < 0)
		return false;	/* the round says so */
	d->maps = sproc_open(s, p, "maps");
	d->end = r->end;
	d->running = true;
	d->overflow = false;
	d->spent_ns = d->slice_ns = d->resume_at = 0;
	d->begun_ns = d->partial_ns = clock_ns();
	vec_clear(&d->present);
	binner_begin(&d->bin, r->start, r->end, s->page_size, BINS_MAX);
	pagescan_begin(&d->scan, s->scanner, d->pagemap, d->maps, r->start,
		       r->end);
	d->scan.anon = addr_is_anon;
	d->scan.anon_arg = s;
	return true;
}

static bool exclusive_wanted(const struct detail *d)
{
	return !d->overflow && d->bin.resident <= EXCLUSIVE_PAGES &&
	       (!d->exclusive_ns ||
		clock_ns() - d->exclusive_ns >= EXCLUSIVE_NS);
}

static void pass_whole(struct source *s)
{
	struct detail *d = &s->detail;
	uint64_t hash = binner_hash(&d->bin);

	if (d->shown && d->bin.resident < d->resident &&
	    !procmap_alive(d->maps)) {
		pass_end(s);
		return;
	}
	if (!d->shown || hash != d->hash) {
		d->hash = hash;
		d->resident = d->bin.resident;
		d->shown = true;
		tell(s, d->end);
	}
	if (!exclusive_wanted(d)) {
		pass_end(s);
		return;
	}
	d->exclusive_running = true;
	d->exclusive_at = 0;
	d->exclusive_pos = 0;
	free(d->counting);
	d->counting = xcalloc(d->bin.n + 1, sizeof *d->counting);
}

/* --- which are this process' alone --------------------------------------- */

static void count_bin(void *arg, size_t bin, uint32_t pages)
{
	struct detail *d = arg;

	d->counting[bin] += pages;
}

static void on_exclusive(void *arg, uint64_t start, uint64_t end,
			 unsigned cats)
{
	struct detail *d = arg;

	(void)cats;
	binner_spread(&d->bin, start, end, count_bin, d);
}

static void exclusive_whole(struct source *s)
{
	struct detail *d = &s->detail;
	size_t size = d->bin.n * sizeof *d->counting;
	bool same = d->exclusive &&
		    memcmp(d->exclusive, d->counting, size) == 0;

	free(d->exclusive);
	d->exclusive = d->counting;
	d->counting = NULL;
	d->exclusive_ns = clock_ns();
	if (!same)
		tell(s, d->end);
	pass_end(s);
}

static void exclusive_step(struct source *s, uint64_t deadline)
{
	struct detail *d = &s->detail;

	while (d->exclusive_at < d->present.n) {
		struct page_range *r = &d->present.v[d->exclusive_at];
		uint64_t from = d->exclusive_pos > r->start
					? d->exclusive_pos : r->start;
		uint64_t to = r->end - from > PAGESCAN_WINDOW
					? from + PAGESCAN_WINDOW : r->end;

		if (pagescan_exclusive(s->scanner, d->pagemap, from, to,
				       on_exclusive, d) < 0) {
			d->exclusive_ns = clock_ns();
			pass_end(s);
			return;
		}
		d->exclusive_pos = to;
		if (to == r->end)
			d->exclusive_at++;
		if (clock_ns() >= deadline)
			return;
		if (to - from == PAGESCAN_WINDOW)
			pagescan_pause();
	}
	exclusive_whole(s);
}

/* --- the job ------------------------------------------------------------- */

static void pass_step(struct source *s, uint64_t deadline)
{
	struct detail *d = &s->detail;
	uint64_t begin = clock_ns(), took;
	int rc;

	if (d->exclusive_running) {
		exclusive_step(s, deadline);
		return;
	}
	rc = pagescan_step(&d->scan, deadline > begin ? deadline - begin : 0,
			   on_run, d);
	took = clock_ns() - begin;
	d->spent_ns += took;
	d->slice_ns += took;
	if (rc < 0) {
		pass_end(s);
	} else if (rc == 1) {
		pass_whole(s);
	} else if (!d->shown && clock_ns() - d->partial_ns > PARTIAL_NS) {
		d->partial_ns = clock_ns();
		tell(s, d->scan.pos);
	}
	if (d->slice_ns > WORK_NS && !pagescanner_skips_holes(s->scanner)) {
		d->slice_ns = 0;
		d->resume_at = clock_ns() + REST_NS;
	}
}

bool detail_work(struct source *s, uint64_t deadline)
{
	struct detail *d = &s->detail;
	uint64_t now = clock_ns();

	if (!d->start)
		return false;
	if (!d->running)
		return d->due <= now && pass_begin(s);
	if (d->resume_at > now)
		return false;
	pass_step(s, deadline);
	return true;
}
