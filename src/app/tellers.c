/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/tellers.h"

#include "app/i18n.h"
#include "app/options.h"
#include "app/warn.h"
#include "base/str.h"
#include "source/ftrace/state.h"
#include "source/perf/state.h"
#include "ui/words/source.h"

/* NULL: it may be used. */
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

bool tellers_ring_faults(const struct options *o)
{
	struct str why = STR_INIT;
	bool tells = o->all && (o->perf == PERF_NO || why_no_perf(&why));

	str_release(&why);
	return tells;
}

/* It was asked for by name: then it is said at once that there is none. */
bool tellers_perf(const struct options *o)
{
	struct str words = STR_INIT;
	const char *why = why_no_perf(&words);

	if (why)
		warn_user(o->events & 1u << EV_MAP &&
			  !(o->events & 1u << EV_FAULT) ?
			  _("what is mapped cannot be told of: %s") :
			  _("page faults cannot be told of: %s"), why);
	str_release(&words);
	return !why;
}

void tellers_settle(struct options *o)
{
	const uint32_t faults = 1u << EV_FAULT;

	if (o->events_given || o->perf == PERF_YES || !(o->events & faults) ||
	    !tellers_ring_faults(o) || !ring_lacks(faults))
		return;
	if (o->perf != PERF_NO)
		(void)tellers_perf(o);
	o->events &= ~faults;
}

bool tellers_ring(const struct options *o)
{
	struct str why = STR_INIT;
	int64_t value;
	enum source_why ask = ring_ask(&value);
	uint32_t alone = 1u << EV_RSS |
			 (o->perf == PERF_NO || tellers_ring_faults(o) ?
			  1u << EV_FAULT : 0);
	uint32_t lacks = ask == WHY_NONE ? ring_lacks(o->events & alone) : 0;

	if (ask == WHY_ROOT && o->all) {
		warn_user("%s", _("--all needs root: sudo mmtop --all"));
	} else if (ask != WHY_NONE) {
		source_why_words(&why, ask, value);
		warn_user(o->all ? _("not all processes can be watched: %s") :
				   _("the trace ring cannot be used: %s"),
			  why.data);
	} else if (lacks) {
		warn_user(_("this kernel's trace ring has nothing for "
			    "--events=%s"),
			  lacks & 1u << EV_FAULT ? "fault" : "rss");
	}
	str_release(&why);
	return ask == WHY_NONE && !lacks;
}
