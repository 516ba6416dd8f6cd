/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lower half of Contents: the output of a decoder. */
#include <config.h>

#include <stdlib.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/contents/state.h"
#include "ui/pane/decoded_words.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

/* In a pane of at least HALF_MIN rows, the output has half of the rows.  In a
 * lower pane of at least INSTEAD_MIN rows, it replaces the values at the
 * cursor. */
#define HALF_MIN 12
#define INSTEAD_MIN 8
#define INSTEAD_ROWS 3

int decoded_rows(const struct view *view, int rows, int detail)
{
	if (!view->decoding.name)
		return 0;
	if (rows >= HALF_MIN)
		return (rows - 1 - detail + 1) / 2;
	return rows >= INSTEAD_MIN ? INSTEAD_ROWS : 0;
}

static size_t lines_of(const struct view *view)
{
	const struct decoded *d = view->decoding.result;

	return d ? d->lines.n : 0;
}

/* True if the byte at the cursor belongs to this line of the output. */
static bool has_cursor(const struct contents_shown *l,
		       const struct decoded_line *line)
{
	uint64_t start = l->view->decoded.start;

	return line->n && l->cursor >= start &&
	       l->cursor - start >= line->at &&
	       l->cursor - start - line->at < line->n;
}

/* If the cursor has moved, scrolls to the line of the byte at the cursor. */
static void scroll(struct contents_state *s, const struct contents_shown *l,
		   long height)
{
	long n = (long)lines_of(l->view);

	if (s->decoded_cursor != l->cursor)
		for (long i = 0; i < n; i++) {
			if (!has_cursor(l, &l->view->decoding.result->
					   lines.v[i]))
				continue;
			if (i < s->decoded_top)
				s->decoded_top = i;
			if (i >= s->decoded_top + height)
				s->decoded_top = i - height + 1;
			break;
		}
	s->decoded_cursor = l->cursor;
	if (s->decoded_top > n - height)
		s->decoded_top = n - height;
	if (s->decoded_top < 0)
		s->decoded_top = 0;
	s->decoded_height = height;
}

static void draw_line(struct canvas *c, const struct contents_shown *l,
		      int row, long i)
{
	const struct view *view = l->view;
	const struct decoded_line *line = &view->decoding.result->lines.v[i];
	bool here = has_cursor(l, line);
	struct str words = STR_INIT;

	decoded_words(&words, line);
	put_cut(c, &view->look, row, 1,
		line->kind == DECODED_PAST_END ||
		line->kind == DECODED_UNKNOWN ? STYLE_DIM : STYLE_TEXT,
		words.data);
	if (line->n)
		canvas_hot(c, row, 0, c->clip.cols,
			   (struct hot){ .kind = HOT_ROW,
					 .value = (uint64_t)i,
					 .selected = here });
	if (here) {
		canvas_restyle(c, row, 0, c->clip.cols, STYLE_SEL_AWAY);
		canvas_puts(c, row, 0, STYLE_SEL_AWAY, ">");
	}
	str_release(&words);
}

static void draw_rule(struct canvas *c, const struct contents_state *s,
		      const struct view *view, long height)
{
	const struct decoding_shown *d = &view->decoding;
	const struct list list = { .top = s->decoded_top };
	struct str left = STR_INIT;
	char range[48];
	long n = (long)lines_of(view);

	str_addf(&left, _("Decoder  %s"), d->name);
	if (d->running)
		str_adds(&left, _("  decoding ..."));
	else if (d->result && d->result->cut)
		str_adds(&left, _("  truncated"));
	title_rule(c, &view->look, false, left.data,
		   n ? list_range(&list, n, height, range) : "");
	str_release(&left);
}

void decoded_draw(struct canvas *c, struct contents_state *s,
		  const struct contents_shown *l, int row, int rows)
{
	const struct view *view = l->view;
	struct rect old = clip_part(c, row, 0, rows, c->clip.cols);
	const char *wrong = view->decoding.wrong;
	struct str text = STR_INIT;
	int y = 1;

	if (wrong) {
		str_addf(&text, "%s.", wrong);
		put_cut(c, &view->look, y++, 1, STYLE_ERR, text.data);
	} else if (!view->decoding.result || !lines_of(view)) {
		put_cut(c, &view->look, y++, 1, STYLE_DIM,
			view->decoding.running || !view->decoding.result ?
			_("decoding ...") : _("No output for these bytes."));
	}
	scroll(s, l, rows - y > 0 ? rows - y : 1);
	for (long i = s->decoded_top; i < (long)lines_of(view) && y < rows;
	     i++)
		draw_line(c, l, y++, i);
	draw_rule(c, s, view, s->decoded_height);
	canvas_clip(c, old);
	str_release(&text);
}

unsigned decoded_scroll(struct contents_state *s, const struct view *view,
			bool down)
{
	long page = s->decoded_height > 1 ? s->decoded_height - 1 : 1;

	if (!view->decoding.name)
		return CMD_TAKEN;
	/* The next scroll() limits decoded_top to the range of lines. */
	s->decoded_top += down ? page : -page;
	return CMD_TAKEN | CMD_REDRAW;
}

unsigned decoded_choose(struct view *view, const struct hot *hot)
{
	const struct decoded *d = view->decoding.result;
	uint64_t to;

	if (!view->decoding.name || hot->value >= lines_of(view) ||
	    !d->lines.v[hot->value].n)
		return 0;
	to = view->decoded.start + d->lines.v[hot->value].at;
	if (to < view->decoded.start ||
	    to - view->decoded.start >= view->decoded.bytes)
		return 0;
	view->page = to;
	return CMD_TAKEN | CMD_REDRAW;
}
