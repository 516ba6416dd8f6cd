/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages of one region in each process that shares them since a fork.
 *
 * After a fork, both processes share the pages of private mappings.  A process
 * that writes to such a page gets its own copy.  When all other users have
 * copies, the page belongs to its last user alone (pagemap bit 56, "exclusively
 * mapped").  So the exclusive pages of a child are its growth since the fork.
 * Pages of files belong to the file, whatever the number of users.
 *
 * Members of the family are scanned one after the other.  Pass one finds the
 * present pages.  Pass two finds those that are exclusive.
 */
#include <config.h>

#include "source/sample/core/sample.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "source/sample/core/procs.h"
#include "source/sample/pages/pages.h"
#include "sys/loop.h"

#define FAMILY_NS (500 * NS_PER_MS)
/* Scans use at most 1/SHARE of the time. */
#define SHARE 10
#define FAMILY_BINS 1024
#define RANGES_MAX 65536

static void fds_close(struct family *f)
{
	if (f->pagemap >= 0)
		close(f->pagemap);
	if (f->maps >= 0)
		close(f->maps);
	f->pagemap = f->maps = -1;
}

void family_init(struct family *f)
{
	f->pagemap = f->maps = -1;
	binner_init(&f->bin);
}

void family_release(struct family *f)
{
	fds_close(f);
	vec_release(&f->present);
	binner_release(&f->bin);
}

void family_look(struct sampler *s, pid_t pid, uint64_t start)
{
	struct family *f = &s->family;

	if (f->asked == pid && f->start == start)
		return;
	fds_close(f);
	f->running = false;
	f->asked = pid;
	f->start = start;
	f->due = clock_ns();
	if (start)
		sample_due(s, f->due);
}

void family_gone(struct sampler *s, pid_t pid)
{
	struct family *f = &s->family;

	for (size_t i = 0; i < s->procs.n; i++)
		if (s->procs.v[i]->parent == pid)
			s->procs.v[i]->parent = 0;
	if (f->running && f->at < f->n && f->members[f->at] == pid) {
		fds_close(f);
		f->running = false;
	}
	if (f->asked == pid)
		f->start = 0;
}

uint64_t family_due(const struct sampler *s)
{
	const struct family *f = &s->family;

	return !f->start ? 0 : f->running ? 1 : f->due;
}

/* --- members -------------------------------------------------------------- */

static const struct sregion *private_region(const struct sproc *p,
					    uint64_t addr)
{
	const struct sregion *r = p->synced && p->map.phase != MAP_EMIT
			? sregions_find(&p->regions, addr) : NULL;

	return r && !(r->perm & PERM_SHARED) ? r : NULL;
}

static bool is_member(const struct sproc *p, const struct sregion *of)
{
	const struct sregion *r = private_region(p, of->start);

	return r && r->dev == of->dev && r->inode == of->inode;
}

/* Finds the members of the family: the parent, then its children.  Returns
 * false if the region does not exist. */
static bool members_find(struct sampler *s)
{
	struct family *f = &s->family;
	struct sproc *p = sproc_find(s, f->asked), *root = p, *up;
	const struct sregion *r = p ? private_region(p, f->start) : NULL;

	f->n = f->at = 0;
	if (!r || r->start != f->start || r->end > ROUND_USER_END)
		return false;
	f->end = r->end;
	up = p->parent ? sproc_find(s, p->parent) : NULL;
	if (up && is_member(up, r))
		root = up;
	f->members[f->n++] = root->pid;
	/* Add the requested process before the other children, to have room for
	 * it. */
	if (p != root)
		f->members[f->n++] = p->pid;
	for (size_t i = 0; i < s->procs.n && f->n < FAMILY_MAX; i++) {
		const struct sproc *child = s->procs.v[i];

		if (child->parent == root->pid && child != p &&
		    is_member(child, r))
			f->members[f->n++] = child->pid;
	}
	return true;
}

/* --- one member ----------------------------------------------------------- */

static bool addr_is_anon(void *arg, uint64_t addr)
{
	struct sampler *s = arg;
	struct sproc *p = sproc_find(s, s->family.members[s->family.at]);
	const struct sregion *r = p ? private_region(p, addr) : NULL;

	return r && !r->inode;
}

static bool member_begin(struct sampler *s)
{
	struct family *f = &s->family;
	struct sproc *p = sproc_find(s, f->members[f->at]);

	if (!p)
		return false;
	f->pagemap = sproc_open(s, p, "pagemap");
	if (f->pagemap < 0) {
		if (f->pagemap != -ENOENT && f->pagemap != -ESRCH)
			sample_unreadable(s, p, FILE_PAGEMAP, -f->pagemap);
		f->pagemap = -1;
		return false;
	}
	f->maps = sproc_open(s, p, "maps");
	f->own = false;
	f->range = 0;
	f->pos = 0;
	f->exclusive = 0;
	f->overflow = false;
	vec_clear(&f->present);
	binner_begin(&f->bin, f->start, f->end, s->page_size, FAMILY_BINS);
	(void)binner_bins(&f->bin);
	pagescan_begin(&f->scan, s->scanner, f->pagemap, f->maps, f->start,
		       f->end);
	f->scan.anon = addr_is_anon;
	f->scan.anon_arg = s;
	return true;
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct family *f = arg;

	binner_add(&f->bin, start, end, cats);
	if ((cats & (PAGE_PRESENT | PAGE_ZERO)) != PAGE_PRESENT)
		return;
	if (f->present.n < RANGES_MAX)
		*vec_push(&f->present) = (struct page_range){ start, end };
	else
		f->overflow = true;
}

static void count_bin(void *arg, size_t bin, uint32_t pages)
{
	struct family *f = arg;

	f->bin.bins[bin].exclusive += pages;
	f->exclusive += pages;
}

static void on_own(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct family *f = arg;

	(void)cats;
	binner_spread(&f->bin, start, end, count_bin, f);
}

/* Counts the exclusive pages.  Returns 1 when all present pages were queried, 0
 * at the deadline, or -errno. */
static int own_step(struct sampler *s, uint64_t deadline)
{
	struct family *f = &s->family;

	while (f->range < f->present.n && !f->overflow) {
		const struct page_range *r = &f->present.v[f->range];
		uint64_t from = f->pos > r->start ? f->pos : r->start;
		uint64_t to = r->end - from > PAGESCAN_WINDOW
					? from + PAGESCAN_WINDOW : r->end;
		int rc = pagescan_private(s->scanner, f->pagemap, from, to,
					  on_own, f);

		if (rc < 0)
			return rc;
		f->pos = to;
		if (to == r->end)
			f->range++;
		if (clock_ns() >= deadline)
			return 0;
		if (to - from == PAGESCAN_WINDOW)
			pagescan_pause();
	}
	return 1;
}

static void member_tell(struct sampler *s)
{
	struct family *f = &s->family;
	struct binner *b = &f->bin;
	struct event ev = sample_event(s, EV_PAGES, f->members[f->at], 0);

	ev.u.pages = (struct ev_pages){
		.start = f->start, .end = f->end, .scanned = f->end,
		.page_size = s->page_size, .bin_pages = b->bin_pages,
		.detail = PAGES_OF_FAMILY,
		.resident = b->resident, .swapped = b->swapped,
		.zero = pagescanner_knows_zero(s->scanner) ? b->zero
							   : EV_UNKNOWN,
		.huge = pagescanner_knows_huge(s->scanner) ? b->huge
							   : EV_UNKNOWN,
		.exclusive = f->overflow ? EV_UNKNOWN : f->exclusive,
		.written = EV_UNKNOWN,
	};
	ev.u.pages.bins.data = binner_bins(b);
	ev.u.pages.bins.len = b->n * sizeof *b->bins;
	sample_emit(s, &ev);
}

/* --- job ------------------------------------------------------------------ */

static void look_end(struct family *f)
{
	uint64_t pace = f->spent_ns * SHARE;

	f->running = false;
	f->due = clock_ns() + (pace > FAMILY_NS ? pace : FAMILY_NS);
}

static void member_end(struct sampler *s)
{
	struct family *f = &s->family;

	fds_close(f);
	while (++f->at < f->n)
		if (member_begin(s))
			return;
	look_end(f);
}

static void look_begin(struct sampler *s)
{
	struct family *f = &s->family;

	f->spent_ns = 0;
	f->running = members_find(s);
	if (!f->running) {
		look_end(f);
		return;
	}
	if (!member_begin(s))
		member_end(s);
}

static void look_step(struct sampler *s, uint64_t deadline)
{
	struct family *f = &s->family;
	uint64_t begin = clock_ns();
	int rc;

	if (!f->own) {
		rc = pagescan_step(&f->scan,
				   deadline > begin ? deadline - begin : 0,
				   on_run, f);
		f->own = rc > 0;
	} else {
		rc = own_step(s, deadline);
		if (rc > 0)
			member_tell(s);
		if (rc != 0)
			member_end(s);
	}
	f->spent_ns += clock_ns() - begin;
	if (rc < 0 && !f->own)
		member_end(s);
}

bool family_work(struct sampler *s, uint64_t deadline)
{
	struct family *f = &s->family;

	if (!f->start || (!f->running && f->due > clock_ns()))
		return false;
	if (!f->running)
		look_begin(s);
	else
		look_step(s, deadline);
	return true;
}
