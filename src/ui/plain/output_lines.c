/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/plain/output_lines.h"

#include <string.h>
#include <unistr.h>

#include "base/text.h"

/* Maximum number of rows of the screen that a wrapped line fills. */
#define WRAPPED_MAX 8u

/* A program that writes nothing for this long may wait for input. */
#define QUIET_NS 1000000000ull

static const struct output_cell *row_of(const struct output *o, unsigned row)
{
	return o->cells + (size_t)row * o->cols;
}

static bool is_blank(const struct output_cell *cell)
{
	return !cell->chars[0] || cell->chars[0] == ' ';
}

static void add_cell(struct str *out, const struct output_cell *cell,
		     bool ascii)
{
	uint8_t utf8[6];

	if (!cell->chars[0]) {
		str_addc(out, ' ');
		return;
	}
	for (int i = 0; i < 3 && cell->chars[i]; i++) {
		int n = u8_uctomb(utf8, cell->chars[i], sizeof utf8);
		if (n > 0)
			text_safe(out, utf8, (size_t)n, ascii);
	}
}

/* Number of columns of a row up to its last character. */
static unsigned used_cols(const struct output *o, unsigned row)
{
	const struct output_cell *cells = row_of(o, row);
	unsigned n = o->cols;

	while (n && is_blank(&cells[n - 1]) && cells[n - 1].width)
		n--;
	return n;
}

void output_line(struct str *out, const struct output *o, unsigned row,
		 bool ascii)
{
	const struct output_cell *cells = row_of(o, row);
	unsigned n = used_cols(o, row);

	for (unsigned col = 0; col < n; col++)
		if (cells[col].width)
			add_cell(out, &cells[col], ascii);
}

int output_last(const struct output *o)
{
	int row = (int)o->rows - 1;

	while (row >= 0 && !used_cols(o, (unsigned)row))
		row--;
	return row;
}

unsigned output_first(const struct output *o, unsigned row)
{
	unsigned last = row;

	while (row && last - row < WRAPPED_MAX &&
	       used_cols(o, row - 1) == o->cols)
		row--;
	/* More full rows than a line of text has: a drawn screen. */
	return last - row < WRAPPED_MAX ? row : last;
}

bool output_last_line(struct str *out, const struct output *o, int cols,
		      bool ascii)
{
	struct str line = STR_INIT;
	int last = output_last(o);

	if (last < 0)
		return false;
	for (unsigned row = output_first(o, (unsigned)last);
	     row <= (unsigned)last; row++)
		output_line(&line, o, row, ascii);
	text_cut(out, line.data + strspn(line.data, " "), cols, CUT_END, ascii);
	str_release(&line);
	return true;
}

static bool has_prompt(const struct output *o)
{
	unsigned n = o->rows ? used_cols(o, o->cursor_row) : 0;

	return o->cursor_shown && n && n <= o->cursor_col &&
	       output_last(o) == (int)o->cursor_row;
}

static bool any_runs(const struct model *m)
{
	for (size_t i = 0; i < m->processes.n; i++) {
		const struct process *p = m->processes.v[i];

		for (size_t k = 0; k < p->tasks.n && !p->ended; k++)
			if (p->tasks.v[k].state == 'R')
				return true;
	}
	return false;
}

bool output_waits(const struct model *m)
{
	return m->status.state == TARGET_RUN && has_prompt(&m->output) &&
	       m->now_ns >= m->output.changed_ns + QUIET_NS && !any_runs(m);
}
