/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/input/find.h"
#include "app/screen/go.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/input/search.h"
#include "app/command/typed.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/words/error.h"
#include "ui/pane/find.h"
#include "ui/kit/keyed.h"
#include "ui/words/what.h"


/* Appends a word that the user typed, as safe text. */
static void safe_word(struct str *out, const struct screen *s,
		      const char *word)
{
	typed_word(out, word, !s->view.look.utf8);
}

static void say_unmapped(struct screen *s, const struct go *to)
{
	const struct region *r = to->region;
	bool above = r && r->start > to->addr;
	char a[FMT_MAX], b[FMT_MAX], size[FMT_MAX];
	struct str name = STR_INIT;

	fmt_addr(a, to->addr);
	if (!r) {
		screen_say(s, SEV_NOTE, _("Nothing is mapped at %s: the "
					  "process has no memory."), a);
		return;
	}
	region_short(&name, r, !s->view.look.utf8);
	fmt_addr(b, r->start);
	fmt_size(size, above ? r->start - to->addr : to->addr - r->end + 1);
	screen_say(s, SEV_NOTE, above ?
		   _("Nothing is mapped at %s. The nearest region is %s at "
		     "%s, %s above.") :
		   _("Nothing is mapped at %s. The nearest region is %s at "
		     "%s, which ends %s below."), a, name.data, b, size);
	str_release(&name);
}

static void show(struct screen *s, const struct region *r, uint64_t addr,
		 enum pane_id pane)
{
	/* End a running search, which would move the selection again. */
	search_end(s);
	find_select(s, r, addr);
	place_open(s, pane);
}

void go_to(struct screen *s, const char *args, enum pane_id pane)
{
	const struct process *p = view_process(&s->view);
	struct str safe = STR_INIT;
	struct find f;
	struct go to;

	if (!p || !p->space.regions.n) {
		screen_say(s, SEV_NOTE, _("There are no regions."));
		return;
	}
	find_init(&f, &p->space, args, !s->view.look.utf8);
	switch (go_find(&to, &f, find_cursor(s))) {
	case GO_FOUND:
		show(s, to.region, to.addr, pane);
		break;
	case GO_UNMAPPED:
		say_unmapped(s, &to);
		break;
	case GO_NO_NAME:
		safe_word(&safe, s, args);
		screen_say(s, SEV_NOTE, keyed(_("%s is neither an address "
						"nor the name of a region. "
						"{regions} lists them.")),
			   safe.data);
		str_release(&safe);
	}
}

void go_to_region(struct screen *s, uint64_t addr)
{
	const struct process *p = view_process(&s->view);
	const struct region *r = p ? space_find(&p->space, addr) : NULL;
	struct filter *f = view_filter(&s->view, OVER_REGIONS);
	struct pane *regions = &s->panes[PANE_REGIONS];
	bool hidden = false;

	if (!r)
		return;
	/* The region needs a row of its own. */
	if (f) {
		filter_begin(f, s->view.model);
		hidden = !filter_region(f, p, r);
		filter_end(f);
	}
	if (hidden)
		(void)view_unfilter(&s->view, OVER_REGIONS);
	regions->ops->command(regions->state, &s->view, DO_FIND);
	show(s, r, r->start, PANE_REGIONS);
}

void exec_go(const struct command_context *x)
{
	go_to(x->screen, x->args, x->screen->place.focus == PANE_CONTENTS ?
	      PANE_CONTENTS : PANE_PAGES);
}

void exec_family(const struct command_context *x)
{
	if (*x->args)
		go_to(x->screen, x->args, PANE_FAMILY);
	else
		place_toggle(x->screen, PANE_FAMILY);
}

/* Shows the file of the selected region, or of the region that the command
 * names. */
void exec_file(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
	const struct process *p = view_process(&s->view);
	struct find f = { .space = p ? &p->space : NULL, .text = args,
			  .ascii = !s->view.look.utf8 };
	const struct region *r = view_region(&s->view);
	struct go to;

	if (*args) {
		r = NULL;
		if (p && go_find(&to, &f, find_cursor(s)) == GO_FOUND) {
			r = to.region;
			find_select(s, to.region, to.addr);
		}
	}
	if (!r || !r->inode) {
		screen_say(s, SEV_NOTE, r || !*args ?
			   _("The selected region has no file. :file PATH "
			     "selects a file.") :
			   keyed(_("No file of that name is mapped. "
				   "{regions} lists the regions.")));
		return;
	}
	s->view.file = true;
	place_open(s, PANE_PAGES);
}

static void open_process(struct screen *s, const char *args,
			 enum pane_id pane)
{
	uint64_t id;
	const struct process *p = typed_id(&id, args) ?
		model_process_of_task(s->view.model, (pid_t)id) : NULL;
	struct str safe = STR_INIT;

	if (!p) {
		typed_word(&safe, args, !s->view.look.utf8);
		screen_say(s, SEV_NOTE, _("No process or thread %s is "
					  "watched."), safe.data);
		str_release(&safe);
		return;
	}
	s->view.pid = p->pid;
	/* Without a thread, Backtrace shows the held one. */
	s->view.tid = (pid_t)id == p->pid && pane != PANE_BACKTRACE ?
		      0 : (pid_t)id;
	place_open(s, pane);
}

void exec_process(const struct command_context *x)
{
	if (*x->args)
		open_process(x->screen, x->args, x->cmd->id == DO_BACKTRACE ?
			     PANE_BACKTRACE : PANE_PROCESS);
	else
		exec_toggle(x);
}

void exec_regions(const struct command_context *x)
{
	place_go(x->screen, PANE_REGIONS);
	if (*x->args)
		find_begin(x->screen, x->args);
}
