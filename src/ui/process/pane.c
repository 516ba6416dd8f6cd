/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Process view of `p`: all figures of one process or thread. */
#include <config.h>

#include "ui/pane/pane.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/process/lines.h"
#include "ui/kit/widgets.h"

struct process_state {
	struct process_lines lines;
	long top, height;
};

static void *process_new(void)
{
	return xcalloc(1, sizeof(struct process_state));
}

static void process_free(void *state)
{
	struct process_state *st = state;

	if (!st)
		return;
	process_lines_release(&st->lines);
	free(st);
}

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

static void draw_line(const struct view *view, struct canvas *c, int row,
		      const struct process_line *line)
{
	int cols = c->clip.cols, col = PROCESS_LABEL + 2;
	struct str s = STR_INIT;

	if (line->rule) {
		canvas_fill(c, row, 0, cols, STYLE_TITLE,
			    view->look.utf8 ? "─" : "-");
		text_cut(&s, line->text, cols > 4 ? cols - 4 : 0, CUT_END,
			 !view->look.utf8);
		canvas_printf(c, row, 1, STYLE_TITLE, " %s ", s.data);
	} else {
		canvas_field(c, row, 1, PROCESS_LABEL, STYLE_DIM, line->label);
		text_cut(&s, line->text, cols > col ? cols - col : 0, CUT_END,
			 !view->look.utf8);
		canvas_puts(c, row, col, STYLE_TEXT, s.data);
	}
	str_release(&s);
}

static void process_draw(void *state, struct view *view, struct canvas *c,
			 bool focused)
{
	struct process_state *st = state;
	const struct process *p = view_process(view);
	long most;

	draw_title(view, c, focused, p);
	if (!p) {
		canvas_field(c, 1, 1, c->clip.cols - 1, STYLE_DIM,
			     _("No process yet."));
		return;
	}
	process_lines_make(&st->lines, view, p, c->clip.cols);
	st->height = c->clip.rows - 1;
	most = (long)st->lines.n - st->height;
	if (st->top > most)
		st->top = most;
	if (st->top < 0)
		st->top = 0;
	for (long i = 0; i < st->height && st->top + i < (long)st->lines.n;
	     i++)
		draw_line(view, c, 1 + (int)i, &st->lines.v[st->top + i]);
}

static unsigned process_command(void *state, struct view *view, enum cmd cmd)
{
	struct process_state *st = state;

	(void)view;
	return text_move(&st->top, cmd, (long)st->lines.n, st->height) ?
	       CMD_TAKEN | CMD_REDRAW : 0;
}

static const enum cmd process_bar[] = { DO_BACK, DO_NONE };

const struct pane_ops process_pane = {
	.id = PANE_PROCESS,
	.name = "process",
	.of_one = true,
	.new_state = process_new,
	.free_state = process_free,
	.draw = process_draw,
	.command = process_command,
	.bar = process_bar,
};
