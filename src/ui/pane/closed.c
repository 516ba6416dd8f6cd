/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a pane that has nothing to show: where all processes are watched
 * and none is attached to, and where there is only what was captured. */
#include <config.h>

#include "ui/pane/pane.h"

#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

const char *pane_title(enum pane_id id)
{
	static const char *const titles[PANES] = {
		[PANE_REGIONS] = N_("Regions"), [PANE_PAGES] = N_("Pages"),
		[PANE_CALLS] = N_("Calls"), [PANE_SIGNALS] = N_("Signals"),
		[PANE_PROCESSES] = N_("Processes"),
		[PANE_SYSTEM] = N_("System"), [PANE_OUTPUT] = N_("Output"),
		[PANE_HEAP] = N_("Heap"), [PANE_SOURCES] = N_("Sources"),
		[PANE_PROCESS] = N_("Process"), [PANE_FAMILY] = N_("Family"),
		[PANE_BACKTRACE] = N_("Backtrace"),
		[PANE_CONTENTS] = N_("Contents"),
		[PANE_MESSAGES] = N_("Messages"),
		[PANE_HELP] = N_("Help"), [PANE_SETUP] = N_("Setup"),
		[PANE_PICKER] = N_("Pick"),
	};

	return (unsigned)id < PANES ? _(titles[id]) : "";
}

bool pane_closed(const struct pane_ops *ops, const struct model *m)
{
	static const unsigned captured = 1u << PANE_REGIONS |
		1u << PANE_PROCESSES | 1u << PANE_CONTENTS |
		1u << PANE_MESSAGES | 1u << PANE_HELP | 1u << PANE_SETUP;

	if (model_captured(m))
		return !(captured & 1u << ops->id);
	return ops->of_one && model_everybody(m);
}

void pane_draw_closed(const struct view *view, struct canvas *c,
		      enum pane_id id, bool focused)
{
	struct str s = STR_INIT;

	if (id <= PANE_SOURCES)
		str_addf(&s, "%d ", (int)id + 1);
	str_adds(&s, pane_title(id));
	title_rule(c, &view->look, focused, s.data, "");
	if (model_captured(view->model))
		say_empty(c, keyed(_("A capture has the contents of regions, "
				     "and not this. {regions} lists them.")));
	else
		say_empty(c, keyed(_("All processes are watched, and none closely. "
			     "{enter} in Processes ({processes}) attaches to one: "
			     "then this is shown of it.")));
	str_release(&s);
}
