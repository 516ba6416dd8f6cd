/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A mapped file by offset, for as long as somebody looks at it (REQ_FILE).
 *
 *	WAIT	the reader opens the file and asks for its page cache; it is
 *		waited for without standing still, as a file server may hang,
 *		and may be the very program that is watched
 *	SCAN	the mappings of the file in the process, one after the other
 *	COPIES	of private ones: which pages are copies of its own
 *	-> STRIP, where it is not what was told last
 */
#include <config.h>

#include "source/sample/strip.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/sample.h"
#include "sys/filecache.h"
#include "sys/loop.h"
#include "sys/reader.h"

/* At most a tenth of the time. */
#define SHARE 10
#define ANSWER_NS (5 * NS_PER_MS)
#define PARTS_TOLD 64
#define RANGES_TOLD 256
#define RANGES_MOST 65536
#define ENTRIES 8192

_Static_assert((int)FILECACHE_HUNG == (int)STRIP_HUNG &&
	       (int)FILECACHE_RIGHTS == (int)STRIP_RIGHTS &&
	       (int)FILECACHE_MEMORY == (int)STRIP_MEMORY,
	       "the same reasons");
_Static_assert((int)FILECACHE_MINCORE == (int)STRIP_MINCORE, "the same ways");

enum phase { IDLE, WAIT, SCAN, COPIES };

struct strip {
	pid_t pid;			/* 0: nobody looks */
	uint64_t start;
	enum phase phase;
	uint64_t due, begun_ns;
	struct reader *reader;		/* of its own: a file that hangs is not
					 * to keep the others from theirs */
	bool hung;			/* given up, as long as it is shown */
	int fd;				/* of the reader, in the loop; -1 */

	uint64_t dev, inode;
	struct str name;
	VEC(struct file_span) parts;
	size_t at;			/* the part that is looked at */
	struct filecache_answer answer;
	struct filecache_bin *got;	/* owned, FILECACHE_BINS */
	struct file_bin *bins;		/* owned, FILECACHE_BINS */
	int pagemap, maps;
	struct pagescan scan;
	bool scanning;
	struct ranges now;		/* offsets */
	VEC(struct page_range) runs;	/* of private parts, addresses */
	size_t run;
	uint64_t mapped, private, spent_ns;
	uint64_t told;			/* a hash; 0: nothing */
};

/* --- life ---------------------------------------------------------------- */

struct strip *strip_new(void)
{
	struct strip *st = xcalloc(1, sizeof *st);

	st->pagemap = st->maps = st->fd = -1;
	st->name = (struct str)STR_INIT;
	st->now = (struct ranges)RANGES_INIT(RANGES_MOST);
	return st;
}

static void unwatch(struct source *s)
{
	struct strip *st = s->strip;

	if (st->fd >= 0)
		loop_remove_fd(s->host->loop, st->fd);
	st->fd = -1;
}

static void fds_close(struct strip *st)
{
	if (st->pagemap >= 0)
		close(st->pagemap);
	if (st->maps >= 0)
		close(st->maps);
	st->pagemap = st->maps = -1;
}

void strip_stop(struct source *s)
{
	struct strip *st = s->strip;

	unwatch(s);
	fds_close(st);
	/* With it goes what it may be hanging in. */
	reader_free(st->reader);
	st->reader = NULL;
	st->pid = 0;
	st->phase = IDLE;
}

void strip_free(struct source *s)
{
	struct strip *st = s->strip;

	if (!st)
		return;
	strip_stop(s);
	free(st->got);
	free(st->bins);
	str_release(&st->name);
	vec_release(&st->parts);
	vec_release(&st->runs);
	ranges_release(&st->now);
	free(st);
}

