/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/pages/tally.h"

#include <string.h>

#include "source/sample/files/leaving.h"
#include "source/sample/maps/space.h"
#include "source/sample/pages/hugetlb.h"
#include "source/sample/pages/pages.h"
#include "source/sample/writes/writes.h"
#include "sys/loop.h"
#include "sys/proc/map.h"
#include "sys/proc/root.h"

/* Number of regions completed between two checks of the clock. */
#define FINISH_STRIDE 16

/* --- one region ----------------------------------------------------------- */

/* Returns the maximum number of bins of a region.  It is lower if there are
 * many regions, and higher for a large region while the screen shows the whole
 * address space. */
static size_t bins_max(const struct sampler *s, const struct sproc *p,
		       const struct sregion *reg)
{
	size_t max = p->regions.n <= 1024 ? 128 :
		     p->regions.n <= 8192 ? 32 : 16;
	uint64_t cells;

	if (!s->space_cell || p->pid != s->focus)
		return max;
	cells = (reg->end - reg->start) / s->page_size / s->space_cell + 1;
	cells = cells < BINS_MAX ? cells : BINS_MAX;
	return cells > max ? (size_t)cells : max;
}

void tally_region(struct sampler *s, const struct sregion *reg)
{
	struct round *r = &s->round;

	binner_begin(&r->bin, reg->start, reg->end, s->page_size,
		     bins_max(s, r->proc, reg));
	vec_clear(&r->ranges);
}

void tally_next(struct sampler *s)
{
	const struct round *r = &s->round;

	if (r->at < r->proc->regions.n)
		tally_region(s, r->proc->regions.v[r->at]);
}

/* True if a driver may have mapped pages that have no struct page.  A private
 * mapping has ordinary copies instead. */
static bool is_device(const struct sregion *reg)
{
	return (reg->perm & PERM_SHARED) &&
	       (reg->kind == KIND_SPECIAL ||
		(reg->kind == KIND_FILE && reg->name_len > 5 &&
		 memcmp(reg->name, "/dev/", 5) == 0));
}

/*
 * Returns the RSS as in smaps: present pages, except the zero page, pages of
 * hugetlb, and pages without a struct page that a driver has mapped.
 */
static uint64_t region_rss(struct sampler *s, struct sregion *reg)
{
	struct round *r = &s->round;
	uint64_t pages = r->bin.resident - r->bin.zero, normal;

	if (reg->hugetlb == HUGETLB_UNKNOWN && r->bin.resident &&
	    (r->bin.huge || !pagescanner_knows_huge(s->scanner)))
		reg->hugetlb = hugetlb_region(s->hugetlb, reg, r->maps,
					      s->page_size)
				? HUGETLB_YES : HUGETLB_NO;
	if (reg->hugetlb == HUGETLB_YES)
		return 0;
	if (pages && is_device(reg) &&
	    pagescan_normal(s->scanner, r->pagemap, reg->start, reg->end,
			    &normal) == 0)
		pages = normal;
	return pages * s->page_size;
}

static void pages_emit(struct sampler *s, const struct sregion *reg,
		       uint8_t flags)
{
	struct round *r = &s->round;
	struct binner *b = &r->bin;
	bool tracked = writes_tracks(r->proc, reg);
	struct event ev = sample_event(s, EV_PAGES, r->proc->pid, 0);

	ev.flags = flags;
	ev.u.pages = (struct ev_pages){
		.start = reg->start, .end = reg->end, .scanned = reg->end,
		.page_size = s->page_size, .bin_pages = b->bin_pages,
		.resident = b->resident, .swapped = b->swapped,
		.zero = pagescanner_knows_zero(s->scanner) ? b->zero
							   : EV_UNKNOWN,
		.huge = pagescanner_knows_huge(s->scanner) ? b->huge
							   : EV_UNKNOWN,
		.exclusive = EV_UNKNOWN, .cost = sample_cost(s),
		.written = tracked ? b->written : EV_UNKNOWN,
		.ranges = { r->ranges.v,
			    r->ranges.n * sizeof *r->ranges.v },
		.written_ranges = { r->written.v,
				    r->written.n * sizeof *r->written.v },
	};
	ev.u.pages.bins.data = binner_bins(b);
	ev.u.pages.bins.len = b->n * sizeof *b->bins;
	sample_emit(s, &ev);
}

static void count_written(struct sampler *s, const struct sregion *reg)
{
	struct round *r = &s->round;
	struct pageset *from;

	vec_clear(&r->written);
	if (!writes_tracks(r->proc, reg))
		return;
	from = &r->proc->writes->round;
	writes_fill(from, &r->bin,
		    host_logs(s->host, EV_PAGES) ? &r->written : NULL);
	pageset_clear(from, reg->start, reg->end);
}

