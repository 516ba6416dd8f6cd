/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/quiet.h"

#include "source/sample/maps/map_check.h"
#include "source/sample/maps/identity.h"
#include "sys/loop.h"

/* How long a difference may last: longer than 0.1 s, the interval of perf's
 * records. */
#define ODD_NS (150 * NS_PER_MS)

bool maps_reported(const struct sampler *s)
{
	if (s->status.level != LEVEL_WATCH)
		return !s->status.untraced;
	return s->reporting.ring ||
	       (s->reporting.perf &&
		(host_logs(s->host, EV_MAP) || s->host->wants.map_hints));
}

static bool is_safe(const struct sampler *s, const struct sproc *p)
{
	uint64_t rest = p->map.took_ns * SAFETY_SHARE;

	if (rest < s->host->period_ns)
		rest = s->host->period_ns;
	if (rest > SAFETY_MAX_NS)
		rest = SAFETY_MAX_NS;
	return clock_ns() < p->map.totals.at_ns + rest;
}

/*
 * True if the total size of the regions has differed from the size of the
 * process for ODD_NS, and no report explains it.  Before ODD_NS have passed,
 * schedules another check.
 */
static bool is_odd(struct sampler *s, struct sproc *p, const struct totals *now)
{
	if (p->map.changes.n || now->size * s->page_size == p->quiet.size) {
		p->quiet.odd_ns = 0;
		return false;
	}
	if (p->quiet.odd_ns && p->quiet.patched_ns < p->quiet.odd_ns &&
	    now->at_ns >= p->quiet.odd_ns + ODD_NS)
		return true;
	if (!p->quiet.odd_ns || p->quiet.patched_ns >= p->quiet.odd_ns)
		p->quiet.odd_ns = now->at_ns;
	p->map.period = true;
	p->map.due = p->quiet.odd_ns + ODD_NS;
	sample_due(s, p->map.due);
	return false;
}

bool map_is_quiet(struct sampler *s, struct sproc *p)
{
	struct totals now;

	if (!p->synced || claims_wait(s, p))
		return false;
	p->quiet.reported = !p->sysv && maps_reported(s);
	if (!p->quiet.reported && (p->map.changes.n || !sample_may_rest(s)))
		return false;
	now = totals_read(s, p);
	if (!now.known || !p->map.totals.known)
		return false;
	if (p->quiet.reported)
		return is_safe(s, p) && !is_odd(s, p, &now);
	return totals_same_map(&now, &p->map.totals) &&
	       !totals_stale(s, &p->map.totals, p->map.took_ns, TOTALS_MAP);
}
