/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/source_check.h"

#include "app/i18n.h"
#include "app/options.h"
#include "app/warn.h"
#include "base/str.h"
#include "source/ftrace/state.h"
#include "source/perf/state.h"
#include "ui/words/source.h"

/* Returns NULL if perf can be used, and otherwise the reason in words. */
static const char *why_no_perf(struct str *why)
{
	int64_t value;
	int error;
	enum source_why ask = perf_ask(&value, &error);

	if (ask == WHY_NONE || ask == WHY_USER_ONLY)
		return NULL;
	str_clear(why);
	source_why_words(why, ask, value);
	return why->data;
}

bool source_check_ring_faults(const struct options *o)
{
	struct str why = STR_INIT;
	bool tells = o->all && (o->perf == PERF_NO || why_no_perf(&why));

	str_release(&why);
	return tells;
}

/* This check comes early: a user who requested perf should learn at once that
 * it is unavailable. */
bool source_check_perf(const struct options *o)
{
	struct str words = STR_INIT;
	const char *why = why_no_perf(&words);

	if (why)
		warn_user(o->events & 1u << EV_MAP &&
			  !(o->events & 1u << EV_FAULT) ?
			  _("mappings unavailable: %s") :
			  _("page faults unavailable: %s"), why);
	str_release(&words);
	return !why;
}

void source_check_settle(struct options *o)
{
	const uint32_t faults = 1u << EV_FAULT;

	if (o->events_given || o->perf == PERF_YES || !(o->events & faults) ||
	    !source_check_ring_faults(o) || !ring_lacks(faults))
		return;
	if (o->perf != PERF_NO)
		(void)source_check_perf(o);
	o->events &= ~faults;
}

bool source_check_ring(const struct options *o)
{
	struct str why = STR_INIT;
	int64_t value;
	enum source_why ask = ring_ask(&value);
	uint32_t alone = 1u << EV_RSS |
			 (o->perf == PERF_NO || source_check_ring_faults(o) ?
			  1u << EV_FAULT : 0);
	uint32_t lacks = ask == WHY_NONE ? ring_lacks(o->events & alone) : 0;

	if (ask == WHY_ROOT && o->all) {
		warn_user("%s", _("--all needs root: sudo mmtop --all"));
	} else if (ask != WHY_NONE) {
		source_why_words(&why, ask, value);
		warn_user(o->all ? _("cannot watch all processes: %s") :
				   _("cannot use the trace ring: %s"),
			  why.data);
	} else if (lacks) {
		warn_user(_("the trace ring of this kernel does not support "
			    "--events=%s"),
			  lacks & 1u << EV_FAULT ? "fault" : "rss");
	}
	str_release(&why);
	return ask == WHY_NONE && !lacks;
}
