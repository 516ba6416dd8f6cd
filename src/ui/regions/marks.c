/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of recent changes.  Their age is measured in event time. */
#include <config.h>

#include "ui/regions/rows.h"

static bool recent(uint64_t now, uint64_t then, uint64_t span)
{
	return then != 0 && now < then + span;
}

bool region_wx(const struct region *r)
{
	bool written = r->perm & PERM_W;

	for (size_t i = 0; i < r->perms.n && !written; i++)
		written = r->perms.v[i].perm & PERM_W;
	return written && (r->perm & PERM_X);
}

uint64_t region_perm_changed(const struct region *r)
{
	/* The first entry is not a change: it has the permissions at
	 * creation. */
	return r->perms.n > 1 ? r->perms.v[r->perms.n - 1].time_ns : 0;
}

/* Returns the time of the last change of the region; 0 if it never changed. */
static uint64_t last_change(const struct region *r)
{
	uint64_t t = r->changed_ns;

	/* Advice (madvise) that freed no pages has no visible effect, so it
	 * does not count. */
	return r->given_back && r->advised_ns > t ? r->advised_ns : t;
}

/* True if the region is new.  After an exec all regions are new, so none is
 * marked. */
static bool is_new(const struct region_rows *rr, const struct region *r)
{
	uint64_t execed = rr->space->execed_ns;

	return recent(rr->now_ns, r->added_ns, MARK_NS) &&
	       !(execed && r->added_ns <= execed);
}

bool region_has_mark(const struct region_rows *rr, const struct region *r)
{
	return r->removed_ns || is_new(rr, r) ||
	       recent(rr->now_ns, last_change(r), MARK_NS);
}

/* True if the region may be marked: if too many regions changed, only the
 * largest may. */
static bool is_largest(const struct region_rows *rr, const struct region *r)
{
	if (rr->changed <= MARKS_MAX)
		return true;
	for (size_t i = 0; i < MARKS_MAX; i++)
		if (rr->largest[i] == r->start)
			return true;
	return false;
}

char region_mark(const struct region_rows *rr, const struct region *r,
		 uint64_t *age_ns)
{
	uint64_t then = last_change(r);
	bool allowed = is_largest(rr, r);

	*age_ns = UINT64_MAX;
	if (r->removed_ns) {
		*age_ns = rr->now_ns - r->removed_ns;
		return '-';
	}
	if (allowed && is_new(rr, r)) {
		*age_ns = rr->now_ns - r->added_ns;
		return region_wx(r) ? '!' : '+';
	}
	if (allowed && recent(rr->now_ns, then, MARK_NS))
		*age_ns = rr->now_ns > then ? rr->now_ns - then : 0;
	if (region_wx(r) || (rr->faulted && r->start <= rr->fault &&
			     rr->fault < r->end))
		return '!';
	return *age_ns == UINT64_MAX ? ' ' : '~';
}
