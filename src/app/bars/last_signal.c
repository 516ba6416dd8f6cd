/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/last_signal.h"

#include <string.h>

#include "app/i18n.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "event/names.h"

static bool is_rule(const struct cell *cell)
{
	return !strcmp(cell->text, "─") || !strcmp(cell->text, "━") ||
	       !strcmp(cell->text, "-") || !strcmp(cell->text, "=");
}

/* The longest run of rule cells in a row. */
static int free_run(const struct canvas *c, int row, int *start)
{
	int best = 0, run = 0;

	for (int col = 0; col < c->cols; col++) {
		run = is_rule(canvas_at(c, row, col)) ? run + 1 : 0;
		if (run <= best)
			continue;
		best = run;
		*start = col - run + 1;
	}
	return best;
}

void last_signal_draw(const struct view *view, struct canvas *c, int row)
{
	const struct model *m = view->model;
	const struct signal_row *s = model_signal(m, m->signals_last);
	char name[16], when[FMT_MAX];
	struct str text = STR_INIT;
	int start = 0;

	if (!m->signals_last || !s)
		return;
	signal_name(s->signal.signal, name);
	/* TRANSLATORS: 4 is the key that opens the Signals pane; then the
	 * signal's name, its thread, the time. */
	str_addf(&text, _(" 4 %s to %d at %s "), name, (int)s->tid,
		 fmt_time(when, s->time_ns));
	int width = text_width(text.data);
	int run = free_run(c, row, &start);
	/* A rule cell on either side keeps it a rule. */
	if (run >= width + 2)
		canvas_puts(c, row, start + run - width - 1, STYLE_TITLE,
			    text.data);
	str_release(&text);
}
