/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/signals/lines.h"

#include <inttypes.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/signal.h"

/* Draws the letters of the event sources at the end of the line; returns the
 * column where they start. */
static int put_tail(const struct signals_view *v, int row,
		    const struct signal_row *s)
{
	int end = v->c->clip.cols;

	return v->tellers ? put_sources(v->c, row, end, STYLE_DIM, s->source,
					s->also) : end;
}

static const struct signals_view *view_of(const struct table_cell *x)
{
	return x->arg;
}

static const struct signal_row *row_of(const struct table_cell *x)
{
	return x->of;
}

/* Draws the last column, which ends where the letters of the event sources
 * start. */
static void last_cell(const struct table_cell *x, const char *text)
{
	struct table_cell whole = *x;

	whole.cols = put_tail(view_of(x), x->row, row_of(x)) - x->col;
	cell_cut(&whole, STYLE_TEXT, text);
}

/* Draws the time.  In FORM_FULL the head of the column is above the digits, and
 * the time may extend to the left of the head. */
static void time_cell(const struct table_cell *x)
{
	bool full = view_of(x)->form == FORM_FULL;
	char buf[FMT_MAX];

	canvas_rfield(x->c, x->row, 0, x->col + x->cols, STYLE_DIM,
		      full ? fmt_when(buf, row_of(x)->time_ns) :
			     fmt_time(buf, row_of(x)->time_ns));
}

static void to_cell(const struct table_cell *x)
{
	canvas_printf(x->c, x->row, x->col, STYLE_TEXT, "%d",
		      (int)row_of(x)->tid);
}

static style signal_style(const struct signal_row *s)
{
	if (s->signal.action == SIGNAL_HELD)
		return STYLE_FL_CHG;
	return s->signal.has_addr ? STYLE_WARN : STYLE_TEXT;
}

static void what_happened(struct str *out, const struct signal_row *s)
{
	signal_child(out, s);
	if (out->len)
		str_adds(out, "; ");
	str_adds(out, signal_action_words(s));
}

static void signal_cell(const struct table_cell *x)
{
	char name[16];

	cell_cut(x, signal_style(row_of(x)),
		 signal_name(row_of(x)->signal.signal, name));
}

static void code_cell(const struct table_cell *x)
{
	struct str code = STR_INIT;

	signal_code(&code, row_of(x));
	cell_cut(x, STYLE_TEXT, code.data);
	str_release(&code);
}

static void sender_cell(const struct table_cell *x)
{
	struct str sender = STR_INIT;

	signal_sender(&sender, x->look, row_of(x));
	cell_cut(x, STYLE_TEXT, sender.data);
	str_release(&sender);
}

static void happened_cell(const struct table_cell *x)
{
	struct str what = STR_INIT;

	what_happened(&what, row_of(x));
	last_cell(x, what.data);
	str_release(&what);
}

static void action_cell(const struct table_cell *x)
{
	last_cell(x, signal_action_words(row_of(x)));
}

/* Narrow forms have the code, the sender and the child in one cell. */
static void line_cell(const struct table_cell *x)
{
	bool brief = view_of(x)->form == FORM_SHORT;
	const struct signal_row *s = row_of(x);
	bool from = s->signal.sender > 0 && !s->signal.has_addr;
	struct str f = STR_INIT;

	if (!brief) {
		signal_code(&f, s);
		str_addc(&f, ' ');
	}
	if (from)
		/* TRANSLATORS: before the sender of a signal */
		str_adds(&f, _("from "));
	if (from && brief)
		str_addf(&f, "%" PRId64, s->signal.sender);
	else
		signal_sender(&f, x->look, s);
	str_addc(&f, ' ');
	signal_child(&f, s);
	if (brief && s->signal.action != SIGNAL_DELIVERED)
		str_adds(&f, signal_action_words(s));
	if (brief)
		last_cell(x, f.data);
	else
		cell_cut(x, STYLE_TEXT, f.data);
	str_release(&f);
}

enum { TIME, TO, SIGNAL, COLUMNS = 6 };

/* All forms start with the same two columns; from the third on they differ. */
static const struct table_column forms[][COLUMNS] = {
	[FORM_SHORT] = {
		[TIME] = { "", NULL, 0, true, 0, time_cell, .cols = 7 },
		[TO] = { "", NULL, 1, false, 0, to_cell, .cols = 4 },
		[SIGNAL] = { "", NULL, 2, false, 0, signal_cell, .cols = 9 },
		{ "", NULL, 0, false, 0, line_cell, .cols = 0 },
	},
	[FORM_CODE] = {
		[TIME] = { "", NULL, 0, true, 0, time_cell, .cols = 8 },
		[TO] = { "", NULL, 1, false, 0, to_cell, .cols = 4 },
		[SIGNAL] = { "", NULL, 2, false, 0, signal_cell, .cols = 9 },
		{ "", NULL, 0, false, 0, line_cell, .cols = 38 },
		{ "", NULL, 0, false, 0, action_cell, .cols = 0 },
	},
	[FORM_FULL] = {
		[TIME] = { N_("TIME"),
			N_("Time since mmtop started."),
			2, false, 0, time_cell, .cols = 6, .bare = true },
		/* TRANSLATORS: the receiver of a signal; 2 columns */
		[TO] = { N_("TO"),
			N_("Process or thread that received the signal."),
			2, true, 0, to_cell, .cols = 4 },
		[SIGNAL] = { N_("SIGNAL"),
			N_("Name of the signal."),
			2, false, 0, signal_cell, .cols = 9, .bare = true },
		{ N_("CODE"),
			N_("Its si_code, such as SI_USER (kill) or "
			   "SEGV_MAPERR (no region there)."),
			1, false, 0, code_cell, .cols = 11, .bare = true },
		{ N_("SENDER"),
			N_("Process that sent it, or the address of the "
			   "fault."),
			1, false, 0, sender_cell, .cols = 18, .bare = true },
		{ N_("WHAT HAPPENED"),
			N_("What caused it, and whether the program received "
			   "it."),
			1, false, 0, happened_cell, .cols = 0, .bare = true },
	},
};

const struct terms_part signals_columns_part = {
	N_("COLUMNS"), forms[FORM_FULL], NULL, COLUMNS,
};

static size_t place_columns(const struct signals_view *v,
			    struct table_place at[COLUMNS])
{
	const struct table_column *columns = forms[v->form];
	int col, width = v->c->clip.cols;
	size_t n = COLUMNS;

	while (!columns[n - 1].cell)
		n--;
	table_fit(at, columns, SIGNAL, 0, width);
	/* If a task ID has more than four digits, the columns after it move
	 * right. */
	at[TO].cols += v->shift;
	col = at[TO].col + at[TO].cols;
	table_fit(at + SIGNAL, columns + SIGNAL, n - SIGNAL, col, width);
	for (size_t i = SIGNAL; i < n; i++)
		if (at[i].cols > width - at[i].col)
			at[i].cols = width - at[i].col;
	return n;
}

int signals_keep(const struct signals_view *v)
{
	struct table_place at[COLUMNS];

	place_columns(v, at);
	return at[SIGNAL].col;
}

void signals_draw_row(const struct signals_view *v, int row,
		      const struct signal_row *s)
{
	struct table_place at[COLUMNS];
	size_t n = place_columns(v, at);

	table_cells(&(struct table_cell){
		.c = v->c, .row = row, .look = &v->view->look, .arg = v,
		.of = s,
	}, forms[v->form], at, n);
}

void signals_draw_header(const struct signals_view *v)
{
	struct table_place at[COLUMNS];

	table_heads(v->c, 1, forms[v->form], at, place_columns(v, at));
}