void strip_focus(struct source *s, pid_t pid, uint64_t start)
{
	struct strip *st = s->strip;

	strip_stop(s);
	if (!start)
		return;
	st->pid = pid;
	st->start = start;
	st->hung = false;
	st->told = 0;
	st->due = clock_ns();
	if (!st->got) {
		st->got = xcalloc(FILECACHE_BINS, sizeof *st->got);
		st->bins = xcalloc(FILECACHE_BINS, sizeof *st->bins);
	}
	sample_due(s, st->due);
}

void strip_again(struct source *s)
{
	s->strip->told = 0;
}

uint64_t strip_due(const struct source *s)
{
	const struct strip *st = s->strip;

	/* The reader's answer wakes the loop by itself. */
	if (st->phase == WAIT || st->phase == IDLE)
		return st->pid ? st->due : 0;
	return 1;
}

/* --- telling ------------------------------------------------------------- */

static struct bytes first_ranges(const struct ranges *r)
{
	size_t n = r->v.n < RANGES_TOLD ? r->v.n : RANGES_TOLD;

	return (struct bytes){ r->v.v, n * sizeof *r->v.v };
}

/* What was ever there, into the bins. */
static void add_ever(struct source *s, const struct ranges *ever)
{
	struct strip *st = s->strip;
	uint64_t bytes = st->answer.bin_pages * s->page_size;

	for (size_t i = 0; i < ever->v.n; i++) {
		uint64_t at = ever->v.v[i].start, end = ever->v.v[i].end;

		while (at < end && at / bytes < st->answer.bins) {
			uint64_t next = (at / bytes + 1) * bytes;
			uint64_t to = next < end ? next : end;

			st->bins[at / bytes].ever +=
				(uint32_t)((to - at) / s->page_size);
			at = to;
		}
	}
}

static uint64_t hash_bytes(uint64_t h, struct bytes b)
{
	const unsigned char *p = b.data;

	for (size_t i = 0; i < b.len; i++)
		h = (h ^ p[i]) * 0x100000001b3ull;
	return h;
}

static uint64_t picture(const struct ev_strip *e)
{
	uint64_t h = 0xcbf29ce484222325ull;

	h = hash_bytes(h, e->bins);
	h = hash_bytes(h, e->parts);
	h = hash_bytes(h, e->now_ranges);
	h = hash_bytes(h, e->ever_ranges);
	h = (h ^ e->size) * 31 + e->cached_why * 16 + e->dirty_why;
	return h | 1;
}

static void fill_cache(const struct strip *st, struct ev_strip *e)
{
	const struct filecache_answer *a = &st->answer;

	e->how = a->how;
	e->cached_why = a->why;
	e->error = a->error;
	e->dirty_why = a->dirty_why;
	e->cached = e->dirty = EV_UNKNOWN;
	if (a->how == FILECACHE_NOT)
		return;
	e->cached = 0;
	if (a->dirty_why == FILECACHE_TOLD)
		e->dirty = 0;
	for (size_t i = 0; i < a->bins; i++) {
		e->cached += st->bins[i].cached;
		if (e->dirty != EV_UNKNOWN)
			e->dirty += st->bins[i].dirty;
	}
}

static void fill_parts(const struct strip *st, struct ev_strip *e)
{
	e->mappings = st->parts.n;
	e->parts.data = st->parts.v;
	e->parts.len = (st->parts.n < PARTS_TOLD ? st->parts.n : PARTS_TOLD) *
		       sizeof *st->parts.v;
	for (size_t i = 0; i < st->parts.n; i++)
		if ((st->parts.v[i].perm & (PERM_W | PERM_SHARED)) ==
		    (PERM_W | PERM_SHARED))
			e->shared = 1;
}

