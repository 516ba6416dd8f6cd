/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/core/totals.h"

#include <inttypes.h>
#include <stdio.h>

#include "parse/proc/stat.h"
#include "source/sample/core/sample.h"
#include "sys/loop.h"
#include "sys/proc/root.h"

#define TEXT_MAX 4096
/* Totals newer than this are not read again: several jobs need them at a
 * tick. */
#define FRESH_NS (10 * NS_PER_MS)
/* Maximum age at which totals of the current tick are used: with many processes
 * the jobs of a tick take longer.  Outdated totals only cause one unnecessary
 * read. */
#define TICK_NS (100 * NS_PER_MS)
/* Reads of idle processes use at most 1/REST_SHARE of the time.  But each
 * process is read at least every REST_MAX_NS. */
#define REST_SHARE 1000
#define REST_MAX_NS (5 * NS_PER_S)
/* Maximum interval between reads of the pages of an idle process, if a read
 * takes longer than REST_MAX_NS / REST_SHARE.  It is longer than for maps,
 * because the totals of pages are more reliable: permissions change no totals
 * of the map. */
#define REST_PAGES_NS (20 * NS_PER_S)
/* Like REST_SHARE, for a log of several processes: reads use at most
 * 1/LOG_SHARE of the time. */
#define LOG_SHARE 100

static bool read_statm(struct sampler *s, const struct sproc *p,
		       struct totals *t)
{
	return procroot_readf(s->host->proc, &s->scratch, TEXT_MAX, "%d/statm",
			      (int)p->pid) == 0 &&
	       sscanf(s->scratch.data, "%" SCNu64 " %" SCNu64 " %" SCNu64
		      " %" SCNu64 " %*u %" SCNu64, &t->size, &t->resident,
		      &t->shared, &t->text, &t->data) == 5;
}

bool counted_fresh(const struct counted *c)
{
	return c->at_ns && clock_ns() - c->at_ns < FRESH_NS;
}

static bool read_stat(struct sampler *s, const struct sproc *p,
		      struct totals *t)
{
	struct stat_info st;

	if (counted_fresh(&p->counted)) {
		t->minflt = p->counted.minflt;
		t->majflt = p->counted.majflt;
		t->threads = p->counted.threads;
		return true;
	}
	if (procroot_readf(s->host->proc, &s->scratch, TEXT_MAX, "%d/stat",
			   (int)p->pid) < 0 ||
	    !stat_parse((struct bytes){ s->scratch.data, s->scratch.len },
			&st))
		return false;
	t->minflt = st.minflt;
	t->majflt = st.majflt;
	t->threads = st.threads;
	return true;
}

struct totals totals_read(struct sampler *s, struct sproc *p)
{
	uint64_t now = clock_ns();
	struct totals t = { .at_ns = now };

	if (p->totals.known && (now - p->totals.at_ns < FRESH_NS ||
				(p->totals.at_ns >= s->ticked_ns &&
				 now - p->totals.at_ns < TICK_NS)))
		return p->totals;
	/* Totals are not used for a captured tree, which does not change, or if
	 * the leader has exited: its statm is 0. */
	t.known = procroot_is_live(s->host->proc) && !p->via &&
		  read_statm(s, p, &t) && read_stat(s, p, &t);
	p->totals = t;
	return t;
}

bool totals_same_map(const struct totals *a, const struct totals *b)
{
	return a->known && b->known && a->size == b->size &&
	       a->text == b->text && a->data == b->data &&
	       a->threads == b->threads;
}

bool totals_same_counts(const struct totals *a, const struct totals *b)
{
	return a->known && b->known && a->resident == b->resident &&
	       a->shared == b->shared && a->minflt == b->minflt &&
	       a->majflt == b->majflt;
}

bool totals_same_pages(const struct totals *a, const struct totals *b)
{
	return totals_same_map(a, b) && totals_same_counts(a, b);
}

static bool is_logged(const struct sampler *s, enum totals_of what)
{
	return host_logs(s->host, EV_PAGES) ||
	       (what == TOTALS_MAP && host_logs(s->host, EV_REGION));
}

bool totals_stale(const struct sampler *s, const struct totals *then,
		  uint64_t took_ns, enum totals_of what)
{
	uint64_t others = s->procs.n ? s->procs.n - 1 : 0, max = REST_MAX_NS;
	uint64_t rest = is_logged(s, what) ? took_ns * LOG_SHARE * others :
			took_ns * REST_SHARE * (others + 1);

	if (is_logged(s, what) && !others)
		return true;
	if (what == TOTALS_PAGES && !host_logs(s->host, EV_PAGES) &&
	    took_ns * REST_SHARE > max)
		max = REST_PAGES_NS;
	if (rest > max)
		rest = max;
	if (rest < s->host->period_ns)
		rest = s->host->period_ns;
	return clock_ns() >= then->at_ns + rest;
}
