/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A picture of the pages of the region in focus, or of a window (part) of it.
 * It is made repeatedly.  Pass one finds the resident pages.  Pass two, which
 * runs less often, finds the pages that only this process maps.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "source/sample/pages/pages.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/proc/map.h"

/* Scans use at most 1/SHARE of the time, however large the region is. */
#define SHARE 10
/* If holes take time, a scan pauses for REST_NS after WORK_NS. */
#define WORK_NS (50 * NS_PER_MS)
#define REST_NS (150 * NS_PER_MS)
/* If the first picture takes long, its finished parts are shown at this
 * interval. */
#define PARTIAL_NS (100 * NS_PER_MS)
/* Pass two reads the pagemap entry of each page.  It runs at most once per
 * EXCLUSIVE_NS.  While nothing changes, it runs at least once per
 * EXCLUSIVE_REST_NS, and uses 1/EXCLUSIVE_REST_SHARE of the time. */
#define EXCLUSIVE_NS (2 * NS_PER_S)
#define EXCLUSIVE_REST_SHARE 2000
#define EXCLUSIVE_REST_NS (30 * NS_PER_S)
#define EXCLUSIVE_PAGES (2u << 20)
/* Up to this number of pages, pass two runs before the first picture is
 * shown. */
#define EXCLUSIVE_QUICK (64u << 10)
#define RANGES_MAX 65536

void picture_init(struct picture *d, enum pages_of what)
{
	*d = (struct picture){ .what = what, .pagemap = -1, .maps = -1 };
	d->written.page = (uint64_t)sysconf(_SC_PAGESIZE);
	binner_init(&d->bin);
}

void picture_release(struct picture *d)
{
	picture_forget(d);
	vec_release(&d->present);
	binner_release(&d->bin);
}

void picture_stop(struct picture *d)
{
	if (d->pagemap >= 0)
		close(d->pagemap);
	if (d->maps >= 0)
		close(d->maps);
	d->pagemap = d->maps = -1;
	d->running = d->exclusive_running = false;
}

void picture_forget(struct picture *d)
{
	picture_stop(d);
	free(d->exclusive);
	free(d->counting);
	d->exclusive = d->counting = NULL;
	pageset_release(&d->written);
	d->exclusive_ns = 0;
	d->shown = false;
	d->hash = 0;
	d->due = clock_ns();
}

/* --- emitting ------------------------------------------------------------ */

static uint64_t exclusives_into_bins(struct picture *d)
{
	uint64_t sum = 0;

	if (!d->exclusive)
		return EV_UNKNOWN;
	for (size_t i = 0; i < d->bin.n; i++) {
		struct page_bin *b = &d->bin.bins[i];
		uint32_t most = b->resident - b->zero;

		/* The exclusive pages were counted earlier, so limit them to
		 * the present pages. */
		b->exclusive = d->exclusive[i] < most ? d->exclusive[i]
						      : most;
		sum += b->exclusive;
	}
	return sum;
}

static bool is_tracked(struct sampler *s, const struct picture *d)
{
	struct sproc *p = sproc_find(s, s->detail.pid);
	struct sregion *r = p ? sregions_find(&p->regions, d->start) : NULL;

	return r && writes_tracks(p, r);
}

/* The hash includes whether written pages are known: the picture shows it,
 * too. */
static uint64_t picture_hash(struct sampler *s, struct picture *d)
{
	return binner_hash(&d->bin) ^ (uint64_t)is_tracked(s, d) << 1;
}

static void tell(struct sampler *s, struct picture *d, uint64_t scanned)
{
	struct binner *b = &d->bin;
	struct event ev = sample_event(s, EV_PAGES, s->detail.pid, 0);

	if (!s->host->wants.pages)
		return;
	writes_fill(&d->written, b, NULL);
	ev.u.pages = (struct ev_pages){
		.start = d->start, .end = d->end, .scanned = scanned,
		.page_size = s->page_size, .bin_pages = b->bin_pages,
		.detail = d->what,
		.resident = b->resident, .swapped = b->swapped,
		.zero = pagescanner_knows_zero(s->scanner) ? b->zero
							   : EV_UNKNOWN,
		.huge = pagescanner_knows_huge(s->scanner) ? b->huge
							   : EV_UNKNOWN,
		.written = is_tracked(s, d) ? b->written : EV_UNKNOWN,
		.cost = sample_cost(s),
	};
	if (d->exclusive)
		ev.u.pages.exclusive_ns = d->exclusive_ns - s->host->start_ns;
	ev.u.pages.bins.data = binner_bins(b);
	ev.u.pages.bins.len = b->n * sizeof *b->bins;
	ev.u.pages.exclusive = exclusives_into_bins(d);
	sample_emit(s, &ev);
	pageset_clear(&d->written, d->start, scanned);
}