static void tell(struct source *s, const struct sproc *p)
{
	struct strip *st = s->strip;
	const struct ranges *ever = files_ever(p, st->dev, st->inode);
	struct event ev = sample_event(s, EV_STRIP, st->pid, 0);
	struct ev_strip *e = &ev.u.strip;

	*e = (struct ev_strip){
		.start = st->start, .dev = st->dev, .inode = st->inode,
		.size = st->answer.size, .page_size = s->page_size,
		.bin_pages = st->answer.bin_pages,
		.mapped = st->mapped, .private = st->private,
		.ever = EV_UNKNOWN, .ranges = st->now.v.n + st->now.more,
		.now_ranges = first_ranges(&st->now),
		.name = { st->name.data, st->name.len },
	};
	fill_cache(st, e);
	fill_parts(st, e);
	if (s->host->want_files && ever) {
		add_ever(s, ever);
		e->ever = ever->total / s->page_size;
		e->ever_n = ever->v.n + ever->more;
		e->ever_ranges = first_ranges(ever);
	} else if (s->host->want_files) {
		e->ever = 0;
	}
	e->bins = (struct bytes){ st->bins,
				  st->answer.bins * sizeof *st->bins };
	if (st->told != picture(e))
		sample_emit(s, &ev);
	st->told = picture(e);
}

/* --- WAIT: what is in the page cache -------------------------------------- */

static void collect_parts(struct strip *st, const struct sproc *p)
{
	vec_clear(&st->parts);
	for (size_t i = 0; i < p->regions.n; i++) {
		const struct sregion *r = p->regions.v[i];

		if (r->dev == st->dev && r->inode == st->inode &&
		    r->end < ROUND_USER_END)
			*vec_push(&st->parts) = (struct file_span){
				.start = r->start, .end = r->end,
				.offset = r->offset, .perm = r->perm,
			};
	}
}

/* How far the mappings reach: beyond the end of a file that was cut. */
static uint64_t reach(const struct strip *st)
{
	uint64_t most = 0;

	for (size_t i = 0; i < st->parts.n; i++) {
		const struct file_span *f = &st->parts.v[i];
		uint64_t end;

		if (!__builtin_add_overflow(f->offset, f->end - f->start,
					    &end) && end > most)
			most = end;
	}
	return most;
}

/* Nothing is known of the page cache: the bins are those of the mappings. */
static void answer_self(struct source *s, enum filecache_why why, int error)
{
	struct strip *st = s->strip;
	uint64_t bytes, most = reach(st);

	st->answer = (struct filecache_answer){
		.why = why, .dirty_why = why, .error = (uint64_t)error,
		.size = UINT64_MAX,
		.bin_pages = filecache_bin_pages(most, s->page_size),
	};
	bytes = st->answer.bin_pages * s->page_size;
	st->answer.bins = most / bytes + (most % bytes != 0);
	memset(st->bins, 0, FILECACHE_BINS * sizeof *st->bins);
	st->phase = SCAN;
}

static void on_answer(void *arg, int fd, short revents)
{
	struct source *s = arg;

	(void)revents;
	/* strip_work() reads it; until then it would wake us for ever. */
	loop_remove_fd(s->host->loop, fd);
	s->strip->fd = -1;
	s->strip->due = clock_ns();
	sample_due(s, s->strip->due);
}

static void ask(struct source *s, const struct sproc *p, uint64_t first)
{
	struct strip *st = s->strip;
	struct filecache_ask q = {
		.start = st->parts.v[0].start, .end = st->parts.v[0].end,
		.dev = st->dev, .inode = st->inode,
		.page_size = s->page_size, .least = reach(st), .first = first,
		.path_len = st->name.len,
	};
	int rc;

	if (st->hung) {
		answer_self(s, FILECACHE_HUNG, 0);
		return;
	}
	if (!st->reader)
		st->reader = reader_new("/proc");
	rc = reader_look(st->reader, p->via ? p->via : p->pid, &q,
			 st->name.data ? st->name.data : "");
	if (rc < 0) {
		answer_self(s, FILECACHE_OPEN, -rc);
		return;
	}
	st->phase = WAIT;
	st->fd = reader_fd(st->reader);
	loop_add_fd(s->host->loop, st->fd, POLLIN, 2, on_answer, s);
	st->due = clock_ns() + ANSWER_NS;
}

