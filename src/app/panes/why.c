/* SPDX-License-Identifier: GPL-3.0-or-later */
/* :why: what has changed the RSS of the process in view. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/panes/heap.h"
#include "app/screen/private.h"
#include "app/panes/why.h"
#include "base/alloc.h"
#include "base/str.h"
#include "ui/words/why.h"

/* What :why tells the growth since; unmarked: since the process was seen. */
struct rss_mark {
	bool marked;
	pid_t pid;
	uint64_t start;
	struct growth growth;
};

static bool has_mark(const struct screen *s, const struct process *p)
{
	return s->why->marked && s->why->pid == p->pid &&
	       s->why->start == p->start &&
	       s->why->growth.generation == p->space.generation;
}

static void why_forget(struct screen *s)
{
	growth_release(&s->why->growth);
	s->why->marked = false;
}

void why_init(struct screen *s)
{
	s->why = xcalloc(1, sizeof *s->why);
}

void why_release(struct screen *s)
{
	why_forget(s);
	free(s->why);
}

static void mark(struct screen *s, const struct process *p,
		 struct growth *now)
{
	why_forget(s);
	s->why->growth = *now;
	*now = (struct growth){ .time_ns = 0 };
	s->why->marked = true;
	s->why->pid = p->pid;
	s->why->start = p->start;
	screen_say(s, SEV_NOTE, _(":why tells from now on what changes since "
				  "here; :why start undoes that."));
}

static void tell(struct screen *s, const struct process *p,
		 const struct growth *now)
{
	bool looked = heap_is_read(s);
	struct str text = STR_INIT;

	why_words(&text, has_mark(s, p) ? &s->why->growth : p->since, now,
		  looked || p->ended ? p->heap : NULL, !s->view.look.utf8);
	screen_say(s, SEV_NOTE, "%s", text.data);
	str_release(&text);
}

void exec_why(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
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
