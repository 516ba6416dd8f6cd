/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/heap/heap_private.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "source/stack/names.h"
#include "sys/loop.h"

static void heap_emit_flags(struct heap_source *s, const struct heap_proc *p,
			    const struct ev_heap *h, uint8_t flags)
{
	struct event ev = host_event(s->host, HEAP_LETTER, EV_HEAP, p->pid, 0);

	ev.flags = flags;
	ev.u.heap = *h;
	s->host->emit(s->host->emit_arg, &ev);
}

void heap_emit(struct heap_source *s, const struct heap_proc *p, pid_t tid,
	       uint64_t time_ns, const struct ev_heap *h)
{
	struct event ev = host_event(s->host, HEAP_LETTER, EV_HEAP, p->pid,
				     tid);

	if (time_ns)
		ev.time_ns = time_ns;
	ev.u.heap = *h;
	s->host->emit(s->host->emit_arg, &ev);
}

static bool put_place(struct heap_source *s, uint64_t key,
		      struct bytes *library, struct bytes *symbol)
{
	const char *function;
	uint64_t offset;
	uint32_t file;
	bool known;

	heap_modules_place(key, &file, &offset);
	*library = *symbol = bytes_of("");
	if (file == HEAP_NO_FILE)
		return true;
	known = names_get(s->names, file, offset, &function);
	*library = bytes_of(names_path(s->names, file));
	*symbol = bytes_of(function);
	return known;
}

static const struct heap_place *place_of(const struct heap_proc *p,
					 uint32_t site)
{
	return site < p->places.n ? &p->places.v[site] : NULL;
}

/* Sets the name of a site, as far as it is known.  Returns false if more of the
 * name will be known later. */
static bool put_name(struct heap_source *s, const struct heap_proc *p,
		     uint32_t site, struct ev_heap *h)
{
	const struct live_site *l = live_get(p->live, site);
	const struct heap_place *at = place_of(p, site);

	h->site = l->id;
	h->caller = at ? at->caller : 0;
	if (at && l->n_frames)
		h->stack = (struct bytes){ &p->frames.v[at->frames],
					   l->n_frames * sizeof *p->frames.v };
	return put_place(s, l->caller, &h->library, &h->symbol);
}

/* Sets the name of a site and the names of its callers, which are valid until
 * the next call.  Returns false if more names will be known later. */
static bool put_names(struct heap_source *s, const struct heap_proc *p,
		      uint32_t site, struct ev_heap *h)
{
	const struct live_site *l = live_get(p->live, site);
	bool known = put_name(s, p, site, h);
	struct heap_frame frame;

	str_clear(&s->frame_names);
	for (uint32_t i = 0; i < l->n_frames; i++) {
		known &= put_place(s, l->frames[i], &frame.library,
				   &frame.symbol);
		heap_frame_put(&s->frame_names, &frame);
	}
	h->names = (struct bytes){ s->frame_names.data, s->frame_names.len };
	return known;
}

/* ---- sites, totals ------------------------------------------------------- */

static void put_figures(const struct live_site *l, struct ev_heap *h,
			uint64_t classes[HEAP_CLASSES])
{
	for (unsigned i = 0; i < HEAP_CLASSES; i++)
		classes[i] = l->classes[i];
	h->size = l->size;
	h->blocks = l->blocks;
	h->allocs = l->allocs;
	h->frees = l->frees;
	h->reallocs = l->reallocs;
	h->bytes = l->bytes;
	h->peak = l->peak;
	h->resident = l->resident;
	h->ages = (struct bytes){ l->ages, sizeof l->ages };
	h->classes = (struct bytes){ classes, HEAP_CLASSES * sizeof *classes };
}

/* Reports a site.  Returns false if more of its name will be known later. */
static bool tell_site(struct heap_source *s, struct heap_proc *p, uint32_t site,
		      bool last)
{
	const struct live_site *l = live_get(p->live, site);
	struct ev_heap h = { .op = HEAP_OP_SITE, .last = last };
	uint64_t classes[HEAP_CLASSES];
	bool known = put_names(s, p, site, &h);

	put_figures(l, &h, classes);
	h.at_peak = live_at_peak(p->live, l);
	heap_emit_flags(s, p, &h, s->watched_anew ? EVF_SYNTHETIC : 0);
	return known;
}

static void tell_total(struct heap_source *s, struct heap_proc *p, bool last)
{
	struct live_faults f = live_faults(p->live);
	struct live_site sum;
	struct ev_heap h = { .op = HEAP_OP_TOTAL, .last = last,
			     .freed = p->freed, .spare = p->spare };
	uint64_t classes[HEAP_CLASSES];

	live_total(p->live, &sum);
	put_figures(&sum, &h, classes);
	h.at_peak = f.peak_time ? heap_time(s, f.peak_time) : EV_UNKNOWN;
	h.wrongs = f.doubles;
	h.foreign = f.foreign;
	h.missed = f.missed;
	heap_emit(s, p, 0, 0, &h);
}