static void take_bins(struct strip *st)
{
	const struct filecache_answer *a = &st->answer;

	if (!a->first)
		memset(st->bins, 0, FILECACHE_BINS * sizeof *st->bins);
	for (uint64_t i = 0; i < a->done &&
	     a->first + i < FILECACHE_BINS; i++) {
		st->bins[a->first + i].cached = st->got[i].cached;
		st->bins[a->first + i].dirty = st->got[i].dirty;
	}
}

static void wait_for_it(struct source *s, const struct sproc *p)
{
	struct strip *st = s->strip;
	struct filecache_answer before = st->answer;
	int rc = reader_looked(st->reader, &st->answer, st->got);
	const struct filecache_answer *a = &st->answer;

	if (rc == 0) {
		st->due = clock_ns() + ANSWER_NS;
		return;
	}
	unwatch(s);
	if (rc < 0) {
		st->hung = rc == -ETIMEDOUT;
		answer_self(s, FILECACHE_HUNG, 0);
		return;
	}
	/* It has another size now: from the beginning. */
	if (a->first && a->bin_pages != before.bin_pages) {
		ask(s, p, 0);
		return;
	}
	take_bins(st);
	if (a->how != FILECACHE_NOT && a->first + a->done < a->bins)
		ask(s, p, a->first + a->done);
	else
		st->phase = SCAN;
}

/* --- SCAN: what the process has ------------------------------------------ */

static void on_bin(struct source *s, uint64_t offset, uint64_t end,
		   bool private)
{
	struct strip *st = s->strip;
	uint64_t bytes = st->answer.bin_pages * s->page_size;

	while (offset < end && offset / bytes < st->answer.bins) {
		uint64_t next = (offset / bytes + 1) * bytes;
		uint64_t to = next < end ? next : end;
		uint32_t pages = (uint32_t)((to - offset) / s->page_size);
		struct file_bin *b = &st->bins[offset / bytes];

		*(private ? &b->private : &b->mapped) += pages;
		offset = to;
	}
}

static void on_run(void *arg, uint64_t start, uint64_t end, unsigned cats)
{
	struct source *s = arg;
	struct strip *st = s->strip;
	struct file_span *f = &st->parts.v[st->at];
	uint64_t offset, pages;

	if (start < f->start)
		start = f->start;
	if (end > f->end)
		end = f->end;
	if (start >= end)
		return;
	/* Swapped ones too: what is swapped there is a copy. */
	if (!(f->perm & PERM_SHARED))
		*vec_push(&st->runs) = (struct page_range){ start, end };
	if (!(cats & PAGE_PRESENT))
		return;
	offset = f->offset + (start - f->start);
	pages = (end - start) / s->page_size;
	ranges_add(&st->now, offset, offset + (end - start));
	on_bin(s, offset, offset + (end - start), false);
	f->pages += (uint32_t)pages;
	st->mapped += pages;
}

static void scan(struct source *s, uint64_t deadline)
{
	struct strip *st = s->strip;
	uint64_t now = clock_ns();
	int rc;

	if (st->at == st->parts.n) {
		st->run = 0;
		st->phase = COPIES;
		return;
	}
	if (!st->scanning) {
		const struct file_span *f = &st->parts.v[st->at];

		pagescan_begin(&st->scan, s->scanner, st->pagemap, st->maps,
			       f->start, f->end);
		st->scanning = true;
	}
	rc = pagescan_step(&st->scan, deadline > now ? deadline - now : 0,
			   on_run, s);
	if (rc != 0) {
		st->scanning = false;
		st->at++;
	}
}

/* --- COPIES: which are its own ------------------------------------------- */

static const struct file_span *part_of(const struct strip *st, uint64_t addr)
{
	for (size_t i = 0; i < st->parts.n; i++)
		if (addr >= st->parts.v[i].start && addr < st->parts.v[i].end)
			return &st->parts.v[i];
	return NULL;
}

