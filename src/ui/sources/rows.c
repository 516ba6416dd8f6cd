/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/sources/rows.h"

#include <stdio.h>

#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/words/source.h"
#include "ui/words/writes.h"

enum source { SRC_MAPS, SRC_PTRACE, SRC_PERF, SRC_RING, SRC_HEAP, SRC_WRITES,
	      SRC_END };
_Static_assert(SRC_END == SOURCES, "SOURCES is the number of sources");

bool source_traced(const struct model *m)
{
	return m->status_ns && !m->ended &&
	       (m->status.state == TARGET_RUN ||
		m->status.state == TARGET_HELD ||
		m->status.state == TARGET_STOPPED || model_is_system_wide(m));
}

void source_not_traced(struct str *why, const struct model *m)
{
	if (m->status_ns && m->status.state == TARGET_DETACHED)
		str_addf(why, keyed(_("detached; {attach} reattaches")));
	else if (m->status_ns && m->status.state == TARGET_ENDED)
		str_adds(why, _("the program has ended"));
	else
		str_adds(why, _("nothing is traced yet"));
}

uint64_t source_cost(const struct model *m, uint64_t cost)
{
	return m->cost_known ? cost : EV_UNKNOWN;
}

static void ptrace_row(struct source_row *r, const struct model *m)
{
	char buf[FMT_MAX];

	str_adds(&r->name, "t ptrace");
	r->on = source_traced(m) && !model_is_system_wide(m);
	r->state = r->on ? _("on") : _("off");
	r->counted = true;
	r->events = m->calls_total - m->ring_calls + m->signals_last;
	/* At level watch, ptrace reports only signals.  Without calls, mmtop
	 * counts no rate. */
	r->rate = m->status.level == LEVEL_WATCH || model_ring_has_calls(m) ?
		  NULL : &m->call_rate;
	r->cost = source_cost(m, m->cost.ptrace);
	r->lost = m->lost - m->lost_perf - m->lost_ring - m->lost_heap;
	source_denied(&r->why, m->denied.ptrace);
	if (!source_traced(m))
		source_not_traced(&r->why, m);
	else if (model_is_system_wide(m))
		str_adds(&r->why, _("no process is attached"));
	else if (m->status.level == LEVEL_WATCH)
		str_addf(&r->why, keyed(model_ring_has_calls(m) ?
					_("signals, processes (calls: trace "
					  "ring)") :
					_("no calls at level watch; {level} "
					  "changes it")));
	else
		str_addf(&r->why, _("level %s, worst stop %s"),
			 level_name(m->status.level),
			 fmt_duration(buf, m->status.worst_stop_ns));
}

static void maps_row(struct source_row *r, const struct view *view)
{
	const struct process *p = view_process(view);
	uint64_t at = p ? p->space.synced_ns : 0;
	char n[FMT_MAX], when[FMT_MAX];

	/* An idle process is read less often than others: use the time of its
	 * last read. */
	if (p && p->usage.counted_ns && p->usage.counted_ns < at)
		at = p->usage.counted_ns;
	str_adds(&r->name, "m maps");
	r->cost = source_cost(view->model, view->model->cost.maps);
	r->on = p && p->space.synced_ns;
	r->state = r->on ? _("on") : _("off");
	if (!p || !p->space.synced_ns)
		str_adds(&r->why, _("maps not read yet"));
	else
		str_addf(&r->why,
			 ngettext("%s region, fully read at %s",
				  "%s regions, fully read at %s",
				  (unsigned long)p->space.live),
			 fmt_grouped(n, p->space.live),
			 fmt_when(when, at));
}

