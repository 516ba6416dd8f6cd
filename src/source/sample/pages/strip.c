/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the file in view, by offset, as long as the screen requests it
 * (REQ_FILE).  The phases are:
 *
 *	WAIT	the reader process opens the file and queries its page cache;
 *		the sampler does not block on the answer, because a file server
 *		may hang, and may be the traced program itself
 *	SCAN	scans the mappings of the file in the process, one after the
 *		other
 *	COPIES	finds which pages of private mappings are the process' own
 *		copies
 *
 * At the end, emits STRIP if the strip has changed.
 */
#include <config.h>

#include "source/sample/pages/strip_private.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "source/sample/core/procs.h"
#include "sys/loop.h"
#include "sys/reader/process.h"

/* Strips use at most 1/SHARE of the time. */
#define SHARE 10
#define RANGES_MOST 65536

/* --- start and end ------------------------------------------------------- */

struct strip *strip_new(void)
{
	struct strip *st = xcalloc(1, sizeof *st);

	st->pagemap = st->maps = st->fd = -1;
	st->name = (struct str)STR_INIT;
	st->now = (struct ranges)RANGES_INIT(RANGES_MOST);
	return st;
}

static void fds_close(struct strip *st)
{
	if (st->pagemap >= 0)
		close(st->pagemap);
	if (st->maps >= 0)
		close(st->maps);
	st->pagemap = st->maps = -1;
}

void strip_stop(struct sampler *s)
{
	struct strip *st = s->strip;

	strip_unwatch(s);
	fds_close(st);
	/* Kill the reader process, which may hang. */
	reader_free(st->reader);
	st->reader = NULL;
	st->pid = 0;
	st->phase = IDLE;
}

void strip_free(struct sampler *s)
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

void strip_focus(struct sampler *s, pid_t pid, uint64_t start)
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

void strip_again(struct sampler *s)
{
	s->strip->told = 0;
}

uint64_t strip_due(const struct sampler *s)
{
	const struct strip *st = s->strip;

	/* In phase WAIT, the reader process' answer wakes the loop. */
	if (st->phase == WAIT || st->phase == IDLE)
		return st->pid ? st->due : 0;
	return 1;
}

/* --- job ----------------------------------------------------------------- */

static bool begin(struct sampler *s, struct sproc *p)
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
	strip_parts(st, p);
	if (!st->parts.n)
		return false;
	st->pagemap = sproc_open(s, p, "pagemap");
	st->maps = sproc_open(s, p, "maps");
	if (st->pagemap < 0) {
		fds_close(st);
		return false;		/* the round reports the error */
	}
	ranges_clear(&st->now);
	vec_clear(&st->runs);
	st->at = 0;
	st->scanning = false;
	st->mapped = st->private = st->spent_ns = 0;
	st->begun_ns = clock_ns();
	st->answer.bin_pages = 0;
	strip_ask(s, p, 0);
	return true;
}

static void end(struct sampler *s, const struct sproc *p)
{
	struct strip *st = s->strip;
	uint64_t next = clock_ns() + s->host->period_ns;

	strip_tell(s, p);
	fds_close(st);
	st->phase = IDLE;
	if (next < clock_ns() + st->spent_ns * SHARE)
		next = clock_ns() + st->spent_ns * SHARE;
	st->due = next;
}

static void step(struct sampler *s, struct sproc *p, uint64_t deadline)
{
	struct strip *st = s->strip;

	switch (st->phase) {
	case IDLE:
		break;
	case WAIT:
		strip_wait(s, p);
		break;
	case SCAN:
		strip_scan(s, deadline);
		break;
	case COPIES:
		if (st->run < st->runs.n)
			strip_copies(s);
		else
			end(s, p);
		break;
	}
}

bool strip_work(struct sampler *s, uint64_t deadline)
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
		st->due = now + STRIP_ANSWER_NS;
		return false;
	}
	if (st->phase == IDLE)
		return begin(s, p);
	step(s, p, deadline);
	st->spent_ns += clock_ns() - now;
	return true;
}