static void tell_whole(struct sampler *s, struct picture *d, uint64_t hash)
{
	d->hash = hash;
	d->resident = d->bin.resident;
	d->shown = true;
	tell(s, d, d->end);
}

/* --- pass one: resident pages -------------------------------------------- */

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct picture *d = arg;
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
	struct sampler *s = arg;
	struct sproc *p = sproc_find(s, s->detail.pid);
	struct sregion *r = p ? sregions_find(&p->regions, addr) : NULL;

	return r && !r->inode && !(r->perm & PERM_SHARED);
}

static void pass_end(struct picture *d)
{
	uint64_t now = clock_ns(), rest = d->spent_ns * SHARE;

	picture_stop(d);
	d->due = d->pace_ns < rest ? now + rest
				   : clock_next(now, d->pace_ns);
}

bool picture_rests(struct sampler *s, const struct picture *d, struct sproc *p)
{
	struct totals now;

	if (!d->shown || p->writes || !sample_may_rest(s))
		return false;
	now = totals_read(s, p);
	return totals_same_pages(&now, &d->totals) &&
	       !totals_stale(s, &d->totals, d->spent_ns, TOTALS_PAGES);
}

bool picture_begin(struct sampler *s, struct picture *d, struct sproc *p)
{
	uint64_t pages = (d->end - d->start) / s->page_size;
	uint64_t max = d->cell_pages ? (pages + d->cell_pages - 1) /
				       d->cell_pages : BINS_MAX;

	d->pagemap = sproc_open(s, p, "pagemap");
	if (d->pagemap < 0)
		return false;	/* the round reports the error */
	d->maps = sproc_open(s, p, "maps");
	d->begun = totals_read(s, p);
	d->totals.known = false;
	d->running = true;
	d->overflow = false;
	d->spent_ns = d->slice_ns = d->resume_at = 0;
	d->partial_ns = clock_ns();
	vec_clear(&d->present);
	binner_begin(&d->bin, d->start, d->end, s->page_size,
		     max < BINS_WINDOW_MAX ? (size_t)max : BINS_WINDOW_MAX);
	pagescan_begin(&d->scan, s->scanner, d->pagemap, d->maps, d->start,
		       d->end);
	d->scan.anon = addr_is_anon;
	d->scan.anon_arg = s;
	return true;
}

static bool exclusive_wanted(const struct sampler *s, const struct picture *d)
{
	uint64_t ago = clock_ns() - d->exclusive_ns;
	uint64_t rest = d->exclusive_took_ns * EXCLUSIVE_REST_SHARE;

	if (d->overflow || d->bin.resident > EXCLUSIVE_PAGES)
		return false;
	if (!d->exclusive_ns || !sample_may_rest(s) ||
	    !totals_same_pages(&d->totals, &d->exclusive_totals))
		return !d->exclusive_ns || ago >= EXCLUSIVE_NS;
	rest = rest < EXCLUSIVE_REST_NS ? rest : EXCLUSIVE_REST_NS;
	return ago >= (rest > EXCLUSIVE_NS ? rest : EXCLUSIVE_NS);
}

