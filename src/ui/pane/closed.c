/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a pane that has no data: in system-wide mode no process is
 * attached, and a session on captures has only contents. */
#include <config.h>

#include "ui/pane/pane.h"

#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

bool pane_closed(const struct pane_ops *ops, const struct model *m)
{
	if (model_captured(m))
		return !ops->of_capture;
	return ops->of_one && model_is_system_wide(m);
}

void pane_draw_closed(const struct view *view, struct canvas *c,
		      const struct pane_ops *ops, bool focused)
{
	struct str s = STR_INIT;

	if (ops->id <= PANE_SOURCES)
		str_addf(&s, "%d ", (int)ops->id + 1);
	str_adds(&s, _(ops->title));
	title_rule(c, &view->look, focused, s.data, "");
	if (model_captured(view->model))
		say_empty(c, keyed(_("Not in captures, which store only "
				     "contents of regions ({regions}).")));
	else
		say_empty(c, keyed(_("System-wide: no process is attached. "
				     "To show this, attach to one with "
				     "{enter} in Processes ({processes}).")));
	str_release(&s);
}
