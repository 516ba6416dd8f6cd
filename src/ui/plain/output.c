/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane 7 Output: the program's terminal, cell by cell.
 *
 * The text of the cells comes from the target: each code point is checked
 * before it is drawn, and no text is drawn wider than its cell.
 */
#include <config.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/kit/widgets.h"

static void *output_new(void)
{
	return xcalloc(1, 1);
}

static void output_free(void *state)
{
	free(state);
}

static void add_utf8(struct str *out, uint32_t uc)
{
	if (uc < 0x80) {
		str_addc(out, (char)uc);
	} else if (uc < 0x800) {
		str_addc(out, (char)(0xc0 | uc >> 6));
		str_addc(out, (char)(0x80 | (uc & 0x3f)));
	} else if (uc < 0x10000) {
		str_addc(out, (char)(0xe0 | uc >> 12));
		str_addc(out, (char)(0x80 | (uc >> 6 & 0x3f)));
		str_addc(out, (char)(0x80 | (uc & 0x3f)));
	} else {
		str_addc(out, (char)(0xf0 | uc >> 18));
		str_addc(out, (char)(0x80 | (uc >> 12 & 0x3f)));
		str_addc(out, (char)(0x80 | (uc >> 6 & 0x3f)));
		str_addc(out, (char)(0x80 | (uc & 0x3f)));
	}
}

/* Puts the text of a cell into `out`.  Returns its width, 1 or 2 columns. */
static int cell_text(struct str *out, const struct output_cell *cell,
		     int room, bool ascii)
{
	uint32_t uc = cell->chars[0];
	int width;

	str_clear(out);
	if (!uc || uc == ' ') {
		str_addc(out, ' ');
		return 1;
	}
	width = uc > 0x10ffff || (uc >= 0xd800 && uc < 0xe000) ? -1 :
		text_cell_width(uc);
	if (width < 1 || width > room || (ascii && uc >= 0x80)) {
		str_addc(out, '?');
		return 1;
	}
	add_utf8(out, uc);
	for (int i = 1; i < 3 && cell->chars[i]; i++)
		if (cell->chars[i] <= 0x10ffff &&
		    text_cell_width(cell->chars[i]) == 0)
			add_utf8(out, cell->chars[i]);
	return width;
}

static style cell_style(const struct view *view, const struct output_cell *cell)
{
	int fg = cell->fg, bg = cell->bg;
	unsigned attrs = cell->attrs &
			 (OUT_BOLD | OUT_UNDERLINE | OUT_REVERSE);

	if (fg < -1 || fg > 255 || !view->look.colors)
		fg = -1;
	if (bg < -1 || bg > 255 || !view->look.colors)
		bg = -1;
	return STYLE_RAW(fg, bg, attrs);
}

/* Returns the first of n rows or columns to show in `room` so that `at` is in
 * view. */
static unsigned offset(unsigned n, unsigned at, int room)
{
	if (room < 1 || n <= (unsigned)room || at < (unsigned)room)
		return 0;
	return at - (unsigned)room + 1;
}

static void draw_grid(const struct view *view, struct canvas *c)
{
	const struct output *o = &view->model->output;
	int rows = c->clip.rows - 1, cols = c->clip.cols;
	unsigned top = offset(o->rows, o->cursor_row, rows);
	unsigned left = offset(o->cols, o->cursor_col, cols);
	struct str s = STR_INIT;

	for (int y = 0; y < rows && top + (unsigned)y < o->rows; y++) {
		const struct output_cell *line =
			&o->cells[(size_t)(top + (unsigned)y) * o->cols];
		unsigned seen = o->cols - left;

		canvas_hot(c, 1 + y, 0,
			   seen < (unsigned)cols ? (int)seen : cols,
			   (struct hot){ .kind = HOT_CELLS, .value = left,
					 .more = top + (unsigned)y });

		for (int x = 0; x < cols && left + (unsigned)x < o->cols;) {
			const struct output_cell *cell =
				&line[left + (unsigned)x];
			int room = cols - x < (int)cell->width ? cols - x :
				   (int)cell->width;
			int width = cell_text(&s, cell, room > 1 ? 2 : 1,
					      !view->look.utf8);

			canvas_puts(c, 1 + y, x, cell_style(view, cell),
				    s.data);
			/* If the text of a wide cell is drawn narrow, it still
			 * takes both columns. */
			if (width < room)
				canvas_puts(c, 1 + y, x + 1,
					    cell_style(view, cell), " ");
			x += room > 1 ? room : 1;
		}
	}
	if (view->typing && o->cursor_shown)
		canvas_cursor(c, 1 + (int)(o->cursor_row - top),
			      (int)(o->cursor_col - left), true);
	str_release(&s);
}

static void draw_title(const struct view *view, struct canvas *c, bool focused)
{
	const struct output *o = &view->model->output;
	struct str left = STR_INIT;

	str_adds(&left, _("7 Output"));
	if (o->rows)
		str_addf(&left, "  %ux%u", o->cols, o->rows);
	title_rule(c, &view->look, focused, left.data,
		   view->typing ? _("TYPING  Ctrl-] returns") : "");
	if (view->typing)
		canvas_restyle(c, 0, 0, c->clip.cols, STYLE_ST_TYPING);
	str_release(&left);
}

static void output_draw(void *state, struct view *view, struct canvas *c,
			bool focused)
{
	const struct model *m = view->model;
	struct str s = STR_INIT;

	(void)state;
	view->output_ns = m->output.changed_ns;
	draw_title(view, c, focused);
	if (m->output.rows && m->output.cells) {
		draw_grid(view, c);
		return;
	}
	if (m->status_ns && !m->status.origin)
		str_addf(&s, _("mmtop attached to %d and did not start it: "
			       "its output is not redirected."),
			 (int)m->status.main_pid);
	else
		str_adds(&s, _("No output so far."));
	say_empty(c, s.data);
	str_release(&s);
}

static unsigned output_command(void *state, struct view *view, enum cmd cmd)
{
	(void)state;
	(void)view;
	(void)cmd;
	return 0;
}

static const enum cmd output_bar_cmds[] = { DO_TYPE, DO_NONE };

static const struct term output_part_list[] = {
	{ N_("abc"),
	  N_("What the program writes to its terminal, in its own "
	     "colours."), .st = STYLE_TEXT },
};
static const struct terms_part output_part =
	TERMS_PART(N_("OUTPUT"), output_part_list);

static const struct terms_part *const terms[] = {
	&output_part, &terms_common, NULL,
};

const struct pane_ops output_pane = {
	.id = PANE_OUTPUT,
	.name = "output",
	.title = N_("Output"),
	.terms = terms,
	.of_one = true,
	.new_state = output_new,
	.free_state = output_free,
	.draw = output_draw,
	.full_cols = 1000,
	.command = output_command,
	.bar = output_bar_cmds,
};
