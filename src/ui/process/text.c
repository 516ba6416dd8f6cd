/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/process/text.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/widgets.h"

struct process_text {
	struct process_lines lines;
	long top, height;
};

void *process_text_new(void)
{
	return xcalloc(1, sizeof(struct process_text));
}

void process_text_free(void *state)
{
	struct process_text *st = state;

	if (!st)
		return;
	process_lines_release(&st->lines);
	free(st);
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
		canvas_puts(c, row, col, line->st, s.data);
	}
	str_release(&s);
}

void process_text_draw(void *state, struct view *view, struct canvas *c,
		       const struct process *p, process_lines_fn *make)
{
	struct process_text *st = state;
	long most;

	if (!p) {
		canvas_field(c, 1, 1, c->clip.cols - 1, STYLE_DIM,
			     _("No process yet."));
		return;
	}
	make(&st->lines, view, p, c->clip.cols);
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

long *process_text_scroll(void *state)
{
	return &((struct process_text *)state)->top;
}

unsigned process_text_command(void *state, struct view *view, enum cmd cmd)
{
	struct process_text *st = state;

	(void)view;
	return text_move(&st->top, cmd, (long)st->lines.n, st->height) ?
	       CMD_TAKEN | CMD_REDRAW : 0;
}
