/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trace ring in Sources, and that of each CPU. */
#include <config.h>

#include "ui/sources/rows.h"

#include <stdio.h>

#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/source.h"

/* Nearly empty buffers are not worth a word; per mille. */
#define FILL_WORTH 100

void source_fill(struct str *why, uint64_t fill)
{
	if (fill == EV_UNKNOWN || fill < FILL_WORTH)
		return;
	/* TRANSLATORS: the buffers; what they tell of follows. */
	str_addf(why, _("rings %d%% full; "), (int)(fill / 10));
}

void source_denied(struct str *why, uint64_t n)
{
	char buf[FMT_MAX];

	if (n)
		/* TRANSLATORS: that it told of: it is not there, or of
		 * another file; what else it tells of follows. */
		str_addf(why, ngettext("the map denies %s mapping; ",
				       "the map denies %s mappings; ",
				       (unsigned long)n),
			 fmt_grouped(buf, n));
}

/* Who reads the same ring has what we do not get. */
static void add_others(struct str *why, uint64_t others)
{
	char n[FMT_MAX];

	if (others && others != EV_UNKNOWN)
		/* TRANSLATORS: what mmtop itself tells of follows. */
		str_addf(why, ngettext("another reader took %s event; ",
				       "another reader took %s events; ",
				       (unsigned long)others),
			 fmt_grouped(n, others));
}

/* What all of them come to, or the worst of them. */
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
	r->on = model_ring_tells(m) && source_traced(m);
	r->state = r->on ? _("on") :
		   m->ring_known && ring->state == SOURCE_REFUSED ? _("n/a") :
		   _("off");
	r->counted = on || m->ring_calls;
	r->events = m->ring_calls;
	r->rate = &m->ring_rate;
	r->lost = m->lost_ring;
	r->cost = on ? source_cost(m, m->cost.ring) : EV_UNKNOWN;
	if (ring->missed)
		str_addf(&r->why, ngettext("%llu task not told of: ",
					   "%llu tasks not told of: ",
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
		str_adds(&r->why, _("at rest: ptrace tells of calls at this "
				    "level"));
	else if (on)
		str_adds(&r->why, ring->value == RING_MAPPED ?
			 _("memory calls without a stop; the ring is mapped: "
			   "resizing it and snapshots are refused, and splice "
			   "copies") :
			 _("memory calls without a stop; the ring is read"));
}

/* --- of one CPU --------------------------------------------------------------- */

static void add_size(struct str *why, const struct ev_ring *r)
{
	char n[FMT_MAX], size[FMT_MAX];

	if (r->subbufs == EV_UNKNOWN)
		str_addf(why, _("sub-buffers of %s, how many: n/a"),
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
	/* TRANSLATORS: a ring of the kernel's; at most 7 columns, both. */
	r->state = t->way == RING_MAPPED ? _("mapped") : _("read");
	r->counted = r->on = true;
	r->events = t->read;
	r->rate = &cpu->rate;
	r->lost = t->overrun;
	add_others(&r->why, t->others);
	if (t->fill != EV_UNKNOWN)
		/* TRANSLATORS: the ring; "at most" was it so full. */
		str_addf(&r->why, _("%s full, "),
			 fmt_share(share, t->fill, 1000));
	/* TRANSLATORS: events */
	str_addf(&r->why, _("%s unread, "), fmt_grouped(n, t->unread));
	add_size(&r->why, t);
	if (t->reader != EV_UNKNOWN)
		/* TRANSLATORS: the number of the sub-buffer that is being
		 * read, and where it lies in the mapping. */
		str_addf(&r->why, _(", reader %s at 0x%llx"),
			 fmt_grouped(n, t->reader),
			 (unsigned long long)t->reader_at);
}