static void perf_row(struct source_row *r, const struct model *m)
{
	const struct ev_source *perf = &m->perf;
	bool on = m->perf_known && perf->state == SOURCE_ON;

	str_adds(&r->name, "k perf");
	r->on = on && source_traced(m);
	r->state = r->on ? _("on") :
		   m->perf_known && perf->state == SOURCE_REFUSED ? _("n/a") :
		   _("off");
	r->counted = on;
	r->events = m->faults_total;
	r->rate = &m->faults_rate;
	r->lost = m->lost_perf;
	r->cost = on ? source_cost(m, m->cost.perf) : EV_UNKNOWN;
	if (!m->perf_known)
		str_adds(&r->why, _("nothing is traced yet"));
	else if (perf->missed)
		str_addf(&r->why, ngettext("%llu task not covered: ",
					   "%llu tasks not covered: ",
					   (unsigned long)perf->missed),
			 (unsigned long long)perf->missed);
	source_denied(&r->why, m->denied.perf);
	if (m->cost_known)
		source_fill(&r->why, m->cost.perf_fill);
	if (on && perf->why == WHY_NONE)
		str_adds(&r->why, model_is_system_wide(m) ?
			 _("page faults of all processes") :
			 _("page faults, mappings"));
	source_why_words(&r->why, perf->why, perf->value);
}

static void heap_row(struct source_row *r, const struct model *m)
{
	str_adds(&r->name, "h heap");
	r->on = m->heap_known && source_traced(m);
	r->state = r->on ? _("on") : m->heap_known ? _("off") : _("n/a");
	r->counted = m->heap_known;
	r->events = m->cost.heap_records;
	r->rate = &m->heap_rate;
	r->lost = m->lost_heap;
	r->cost = r->on ? source_cost(m, m->cost.heap) : EV_UNKNOWN;
	if (!m->heap_known)
		/* TRANSLATORS: advice to start the program with mmtop --heap */
		str_adds(&r->why, _("launch it with --heap"));
	else if (!r->on)
		source_not_traced(&r->why, m);
	else
		str_adds(&r->why, _("blocks of malloc"));
}

static bool writes_on(const struct process *p)
{
	return p && p->writes.state == WRITES_ON;
}

static void writes_row(struct source_row *r, const struct view *view)
{
	const struct process *p = view_process(view);
	const char *why = p ? writes_why_not_tracked(p) : NULL;
	char n[FMT_MAX], size[FMT_MAX], took[FMT_MAX];

	str_adds(&r->name, "w writes");
	r->on = writes_on(p);
	r->state = r->on ? _("on") : !p || !p->writes.why ? _("off") :
		   _("n/a");
	if (!p || p->writes.state == WRITES_OFF)
		str_addf(&r->why, keyed(_("{track} turns it on (userfaultfd)")));
	else if (why)
		str_adds(&r->why, why);
	else
		/* TRANSLATORS: number of regions, their size, the method, the
		 * time it took */
		str_addf(&r->why,
			 ngettext("%s region, %s, scanned by %s in %s",
				  "%s regions, %s, scanned by %s in %s",
				  (unsigned long)p->writes.regions),
			 fmt_grouped(n, p->writes.regions),
			 fmt_size(size, p->writes.bytes),
			 writes_way_name(p->writes.way),
			 fmt_duration(took, p->writes.scan_ns));
	if (writes_on(p) && p->writes.missed)
		/* TRANSLATORS: pages that were written. */
		str_addf(&r->why,
			 ngettext(", at most %s not seen",
				  ", at most %s not seen",
				  (unsigned long)p->writes.missed),
			 fmt_grouped(n, p->writes.missed));
}

void source_row(struct source_row *r, const struct view *view, long i)
{
	*r = (struct source_row){ .name = STR_INIT, .why = STR_INIT,
				   .cost = EV_UNKNOWN };
	if (i == SRC_MAPS) {
		maps_row(r, view);
	} else if (i == SRC_PTRACE) {
		ptrace_row(r, view->model);
	} else if (i == SRC_PERF) {
		perf_row(r, view->model);
	} else if (i == SRC_RING) {
		source_ring_row(r, view->model);
	} else if (i == SRC_HEAP) {
		heap_row(r, view->model);
	} else if (i == SRC_WRITES) {
		writes_row(r, view);
	} else {
		source_cpu_row(r, &view->model->rings.v[i - SOURCES]);
	}
}

void source_row_release(struct source_row *r)
{
	str_release(&r->name);
	str_release(&r->why);
}

long source_rows(const struct model *m)
{
	/* Unless the trace ring provides the calls, the rings of the CPUs are
	 * empty. */
	return source_traced(m) && model_ring_has_calls(m) ?
	       SOURCES + (long)m->rings.n : SOURCES;
}
