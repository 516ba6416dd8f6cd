/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/bars/last_signal.h"

#include <string.h>

#include "app/i18n.h"
#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/plain/output_lines.h"

/* Numbers of columns: of the shortest line of output, and of one that needs no
 * more room. */
enum { LINE_LEAST = 3, LINE_GOOD = 12 };

static bool is_rule(const struct cell *cell)
{
	return !strcmp(cell->text, "─") || !strcmp(cell->text, "━") ||
	       !strcmp(cell->text, "-") || !strcmp(cell->text, "=");
}

/* Finds the longest free part of the title rule in a row.  Returns its length,
 * and its first column in *start. */
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

/* Appends the last signal; nothing if there was none. */
static void add_signal(struct str *out, const struct model *m)
{
	const struct signal_row *s = model_signal(m, m->signals_last);
	char name[16], when[FMT_MAX];

	if (!m->signals_last || !s)
		return;
	signal_name(s->signal.signal, name);
	/* TRANSLATORS: 4 is the key that opens the Signals pane; then follow
	 * the signal's name, its thread and the time. */
	str_addf(out, _(" 4 %s to %d at %s "), name, (int)s->tid,
		 fmt_time(when, s->time_ns));
}

void last_signal_draw(const struct view *view, struct canvas *c, int row)
{
	struct str text = STR_INIT;
	int start = 0, width, run = free_run(c, row, &start);

	add_signal(&text, view->model);
	width = text.len ? text_width(text.data) : 0;
	/* At least one cell of the rule remains on each side of the text. */
	if (width && run >= width + 2)
		canvas_puts(c, row, start + run - width - 1, STYLE_TITLE,
			    text.data);
	str_release(&text);
}

/* Number of columns for the line of output: the newer of output and signal has
 * precedence. */
static int output_room(const struct model *m, int run, bool signal)
{
	const struct signal_row *s = model_signal(m, m->signals_last);
	struct str text = STR_INIT;
	int cols;

	if (signal)
		add_signal(&text, m);
	cols = text.len ? text_width(text.data) + 2 : 0;
	if (cols && (run >= cols + LINE_GOOD ||
		     s->time_ns > m->output.changed_ns))
		run -= cols;
	str_release(&text);
	return run - 3;
}

void last_output_draw(const struct view *view, struct canvas *c, int row,
		      bool signal)
{
	const struct model *m = view->model;
	bool waits = output_waits(m);
	/* TRANSLATORS: 7 is the key that opens the Output pane, T the key that
	 * sends keys to a program that waits for input.  The program's last
	 * line of output follows. */
	const char *label = waits ? _(" T Type: ") : _(" 7 Output: ");
	struct str line = STR_INIT, text = STR_INIT;
	int start = 0, room = output_room(m, free_run(c, row, &start), signal);

	if (room - text_width(label) < LINE_GOOD && !waits)
		label = " 7 ";
	room -= text_width(label);
	if (m->output.changed_ns > view->output_ns && room >= LINE_LEAST &&
	    output_last_line(&line, &m->output, room, !view->look.utf8)) {
		str_addf(&text, "%s%s ", label, line.data);
		canvas_puts(c, row, start + 1, STYLE_TITLE, text.data);
	}
	str_release(&text);
	str_release(&line);
}
