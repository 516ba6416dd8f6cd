/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of the trace ring, and the rows for the ring of each CPU. */
#include <config.h>

#include "ui/sources/rows.h"

#include <stdio.h>

#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/source.h"

/* Minimum fill level to show, per mille. */
#define FILL_WORTH 100

void source_fill(struct str *why, uint64_t fill)
{
	if (fill == EV_UNKNOWN || fill < FILL_WORTH)
		return;
	/* TRANSLATORS: the buffers of the source; other text follows. */
	str_addf(why, _("rings %d%% full; "), (int)(fill / 10));
}

void source_denied(struct str *why, uint64_t n)
{
	char buf[FMT_MAX];

	if (n)
		/* TRANSLATORS: mappings that the source reported, but the map
		 * does not have, or has of another file; other text follows. */
		str_addf(why, ngettext("%s mapping not in maps; ",
				       "%s mappings not in maps; ",
				       (unsigned long)n),
			 fmt_grouped(buf, n));
}

/* Appends how many events another reader of the ring took: mmtop does not get
 * these events. */
static void add_others(struct str *why, uint64_t others)
{
	char n[FMT_MAX];

	if (others && others != EV_UNKNOWN)
		/* TRANSLATORS: events of the ring; other text follows. */
		str_addf(why, ngettext("another reader took %s event; ",
				       "another reader took %s events; ",
				       (unsigned long)others),
			 fmt_grouped(n, others));
}

/* Appends, for the rings of all CPUs, how many events other readers took in
 * all, and the highest fill level. */
static void add_rings(struct str *why, const struct model *m)
{
	uint64_t others = 0, fill = 0;

	for (size_t i = 0; i < m->rings.n; i++) {
		const struct ev_ring *r = &m->rings.v[i].told;

		if (r->others != EV_UNKNOWN)
			others += r->others;
		if (r->fill != EV_UNKNOWN && r->fill > fill)
			fill = r->fill;
	}
	add_others(why, others);
	source_fill(why, fill);
}

void source_ring_row(struct source_row *r, const struct model *m)
{
	const struct ev_source *ring = &m->ring;
	bool on = m->ring_known && ring->state == SOURCE_ON;

	str_adds(&r->name, "r ring");
	r->on = model_ring_has_calls(m) && source_traced(m);
	r->state = r->on ? _("on") :
		   m->ring_known && ring->state == SOURCE_REFUSED ? _("n/a") :
		   _("off");
	r->counted = on || m->ring_calls;
	r->events = m->ring_calls;
	r->rate = &m->ring_rate;
	r->lost = m->lost_ring;
	r->cost = on ? source_cost(m, m->cost.ring) : EV_UNKNOWN;
	if (ring->missed)
		str_addf(&r->why, ngettext("%llu task not covered: ",
					   "%llu tasks not covered: ",
					   (unsigned long)ring->missed),
			 (unsigned long long)ring->missed);
	source_denied(&r->why, m->denied.ring);
	if (r->on)
		add_rings(&r->why, m);
	if (ring->why != WHY_NONE)
		source_why_words(&r->why, ring->why, ring->value);
	else if (!source_traced(m))
		source_not_traced(&r->why, m);
	else if (m->status.level != LEVEL_WATCH)
		str_adds(&r->why, _("idle: ptrace reports calls at this "
				    "level"));
	else if (on)
		str_adds(&r->why, ring->value == RING_MAPPED ?
			 _("memory calls without stops (trace ring, mapped: "
			   "no resizing, no snapshots; splice copies)") :
			 _("memory calls without stops (trace ring, read)"));
}

/* --- one CPU ------------------------------------------------------------- */

static void add_size(struct str *why, const struct ev_ring *r)
{
	char n[FMT_MAX], size[FMT_MAX];

	if (r->subbufs == EV_UNKNOWN)
		str_addf(why, _("sub-buffers of %s (number n/a)"),
			 fmt_size(size, r->subbuf_size));
	else
		str_addf(why, ngettext("%s sub-buffer of %s",
				       "%s sub-buffers of %s",
				       (unsigned long)r->subbufs),
			 fmt_grouped(n, r->subbufs),
			 fmt_size(size, r->subbuf_size));
}

void source_cpu_row(struct source_row *r, const struct ring_row *cpu)
{
	const struct ev_ring *t = &cpu->told;
	char n[FMT_MAX], share[FMT_MAX];

	str_addf(&r->name, "r cpu %llu", (unsigned long long)t->cpu);
	/* TRANSLATORS: the way in which mmtop reads a ring: through a mapping,
	 * or with read(); each at most 7 columns. */
	r->state = t->way == RING_MAPPED ? _("mapped") : _("read");
	r->counted = r->on = true;
	r->events = t->read;
	r->rate = &cpu->rate;
	r->lost = t->overrun;
	add_others(&r->why, t->others);
	if (t->fill != EV_UNKNOWN)
		/* TRANSLATORS: the maximum fill level of the ring. */
		str_addf(&r->why, _("%s full, "),
			 fmt_share(share, t->fill, 1000));
	/* TRANSLATORS: a number of events */
	str_addf(&r->why, _("%s unread, "), fmt_grouped(n, t->unread));
	add_size(&r->why, t);
	if (t->reader != EV_UNKNOWN)
		/* TRANSLATORS: the number of the sub-buffer that is being read,
		 * and its position in the mapping. */
		str_addf(&r->why, _(", reader page %s at 0x%llx"),
			 fmt_grouped(n, t->reader),
			 (unsigned long long)t->reader_at);
}
