/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes pictures of the region in focus: first of the part in view, then of the
 * whole region.
 *
 * The part in view is the window; its bins have the size of the cells on the
 * screen.  The picture of the whole region has at most 4,096 bins.  It provides
 * the sums, and is drawn until the window is scanned.  If a window exists, the
 * whole region is scanned less often.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include "source/sample/core/procs.h"
#include "source/sample/pages/pages.h"
#include "sys/loop.h"

/* Intervals between pictures: KEEN_NS if the Pages pane has the focus,
 * otherwise CALM_NS; BEHIND_NS for the whole region if a window exists. */
#define KEEN_NS (125 * NS_PER_MS)
#define CALM_NS (250 * NS_PER_MS)
#define BEHIND_NS NS_PER_S

void detail_init(struct sampler *s)
{
	picture_init(&s->detail.whole, PAGES_OF_FOCUS);
	picture_init(&s->detail.window, PAGES_OF_WINDOW);
}

void detail_release(struct sampler *s)
{
	picture_release(&s->detail.whole);
	picture_release(&s->detail.window);
}

void detail_again(struct sampler *s)
{
	struct region_focus *d = &s->detail;

	d->whole.shown = d->window.shown = false;
	d->whole.due = d->window.due = clock_ns();
}

void detail_now(struct sampler *s)
{
	struct region_focus *d = &s->detail;

	d->whole.totals.known = d->window.totals.known = false;
	d->whole.due = d->window.due = clock_ns();
}

static void set_pace(struct region_focus *d)
{
	uint64_t pace = d->keen ? KEEN_NS : CALM_NS;

	d->window.pace_ns = pace;
	d->whole.pace_ns = d->want_end ? BEHIND_NS : pace;
}

/* Discards all data: it is invalid if the region or its bounds have changed. */
static void forget(struct sampler *s)
{
	struct region_focus *d = &s->detail;

	picture_forget(&d->whole);
	picture_forget(&d->window);
	d->whole.start = d->window.start = 0;
}

void detail_focus(struct sampler *s, pid_t pid, uint64_t start, bool keen)
{
	struct region_focus *d = &s->detail;
	bool same = d->pid == pid && d->start == start;

	if (keen && !d->keen && d->whole.due)
		d->whole.due = clock_ns();
	d->keen = keen;
	if (!same) {
		d->pid = pid;
		d->start = start;
		d->end = 0;
		d->want_start = d->want_end = 0;
		forget(s);
		d->whole.start = start;
	}
	set_pace(d);
}

void detail_window(struct sampler *s, pid_t pid, uint64_t start, uint64_t end,
		   uint64_t cell_pages)
{
	struct region_focus *d = &s->detail;
	bool none = !d->start || d->pid != pid || start >= end;

	d->want_start = none ? 0 : start;
	d->want_end = none ? 0 : end;
	d->want_cell = cell_pages;
	picture_forget(&d->window);
	d->window.start = d->want_start;
	if (none && d->whole.due)
		d->whole.due = clock_ns();
	set_pace(d);
}

static struct sregion *focus_region(struct sampler *s, struct sproc **proc)
{
	struct region_focus *d = &s->detail;
	struct sproc *p = sproc_find(s, d->pid);
	struct sregion *r = p && p->synced && p->map.phase != MAP_EMIT
				? sregions_find(&p->regions, d->start) : NULL;

	*proc = p;
	return r && r->start == d->start && r->end < 1ull << 63 ? r : NULL;
}

void detail_regions(struct sampler *s, struct sproc *p)
{
	struct region_focus *d = &s->detail;
	struct sproc *owner;
	struct sregion *r;

	if (d->pid != p->pid || !d->start)
		return;
	r = focus_region(s, &owner);
	if (r && r->end == d->end)
		return;
	forget(s);
	d->whole.start = d->start;
	d->window.start = d->want_start;
}

/* Sets the window to the visible part of the region.  Returns false if that
 * part is empty, or has incomplete pages. */
static bool window_fits(struct sampler *s, const struct sregion *r)
{
	struct region_focus *d = &s->detail;
	uint64_t start = d->want_start, end = d->want_end;

	end = end < r->end ? end : r->end;
	if (start < r->start || start >= end || start % s->page_size ||
	    end % s->page_size)
		return false;
	d->window.start = start;
	d->window.end = end;
	d->window.cell_pages = d->want_cell ? d->want_cell : 1;
	return true;
}

static bool begin(struct sampler *s, struct picture *pic)
{
	struct region_focus *d = &s->detail;
	struct sproc *p;
	struct sregion *r = focus_region(s, &p);

	pic->due = clock_ns() + CALM_NS;
	if (!r)
		return false;
	d->end = r->end;
	if (picture_rests(s, pic, p)) {
		pic->due = clock_next(clock_ns(), pic->pace_ns);
		return true;
	}
	if (pic == &d->window) {
		if (!window_fits(s, r))
			return false;
	} else {
		pic->start = r->start;
		pic->end = r->end;
	}
	return picture_begin(s, pic, p);
}

static bool work(struct sampler *s, struct picture *pic, uint64_t deadline)
{
	if (picture_next(pic) > clock_ns())
		return false;
	if (!pic->running)
		return begin(s, pic);
	picture_step(s, pic, deadline);
	return true;
}

bool detail_work(struct sampler *s, uint64_t deadline)
{
	return work(s, &s->detail.window, deadline) ||
	       work(s, &s->detail.whole, deadline);
}

uint64_t detail_next(const struct sampler *s)
{
	uint64_t a = picture_next(&s->detail.window);
	uint64_t b = picture_next(&s->detail.whole);

	return a < b ? a : b;
}