static void tell_proc_sites(struct heap_source *s, struct heap_proc *p)
{
	bool any = false;

	live_count_ages(p->live, heapclock_now(heappool_clock(s->pool)),
			heapclock_second(heappool_clock(s->pool)));
	heap_scan_resident(s, p);
	for (uint32_t j = 0; j < live_sites(p->live); j++) {
		struct live_site *l = live_get(p->live, j);

		/* If the process has a new peak, the site's size at the peak
		 * may differ although the site is unchanged. */
		if (!l->changed &&
		    l->told_at_peak == live_at_peak(p->live, l))
			continue;
		l->told_at_peak = live_at_peak(p->live, l);
		/* Report the site again when its full name is known. */
		l->changed = !tell_site(s, p, j, false);
		any = true;
	}
	if (any)
		tell_total(s, p, false);
}

bool heap_report_sites(struct heap_source *s, size_t *next,
		       uint64_t deadline_ns)
{
	while (*next < s->procs.n) {
		struct heap_proc *p = s->procs.v[(*next)++];

		if (p->wrote)
			tell_proc_sites(s, p);
		if (clock_ns() >= deadline_ns)
			break;
	}
	return *next < s->procs.n;
}

/* ---- blocks -------------------------------------------------------------- */

struct choosing {
	uint32_t site;
	size_t max;
	const struct heap_source *source;
	uint64_t n, size;
	VEC(struct heap_block) list;	/* blocks of the site; choose() sorts
					 * the list and cuts it */
};