/* Called when all pages of regions[at] were counted: emits the results. */
static void region_finish(struct sampler *s)
{
	struct round *r = &s->round;
	struct sregion *reg = r->proc->regions.v[r->at];
	uint64_t rss, swap = reg->swap, hash;
	bool changed;

	rss = region_rss(s, reg);
	/* An address space that is being torn down loses its pages step by
	 * step.  That is not reported as a change. */
	if (reg->rss != EV_UNKNOWN && rss < reg->rss &&
	    procroot_is_live(s->host->proc) && !procmap_alive(r->maps))
		r->dead = true;
	if (r->dead)
		return;
	if (!reg->inode && !(reg->perm & PERM_SHARED))
		swap = r->bin.swapped * s->page_size;
	if (s->host->wants.files && leaving_is_file(reg))
		files_see(r->proc, &(struct file_part){
			.start = reg->start, .end = reg->end,
			.offset = reg->offset, .dev = reg->dev,
			.inode = reg->inode, .name = reg->name,
			.name_len = reg->name_len,
		}, r->ranges.v, r->ranges.n, true);
	count_written(s, reg);
	/* The hash includes whether written pages are known: a change must be
	 * emitted. */
	hash = binner_hash(&r->bin) ^ (uint64_t)writes_tracks(r->proc, reg) << 1;
	changed = hash != reg->pages_hash || r->bin.written;
	if (s->host->wants.pages && (changed || reg->again))
		pages_emit(s, reg, changed ? 0 : EVF_AGAIN);
	reg->pages_hash = hash;
	reg->again = false;
	if (rss != reg->rss || swap != reg->swap) {
		reg->rss = rss;
		reg->swap = swap;
		space_emit(s, r->proc, REGION_CHANGE, reg, reg->start, 0);
	}
}

/* --- runs ---------------------------------------------------------------- */

void tally_clear(struct round *r)
{
	vec_clear(&r->runs);
	r->run = 0;
}

static void range_add(struct round *r, uint64_t start, uint64_t end)
{
	struct page_range *last = r->ranges.n
		? &r->ranges.v[r->ranges.n - 1] : NULL;

	if (last && last->end == start)
		last->end = end;
	else
		*vec_push(&r->ranges) = (struct page_range){ start, end };
}

void tally_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct round *r = arg;

	*vec_push(&r->runs) = (struct page_run){ start, end, cats };
}

/* Completes the regions that end at pos or below.  Returns false if the
 * deadline came first. */
static bool finish_below(struct sampler *s, uint64_t pos, uint64_t deadline)
{
	struct round *r = &s->round;

	while (r->at < r->proc->regions.n && !r->dead &&
	       r->proc->regions.v[r->at]->end <= pos) {
		region_finish(s);
		r->at++;
		tally_next(s);
		if (r->at % FINISH_STRIDE == 0 && clock_ns() >= deadline)
			return false;
	}
	return true;
}

/* Counts a run.  Returns false if the deadline came first; *run is then the
 * part that was not counted. */
static bool run_count(struct sampler *s, struct page_run *run,
		      uint64_t deadline)
{
	struct round *r = &s->round;
	const sregions *v = &r->proc->regions;

	while (run->start < run->end) {
		const struct sregion *reg;
		uint64_t to;

		if (!finish_below(s, run->start, deadline))
			return false;
		if (r->at >= v->n || r->dead)
			return true;
		reg = v->v[r->at];
		if (run->end <= reg->start)
			return true;
		if (run->start < reg->start)
			run->start = reg->start;
		to = run->end < reg->end ? run->end : reg->end;
		binner_add(&r->bin, run->start, to, run->cats);
		if ((host_logs(s->host, EV_PAGES) || s->host->wants.files) &&
		    (run->cats & PAGE_PRESENT))
			range_add(r, run->start, to);
		run->start = to;
	}
	return true;
}

/* Counts all runs of the scan.  The deadline applies, because a scan may cover
 * any number of regions, each with events to emit. */
bool tally_runs(struct sampler *s, uint64_t deadline)
{
	struct round *r = &s->round;

	for (; r->run < r->runs.n; r->run++)
		if (!run_count(s, &r->runs.v[r->run], deadline))
			return false;
	tally_clear(r);
	return finish_below(s, r->scan.pos, deadline);
}

void tally_drop(struct round *r)
{
	if (r->run < r->runs.n)
		r->scan.pos = r->runs.v[r->run].start;
	tally_clear(r);
}

/* Completes the vsyscall page, which is above the addresses of a scan.  Its RSS
 * is 0, as in smaps. */
void tally_beyond(struct sampler *s)
{
	struct round *r = &s->round;
	sregions *v = &r->proc->regions;

	for (r->at = v->n; r->at && v->v[r->at - 1]->end > ROUND_USER_END; r->at--)
		;
	for (; r->at < v->n; r->at++) {
		tally_next(s);
		region_finish(s);
	}
}
