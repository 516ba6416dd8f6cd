/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Process view, opened with `p`: all values of one process or thread. */
#include <config.h>

#include "ui/pane/pane.h"

#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/terms.h"
#include "ui/process/lines.h"
#include "ui/process/text.h"
#include "ui/kit/widgets.h"

static void draw_title(const struct view *view, struct canvas *c, bool focused,
		       const struct process *p)
{
	const struct task *t =
		p && view->tid ? process_task(p, view->tid) : NULL;
	struct str s = STR_INIT;
	const char *comm;

	if (p && view->tid && view->tid != p->pid) {
		comm = t ? t->comm : "";
		str_addf(&s, "%s  %d ", _("Thread"), (int)view->tid);
		text_safe(&s, comm, strlen(comm), !view->look.utf8);
	} else {
		str_adds(&s, _("Process"));
		if (p) {
			str_addf(&s, "  %d ", (int)p->pid);
			text_safe(&s, p->comm, strlen(p->comm),
				  !view->look.utf8);
		}
	}
	title_rule(c, &view->look, focused, s.data, _("Esc closes"));
	str_release(&s);
}

static void process_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	const struct process *p = view_process(view);

	draw_title(view, c, focused, p);
	process_text_draw(state, view, c, p, process_lines_make);
}

static const enum cmd process_bar[] = { DO_CGROUP, DO_BACK, DO_NONE };

static const struct term facts_part_list[] = {
	{ N_("Virtual"), N_("Size of all mapped addresses."), .st = STYLE_KEY },
	{ N_("Resident"), N_("Memory in RAM now; peak: its maximum."),
	  .st = STYLE_KEY },
	{ N_("anon"), N_("Resident memory that no file backs."),
	  .st = STYLE_KEY },
	{ N_("file"), N_("Resident pages of files."), .st = STYLE_KEY },
	{ N_("shmem"), N_("Resident shared memory."), .st = STYLE_KEY },
	{ N_("PSS"),
	  N_("Resident memory, with each shared page divided by "
	     "the number of its users."), .st = STYLE_KEY },
	{ N_("Swap"), N_("Memory of the process that is in swap."),
	  .st = STYLE_KEY },
	{ N_("Hugetlb"), N_("Reserved huge pages that the process uses."),
	  .st = STYLE_KEY },
	{ N_("Of virtual"),
	  N_("data: writable private memory; text: code; locked: "
	     "cannot be swapped."), .st = STYLE_KEY },
	{ N_("Faults"),
	  N_("Page faults: minor without, major with a read from "
	     "disk."), .st = STYLE_KEY },
	{ N_("Cgroup"),
	  N_("Used memory of its control group, and the limit of "
	     "the group."), .st = STYLE_KEY },
	{ N_("Its stack"), N_("Stack of the main or the selected thread."),
	  .st = STYLE_KEY },
	{ N_("Mem. calls"),
	  N_("Memory calls that mmtop saw: mmap, brk, madvise and "
	     "so on."), .st = STYLE_KEY },
};
static const struct terms_part facts_part =
	TERMS_PART(N_("LINES"), facts_part_list);

static const struct terms_part *const terms[] = {
	&facts_part, &terms_common, NULL,
};

const struct pane_ops process_pane = {
	.id = PANE_PROCESS,
	.name = "process",
	.title = N_("Process"),
	.terms = terms,
	.of_one = true,
	.new_state = process_text_new,
	.free_state = process_text_free,
	.draw = process_draw,
	.command = process_text_command,
	.scroll = process_text_scroll,
	.bar = process_bar,
};
