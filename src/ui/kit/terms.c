/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/terms.h"

#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "ui/kit/heatmap.h"
#include "ui/kit/i18n.h"

/* Sentences are not wider than this: long lines are hard to read. */
#define SENTENCE_COLS 90
/* The column of the signs, and the blanks after them. */
enum { SIGN_COL = 2, GAP = 2 };

static const struct term common[] = {
	{ ">", N_("The selected row."), .st = STYLE_KEY },
	{ "K M G", N_("Powers of 1024: 1.50M is 1,572,864 bytes."),
	  .st = STYLE_KEY },
	{ "+3.1M", N_("Growth per second."), .st = STYLE_RATE_UP },
	{ "-3.1M", N_("Shrinkage per second."), .st = STYLE_RATE_DOWN },
	{ "n/a",
	  N_("Not available: the detail lines or Sources (9) have "
	     "the reason."), .st = STYLE_DIM },
	{ "…", N_("Not read yet; a name with it is cut."),
	  .st = STYLE_DIM, .ascii = "~" },
};
const struct terms_part terms_common =
	TERMS_PART(N_("SIGNS IN ALL PANES"), common);

struct terms_drawing {
	struct canvas *c;
	const struct look *look;
	int row, col;			/* the first row, and the column of the
					 * sentences */
	long line, top, height;		/* line: the next one */
};

struct term terms_at(const struct terms_part *part, size_t i)
{
	if (part->terms)
		return part->terms[i];
	return (struct term){ .sign = part->columns[i].head,
			      .help = part->columns[i].help,
			      .st = STYLE_KEY };
}

static bool same(const struct term *a, const struct term *b)
{
	return a->sign && b->sign && a->st == b->st &&
	       !strcmp(a->sign, b->sign) && !strcmp(a->help, b->help);
}

bool terms_repeated(const struct terms_part *const *parts, size_t part,
		    size_t i)
{
	struct term term = terms_at(parts[part], i);

	for (size_t p = 0; p < part; p++)
		for (size_t k = 0; k < parts[p]->n; k++) {
			struct term other = terms_at(parts[p], k);

			if (same(&term, &other))
				return true;
		}
	return false;
}

static const char *sign_text(const struct term *t, const struct look *look)
{
	if (!t->sign)
		return look->utf8 && look->colors >= 256 ?
		       "▀" : pages_glyph(look, (enum style_role)t->st);
	if (!look->utf8 && t->ascii)
		return t->ascii;
	return *t->sign ? _(t->sign) : "";
}

static style sign_style(const struct term *t, const struct look *look)
{
	if (!t->sign && look->utf8 && look->colors >= 256)
		return STYLE_PAIR(t->st, t->st);
	return t->st;
}

/* Returns the width of the widest sign, but at most half of the pane. */
static int sign_cols(const struct canvas *c, const struct look *look,
		     const struct terms_part *const *parts)
{
	int cols = 1;

	for (; *parts; parts++)
		for (size_t i = 0; i < (*parts)->n; i++) {
			struct term t = terms_at(*parts, i);
			int width = text_width(sign_text(&t, look));

			if (width > cols)
				cols = width;
		}
	return cols < c->clip.cols / 2 ? cols : c->clip.cols / 2;
}

/* Returns the row of the next line; -1 if it is not in view. */
static int next_row(struct terms_drawing *d)
{
	long y = d->line++ - d->top;

	return y >= 0 && y < d->height ? d->row + (int)y : -1;
}

static void draw_line(void *arg, const char *s, size_t n)
{
	struct terms_drawing *d = arg;
	struct str line = STR_INIT;
	int row = next_row(d);

	str_add(&line, s, n);
	if (row >= 0)
		canvas_puts(d->c, row, d->col, STYLE_KEY_LABEL, line.data);
	str_release(&line);
}

static void draw_term(struct terms_drawing *d, const struct term *t)
{
	int cols = d->c->clip.cols - d->col - 1, row;
	long y = d->line - d->top;
	struct str cut = STR_INIT;

	if (y >= 0 && y < d->height) {
		row = d->row + (int)y;
		text_cut(&cut, sign_text(t, d->look), d->col - SIGN_COL - 1,
			 CUT_END, !d->look->utf8);
		canvas_puts(d->c, row, SIGN_COL, sign_style(t, d->look),
			    cut.data);
	}
	str_release(&cut);
	if (cols > SENTENCE_COLS)
		cols = SENTENCE_COLS;
	text_wrap(_(t->help), cols > 1 ? cols : 1, draw_line, d);
}

static void draw_part(struct terms_drawing *d,
		      const struct terms_part *const *parts, size_t part)
{
	int row;

	if (part)
		next_row(d);
	row = next_row(d);
	if (row >= 0)
		canvas_puts(d->c, row, 1, STYLE_TITLE, _(parts[part]->title));
	for (size_t i = 0; i < parts[part]->n; i++) {
		struct term t = terms_at(parts[part], i);

		if ((!t.sign || *t.sign) && !terms_repeated(parts, part, i))
			draw_term(d, &t);
	}
}

long terms_draw(struct canvas *c, const struct look *look,
		const struct terms_part *const *parts, int row, long top,
		long height)
{
	struct terms_drawing d = {
		.c = c, .look = look, .row = row, .top = top,
		.height = height,
		.col = SIGN_COL + sign_cols(c, look, parts) + GAP,
	};

	for (size_t i = 0; parts[i]; i++)
		draw_part(&d, parts, i);
	return d.line;
}