static int by_size(const void *a, const void *b)
{
	const struct heap_block *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static void choose(void *arg, const struct live_block *b)
{
	struct choosing *c = arg;

	if (b->site != c->site)
		return;
	c->n++;
	c->size += b->size;
	*vec_push(&c->list) = (struct heap_block){
		b->addr, b->size, heap_time(c->source, b->time), EV_UNKNOWN };
	/* When the list has twice the requested length, drop the smaller
	 * blocks. */
	if (c->list.n >= 2 * c->max) {
		qsort(c->list.v, c->list.n, sizeof *c->list.v, by_size);
		c->list.n = c->max;
	}
}

void heap_report_blocks(struct heap_source *s, pid_t pid, uint32_t site,
			size_t max)
{
	struct heap_proc *p = heap_proc_find(s, pid);
	struct choosing c = { .site = site, .max = max, .source = s };
	struct ev_heap h = { .op = HEAP_OP_BLOCK };

	if (!p || site >= live_sites(p->live))
		return;
	live_each(p->live, choose, &c);
	if (c.list.n)
		qsort(c.list.v, c.list.n, sizeof *c.list.v, by_size);
	if (c.list.n > max)
		c.list.n = max;
	put_names(s, p, site, &h);
	h.size = c.size;
	h.blocks = c.n;
	h.resident = heap_scan_blocks(s, p, c.list.v, c.list.n);
	h.list = (struct bytes){ c.list.v, c.list.n * sizeof *c.list.v };
	heap_emit(s, p, 0, 0, &h);
	vec_release(&c.list);
}

void heap_report_pages(struct heap_source *s, const struct request *req)
{
	struct heap_proc *p = heap_proc_find(s, req->pid), none = { .live = NULL };
	struct ev_heap h = {
		.op = HEAP_OP_PAGES, .addr = req->a, .size = req->b - req->a,
		.page_size = (uint64_t)getpagesize(),
		.bin_pages = UINT64_C(1) << req->c,
	};
	struct heap_bins bins = { .list = VEC_INIT };

	if (p && p->wrote && clock_ns() < p->pages_ns)
		return;
	if (p && p->wrote && heap_scan_pages(s, p, req->a, req->b, h.bin_pages,
					     &bins))
		h.list = (struct bytes){ bins.list.v, bins.list.n *
						      sizeof *bins.list.v };
	none.pid = req->pid;
	heap_emit(s, p ? p : &none, 0, 0, &h);
	vec_release(&bins.list);
}

/* ---- lines that wait for names ------------------------------------------- */

/* Number of lines between two readings of the clock. */
#define STEP 64u
/* Time for a thread to continue or crash after a free that seems wrong. */
#define DOUBT_NS 5000000000ull

/* True if it is not known yet whether a free is wrong.  A thread that has
 * written no record for DOUBT_NS has not crashed, so its free was right. */
static bool is_in_doubt(struct heap_source *s, struct heap_line *l, bool all)
{
	uint64_t now = clock_ns() - s->host->start_ns;

	if (l->doubt && (all || (l->proc->ended == UINT64_MAX &&
				 now > l->time_ns + DOUBT_NS)))
		heap_doubts_end(s, l->proc, l->tid, true);
	return l->doubt;
}

static bool tell_line(struct heap_source *s, struct heap_line *l, bool all)
{
	bool doubt = l->doubt && is_in_doubt(s, l, all);
	struct ev_heap h = { .op = l->op, .addr = l->addr,
			     .size = l->size, .wrong = l->wrong };

	if ((doubt || !put_name(s, l->proc, l->site, &h)) && !all)
		return false;
	if (l->quiet)
		return true;
	heap_emit(s, l->proc, l->tid, l->time_ns, &h);
	return true;
}

void heap_log_lines(struct heap_source *s, size_t n)
{
	while (n-- && s->lines_told < s->lines.n) {
		tell_line(s, &s->lines.v[s->lines_told], true);
		s->lines_told++;
	}
	/* Move the lines only when half of them are logged: a move for each
	 * line would be slow. */
	if (2 * s->lines_told < s->lines.n)
		return;
	s->lines.n -= s->lines_told;
	if (s->lines.n)
		memmove(s->lines.v, s->lines.v + s->lines_told,
			s->lines.n * sizeof *s->lines.v);
	s->lines_told = 0;
}

/* Logs the lines with known names, until the deadline.  Returns true if all are
 * logged. */
static bool tell_lines(struct heap_source *s, bool all, uint64_t deadline_ns)
{
	bool more = true;

	for (unsigned i = 1; more && s->lines_told < s->lines.n; i++) {
		more = tell_line(s, &s->lines.v[s->lines_told], all);
		s->lines_told += more;
		if (i % STEP == 0 && clock_ns() >= deadline_ns)
			more = false;
	}
	heap_log_lines(s, 0);
	return !s->lines.n;
}

/* True if the site has unfreed blocks that the process has allocated itself. */
static bool leaks(const struct live_site *l)
{
	return l->blocks > l->inherited_blocks;
}

static bool is_named(struct heap_source *s, const struct heap_proc *p)
{
	struct ev_heap h;
	bool named = true;

	for (uint32_t i = 0; i < live_sites(p->live); i++)
		if (s->each || s->peaks || leaks(live_get(p->live, i)))
			named &= put_names(s, p, i, &h);
	return named;
}

/* Includes blocks inherited from the parent, since they took up memory of the
 * process as well. */
static void tell_peaks(struct heap_source *s, const struct heap_proc *p)
{
	for (uint32_t i = 0; i < live_sites(p->live); i++) {
		struct ev_heap h = {
			.op = HEAP_OP_PEAK, .last = 1,
			.size = live_at_peak(p->live, live_get(p->live, i)),
		};

		if (!h.size)
			continue;
		put_names(s, p, i, &h);
		heap_emit(s, p, 0, 0, &h);
	}
}

static void tell_leaks(struct heap_source *s, const struct heap_proc *p)
{
	for (uint32_t i = 0; i < live_sites(p->live); i++) {
		const struct live_site *l = live_get(p->live, i);
		struct ev_heap h = {
			.op = HEAP_OP_LEAK, .size = l->size - l->inherited,
			.blocks = l->blocks - l->inherited_blocks,
			.resident = l->inherited_blocks ? EV_UNKNOWN :
				    l->resident,
			.last = 1,
		};

		if (!leaks(l))
			continue;
		put_names(s, p, i, &h);
		heap_emit(s, p, 0, 0, &h);
	}
}

static void tell_gone(struct heap_source *s, struct heap_proc *p)
{
	if (p->leaves) {
		heap_unwatched_report(s, p);
		tell_leaks(s, p);
	}
	if (p->leaves && s->peaks)
		tell_peaks(s, p);
	if (s->each || s->watched) {
		live_count_ages(p->live, p->ended,
				heapclock_second(heappool_clock(s->pool)));
		for (uint32_t i = 0; i < live_sites(p->live); i++)
			if (live_get(p->live, i)->allocs)
				tell_site(s, p, i, true);
	}
	if (p->wrote)
		tell_total(s, p, true);
}

bool heap_report(struct heap_source *s, bool all, uint64_t deadline_ns)
{
	/* Request the names for all ended processes now, not process by
	 * process. */
	for (size_t i = 0; i < s->gone.n; i++) {
		if (!s->gone.v[i]->asked)
			(void)is_named(s, s->gone.v[i]);
		s->gone.v[i]->asked = true;
	}
	if (!tell_lines(s, all, deadline_ns))
		return clock_ns() >= deadline_ns;
	while (s->gone.n && (all || is_named(s, s->gone.v[0]))) {
		struct heap_proc *p = s->gone.v[0];

		vec_remove(&s->gone, 0);
		tell_gone(s, p);
		heap_proc_free(p);
		if (clock_ns() >= deadline_ns)
			return true;
	}
	return false;
}