static bool is_copy(uint64_t entry)
{
	bool exclusive;
	uint64_t frame;
	unsigned cats = pagemap_entry(entry, &exclusive, &frame);

	return (cats & (PAGE_PRESENT | PAGE_SWAPPED)) &&
	       !pagemap_entry_is_file(entry);
}

static void copies(struct source *s)
{
	struct strip *st = s->strip;
	static uint64_t entries[ENTRIES];
	struct page_range *r = &st->runs.v[st->run];
	const struct file_span *f = part_of(st, r->start);
	uint64_t pages = (r->end - r->start) / s->page_size;
	size_t n = pages < ENTRIES ? (size_t)pages : ENTRIES;
	ssize_t got = pread(st->pagemap, entries, n * sizeof *entries,
			    (off_t)(r->start / s->page_size *
				    sizeof *entries));

	for (size_t i = 0; f && got > 0 && i < (size_t)got / 8; i++) {
		uint64_t at = f->offset + (r->start - f->start) +
			      i * s->page_size;

		if (!is_copy(entries[i]))
			continue;
		on_bin(s, at, at + s->page_size, true);
		st->private++;
	}
	r->start += n * s->page_size;
	if (r->start >= r->end)
		st->run++;
}

/* --- the job ------------------------------------------------------------- */

static bool begin(struct source *s, struct sproc *p)
{
	struct strip *st = s->strip;
	const struct sregion *r = sregions_find(&p->regions, st->start);

	st->due = clock_ns() + s->host->period_ns;
	if (!r || !r->inode)
		return false;
	st->dev = r->dev;
	st->inode = r->inode;
	str_clear(&st->name);
	str_add(&st->name, r->name ? r->name : "", r->name_len);
	collect_parts(st, p);
	if (!st->parts.n)
		return false;
	st->pagemap = sproc_open(s, p, "pagemap");
	st->maps = sproc_open(s, p, "maps");
	if (st->pagemap < 0) {
		fds_close(st);
		return false;		/* the round says so */
	}
	ranges_clear(&st->now);
	vec_clear(&st->runs);
	st->at = 0;
	st->scanning = false;
	st->mapped = st->private = st->spent_ns = 0;
	st->begun_ns = clock_ns();
	st->answer.bin_pages = 0;
	ask(s, p, 0);
	return true;
}

static void end(struct source *s, const struct sproc *p)
{
	struct strip *st = s->strip;
	uint64_t next = clock_ns() + s->host->period_ns;

	tell(s, p);
	fds_close(st);
	st->phase = IDLE;
	if (next < clock_ns() + st->spent_ns * SHARE)
		next = clock_ns() + st->spent_ns * SHARE;
	st->due = next;
}

static void step(struct source *s, struct sproc *p, uint64_t deadline)
{
	struct strip *st = s->strip;

	switch (st->phase) {
	case IDLE:
		break;
	case WAIT:
		wait_for_it(s, p);
		break;
	case SCAN:
		scan(s, deadline);
		break;
	case COPIES:
		if (st->run < st->runs.n)
			copies(s);
		else
			end(s, p);
		break;
	}
}

bool strip_work(struct source *s, uint64_t deadline)
{
	struct strip *st = s->strip;
	struct sproc *p = st->pid ? sproc_find(s, st->pid) : NULL;
	uint64_t now = clock_ns();

	if (!st->pid || (st->due > now && (st->phase == IDLE ||
					   st->phase == WAIT)))
		return false;
	if (!p) {
		strip_stop(s);
		return true;
	}
	if (st->phase == IDLE && (!p->synced || p->map.phase == MAP_EMIT)) {
		st->due = now + ANSWER_NS;
		return false;
	}
	if (st->phase == IDLE)
		return begin(s, p);
	step(s, p, deadline);
	st->spent_ns += clock_ns() - now;
	return true;
}