static void pass_whole(struct sampler *s, struct picture *d)
{
	uint64_t hash;
	bool wanted;

	d->totals = d->begun;
	wanted = exclusive_wanted(s, d);
	writes_fill(&d->written, &d->bin, NULL);
	hash = picture_hash(s, d);

	if (d->shown && d->bin.resident < d->resident &&
	    !procmap_alive(d->maps)) {
		pass_end(d);
		return;
	}
	/* If pass two is quick, the first picture waits for its result. */
	if ((!d->shown || hash != d->hash || d->bin.written) &&
	    (d->exclusive || !wanted || d->bin.resident > EXCLUSIVE_QUICK))
		tell_whole(s, d, hash);
	if (!wanted) {
		pass_end(d);
		return;
	}
	d->exclusive_running = true;
	d->exclusive_took_ns = 0;
	d->exclusive_at = 0;
	d->exclusive_pos = 0;
	free(d->counting);
	d->counting = xcalloc(d->bin.n + 1, sizeof *d->counting);
}

/* --- pass two: exclusive pages ------------------------------------------- */

static void count_bin(void *arg, size_t bin, uint32_t pages)
{
	struct picture *d = arg;

	d->counting[bin] += pages;
}

static void on_exclusive(void *arg, uint64_t start, uint64_t end,
			 unsigned cats)
{
	struct picture *d = arg;

	(void)cats;
	binner_spread(&d->bin, start, end, count_bin, d);
}

static void exclusive_failed(struct sampler *s, struct picture *d)
{
	/* The results of the previous pass two are outdated. */
	free(d->exclusive);
	d->exclusive = NULL;
	d->exclusive_totals.known = false;
	d->exclusive_ns = clock_ns();
	if (!d->shown)
		tell_whole(s, d, picture_hash(s, d));
	pass_end(d);
}

static void exclusive_whole(struct sampler *s, struct picture *d)
{
	/* If the address space no longer exists, its pagemap is empty. */
	if (d->maps >= 0 && !procmap_alive(d->maps)) {
		exclusive_failed(s, d);
		return;
	}
	free(d->exclusive);
	d->exclusive = d->counting;
	d->counting = NULL;
	d->exclusive_ns = clock_ns();
	d->exclusive_totals = d->totals;
	/* Emit the picture even if only the time of the last count has
	 * changed. */
	tell_whole(s, d, picture_hash(s, d));
	pass_end(d);
}

static void exclusive_step(struct sampler *s, struct picture *d,
			   uint64_t deadline)
{
	while (d->exclusive_at < d->present.n) {
		struct page_range *r = &d->present.v[d->exclusive_at];
		uint64_t from = d->exclusive_pos > r->start
					? d->exclusive_pos : r->start;
		uint64_t to = r->end - from > PAGESCAN_WINDOW
					? from + PAGESCAN_WINDOW : r->end;

		if (pagescan_exclusive(s->scanner, d->pagemap, from, to,
				       on_exclusive, d) < 0) {
			exclusive_failed(s, d);
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
	exclusive_whole(s, d);
}

/* --- job ----------------------------------------------------------------- */

static void scan_step(struct sampler *s, struct picture *d, uint64_t deadline)
{
	uint64_t begin = clock_ns();
	int rc = pagescan_step(&d->scan,
			       deadline > begin ? deadline - begin : 0,
			       on_run, d);

	d->slice_ns += clock_ns() - begin;
	d->spent_ns += clock_ns() - begin;
	if (rc < 0) {
		pass_end(d);
	} else if (rc == 1) {
		pass_whole(s, d);
	} else if (!d->shown && clock_ns() - d->partial_ns > PARTIAL_NS) {
		d->partial_ns = clock_ns();
		tell(s, d, d->scan.pos);
	}
	if (d->slice_ns > WORK_NS && !pagescanner_skips_holes(s->scanner)) {
		d->slice_ns = 0;
		d->resume_at = clock_ns() + REST_NS;
	}
}

void picture_step(struct sampler *s, struct picture *d, uint64_t deadline)
{
	uint64_t begin = clock_cpu_ns(), now = clock_ns();

	if (d->exclusive_running) {
		exclusive_step(s, d, deadline);
		d->exclusive_took_ns += clock_ns() - now;
	} else {
		scan_step(s, d, deadline);
	}
	sample_spent(s, begin);
}

uint64_t picture_next(const struct picture *d)
{
	if (!d->start)
		return UINT64_MAX;
	if (d->running)
		return d->resume_at;
	return d->due ? d->due : UINT64_MAX;
}
