/* SPDX-License-Identifier: GPL-3.0-or-later */
/* :why: what has changed the RSS of the process in view. */
#include <config.h>

#include <string.h>

#include "app/i18n.h"
#include "app/screen_private.h"
#include "base/str.h"
#include "ui/words/why.h"

static bool has_mark(const struct screen *s, const struct process *p)
{
	return s->why.marked && s->why.pid == p->pid &&
	       s->why.start == p->start &&
	       s->why.mark.generation == p->space.generation;
}

void why_forget(struct screen *s)
{
	growth_release(&s->why.mark);
	s->why.marked = false;
}

static void mark(struct screen *s, const struct process *p,
		 struct growth *now)
{
	why_forget(s);
	s->why.mark = *now;
	*now = (struct growth){ .time_ns = 0 };
	s->why.marked = true;
	s->why.pid = p->pid;
	s->why.start = p->start;
	screen_say(s, SEV_NOTE, _(":why tells from now on what changes since "
				  "here; :why start undoes that."));
}

static void tell(struct screen *s, const struct process *p,
		 const struct growth *now)
{
	bool looked = s->heap_looking && layout_find(&s->layout, PANE_HEAP);
	struct str text = STR_INIT;

	why_words(&text, has_mark(s, p) ? &s->why.mark : p->since, now,
		  looked || p->ended ? p->heap : NULL, !s->view.look.utf8);
	screen_say(s, SEV_NOTE, "%s", text.data);
	str_release(&text);
}

void why_command(struct screen *s, const char *args)
{
	const struct process *p = view_process(&s->view);
	struct growth now = { .time_ns = 0 };

	if (*args && strcmp(args, "mark") && strcmp(args, "start")) {
		screen_say(s, SEV_NOTE, _("%s takes mark or start."), ":why");
		return;
	}
	if (!strcmp(args, "start"))
		why_forget(s);
	if (!p || !growth_take(&now, p, p->ended ? p->ended_ns :
			       s->model->now_ns) || !p->since)
		screen_say(s, SEV_NOTE, _("What is resident is not known yet."));
	else if (!strcmp(args, "mark"))
		mark(s, p, &now);
	else
		tell(s, p, &now);
	growth_release(&now);
}
