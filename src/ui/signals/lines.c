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

/* The columns of the line that are left by who told it. */
static int put_tail(const struct signals_view *v, int row,
		    const struct signal_row *s)
{
	int end = v->c->clip.cols;

	return v->tellers ? put_tellers(v->c, row, end, STYLE_DIM, s->source,
					s->also) : end;
}

/* A field of its columns, cut at its end, one blank kept after it. */
static void put_field(const struct signals_view *v, int row, int col, int cols,
		      style st, const char *s)
{
	struct str cut = STR_INIT;

	if (col + cols > v->c->clip.cols)
		cols = v->c->clip.cols - col;
	text_cut(&cut, s, cols, CUT_END, !v->view->look.utf8);
	canvas_field(v->c, row, col, cols, st, cut.data);
	str_release(&cut);
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

void signals_draw_full(const struct signals_view *v, int row,
		      const struct signal_row *s)
{
	struct str f = STR_INIT;
	char buf[FMT_MAX], name[16];
	int col = 16 + v->shift, end = put_tail(v, row, s);

	canvas_rfield(v->c, row, 0, 8, STYLE_DIM, fmt_when(buf, s->time_ns));
	canvas_printf(v->c, row, 10, STYLE_TEXT, "%d", (int)s->tid);
	put_field(v, row, col, 9, signal_style(s),
		  signal_name(s->signal.signal, name));
	signal_code(&f, s);
	put_field(v, row, col + 10, 11, STYLE_TEXT, f.data);
	str_clear(&f);
	signal_sender(&f, &v->view->look, s);
	put_field(v, row, col + 22, 18, STYLE_TEXT, f.data);
	str_clear(&f);
	what_happened(&f, s);
	put_field(v, row, col + 41, end - col - 41, STYLE_TEXT, f.data);
	str_release(&f);
}

void signals_draw_line(const struct signals_view *v, int row,
		      const struct signal_row *s)
{
	struct str f = STR_INIT;
	char buf[FMT_MAX], name[16];
	int time = v->form == FORM_CODE ? 8 : 7;
	int col = time + 7 + v->shift, end = put_tail(v, row, s);
	bool from = s->signal.sender > 0 && !s->signal.has_addr;

	canvas_rfield(v->c, row, 0, time, STYLE_DIM,
		      fmt_time(buf, s->time_ns));
	canvas_printf(v->c, row, time + 1, STYLE_TEXT, "%d", (int)s->tid);
	put_field(v, row, col, 9, signal_style(s),
		  signal_name(s->signal.signal, name));
	if (v->form == FORM_CODE) {
		signal_code(&f, s);
		str_addc(&f, ' ');
		put_field(v, row, 62 + v->shift, end - 62 - v->shift,
			  STYLE_TEXT, signal_action_words(s));
		end = 62 + v->shift;
	}
	if (from)
		/* TRANSLATORS: before the sender of a signal */
		str_adds(&f, _("from "));
	if (from && v->form == FORM_SHORT)
		str_addf(&f, "%" PRId64, s->signal.sender);
	else
		signal_sender(&f, &v->view->look, s);
	str_addc(&f, ' ');
	signal_child(&f, s);
	if (v->form == FORM_SHORT && s->signal.action != SIGNAL_DELIVERED)
		str_adds(&f, signal_action_words(s));
	put_field(v, row, col + 9, end - col - 9, STYLE_TEXT, f.data);
	str_release(&f);
}

void signals_draw_header(const struct signals_view *v)
{
	int col = 16 + v->shift;

	canvas_puts(v->c, 1, 2, STYLE_DIM, _("TIME"));
	/* TRANSLATORS: to whom a signal went; 2 columns */
	canvas_rfield(v->c, 1, 10, 4 + v->shift, STYLE_DIM, _("TO"));
	canvas_puts(v->c, 1, col, STYLE_DIM, _("SIGNAL"));
	canvas_puts(v->c, 1, col + 10, STYLE_DIM, _("CODE"));
	canvas_puts(v->c, 1, col + 22, STYLE_DIM, _("SENDER"));
	canvas_puts(v->c, 1, col + 41, STYLE_DIM, _("WHAT HAPPENED"));
}
