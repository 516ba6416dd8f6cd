/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages_panel.h"

#include "base/text.h"
#include "ui/i18n.h"
#include "ui/say.h"
#include "ui/widgets.h"

static const char *const paint_names[PAINTS] = {
	/* TRANSLATORS: what the heatmap's colours mean; 14 columns */
	[PAINT_PRESENCE] = N_("presence"),
	[PAINT_AGE] = N_("age of change"),
	[PAINT_STATE] = N_("state"),
	[PAINT_SHARING] = N_("sharing"),
};

static uint64_t absent_of(const struct pages *p)
{
	uint64_t there = p->resident +
		(p->swapped == EV_UNKNOWN ? 0 : p->swapped);
	uint64_t total = pages_total(p);

	return total > there ? total - there : 0;
}

/* Columns from which the panel has whole sentences and counts. */
#define PANEL_WIDE 36

/* "185,088 pages  723M" in its columns, from col on; the size alone where
 * there is no room. */
static void put_pages(struct canvas *c, int row, int col, uint64_t n,
		      uint64_t page_size)
{
	char buf[FMT_MAX];

	if (c->clip.cols < PANEL_WIDE) {
		canvas_puts(c, row, 10, STYLE_TEXT,
			    fmt_size(buf, n * page_size));
		return;
	}
	canvas_rfield(c, row, col, 10, STYLE_TEXT, fmt_grouped(buf, n));
	canvas_puts(c, row, col + 11, STYLE_DIM, _("pages"));
	canvas_rfield(c, row, col + 17, 5, STYLE_TEXT,
		      fmt_size(buf, n * page_size));
}

static style swatch_style(const struct view *view, enum style_role role)
{
	if (view->look.utf8 && view->look.colors >= 256)
		return STYLE_PAIR(role, role);
	return role;
}

static const char *swatch(const struct view *view, enum style_role role)
{
	if (view->look.utf8 && view->look.colors >= 256)
		return "▀";
	return pages_glyph(&view->look, role);
}

/* A sign with its meaning; returns the column after it. */
static int put_sign(const struct pages_panel *p, struct canvas *c, int row,
		    int col, enum style_role role, const char *words)
{
	canvas_puts(c, row, col, swatch_style(p->view, role),
		    swatch(p->view, role));
	put_cut(c, &p->view->look, row, col + 2, STYLE_DIM, words);
	return col + 2 + text_width(words);
}

static void put_words(const struct pages_panel *p, struct canvas *c, int row,
		      int col, const char *words)
{
	put_cut(c, &p->view->look, row, col, STYLE_DIM, words);
}

static bool halves(const struct pages_panel *p)
{
	return p->view->look.utf8 && p->view->look.colors < 256;
}

/* The ramp, and what its two ends mean. */
static void put_ramp(const struct pages_panel *p, struct canvas *c, int row,
		     int col, const char *low, const char *high)
{
	col = canvas_puts(c, row, col, STYLE_DIM, low) + 1;
	for (int role = STYLE_PG_1; role <= STYLE_PG_6; role++, col++)
		canvas_puts(c, row, col,
			    swatch_style(p->view, (enum style_role)role),
			    swatch(p->view, (enum style_role)role));
	canvas_puts(c, row, col + 1, STYLE_DIM, high);
}

/* The ramp, and that a character is two lines. */
static void ramp_signs(const struct pages_panel *p, struct canvas *c,
		       bool tall)
{
	const struct pages *pages = p->map->pages;
	bool utf8 = p->view->look.utf8;

	if (c->clip.cols < PANEL_WIDE) {
		put_ramp(p, c, 2, 0, _("least"), _("all"));
		put_words(p, c, 3, 0, utf8 ?
			  _("upper half: a line of memory,") :
			  _("two lines of memory a row,"));
		put_words(p, c, 4, 0, utf8 ? _("lower half: the next one") :
			  _("in one character"));
		return;
	}
	put_ramp(p, c, 2, 0, _("one page"), _("all of them"));
	put_words(p, c, 3, 0, utf8 ? _("upper, lower half: two lines") :
		  _("one character: two lines"));
	/* TRANSLATORS: how many pages are in memory; at most 13 columns. */
	canvas_puts(c, 4, 0, STYLE_DIM, _("resident"));
	if (pages_map_whole(p->map) && pages->resident != EV_UNKNOWN)
		put_pages(c, 4, tall ? 10 : 14, pages->resident,
			  pages->page_size);
}

static void presence_signs(const struct pages_panel *p, struct canvas *c,
			   bool tall)
{
	struct str s = STR_INIT, size = STR_INIT;

	if (!halves(p)) {
		ramp_signs(p, c, tall);
		return;
	}
	canvas_puts(c, 2, 0, STYLE_PG_4, "▀▄");
	panel_offset(&size, p->map->cell_pages * p->map->page_size *
			    (uint64_t)p->map->cols);
	if (tall)
		str_addf(&s, _("one half (%s line) resident"), size.data + 1);
	else
		str_adds(&s, _("one of the two lines resident"));
	put_words(p, c, 2, 3, s.data);
	canvas_puts(c, 3, 0, STYLE_PG_3, "▓");
	put_words(p, c, 3, 3, _("both lines partly"));
	canvas_puts(c, 4, 0, STYLE_PG_6, "█");
	put_words(p, c, 4, 3, tall ? _("both lines at least 3/4") :
		  _("both at least 3/4"));
	str_release(&size);
	str_release(&s);
}

static void age_signs(const struct pages_panel *p, struct canvas *c)
{
	int col = put_sign(p, c, 2, 0, STYLE_PG_6, _("under 2 s"));

	put_sign(p, c, 2, col + 2, STYLE_PG_5, _("under 10 s"));
	col = put_sign(p, c, 3, 0, STYLE_PG_4, _("under 1 min"));
	put_sign(p, c, 3, col + 2, STYLE_PG_3, _("under 10 min"));
	put_sign(p, c, 4, 0, STYLE_PG_1, _("older, or no change seen"));
}

static void sharing_signs(const struct pages_panel *p, struct canvas *c)
{
	if (!p->map->pages || p->map->pages->exclusive == EV_UNKNOWN) {
		put_words(p, c, 2, 0, _("n/a: this scan cannot tell."));
		put_words(p, c, 3, 0, _("presence is painted meanwhile"));
		return;
	}
	put_ramp(p, c, 2, 0, _("all shared"), _("all exclusive"));
	put_words(p, c, 3, 0, _("exclusive: mapped here alone"));
}

static void state_signs(const struct pages_panel *p, struct canvas *c)
{
	put_sign(p, c, 2, 0, STYLE_PG_SWAP, _("one or more pages swapped"));
	put_sign(p, c, 3, 0, STYLE_PG_HUGE, _("else: one or more huge"));
	put_sign(p, c, 4, 0, STYLE_PG_ZERO, _("else: the zero page"));
}

/* Rows 0 to 4 of the panel: what the signs mean. */
static void panel_signs(const struct pages_panel *p, struct canvas *c,
			bool tall)
{
	const struct pages *pages = p->map->pages;
	int width = c->clip.cols;
	struct str s = STR_INIT;

	/* TRANSLATORS: before what is painted; at most 6 columns. */
	canvas_puts(c, 0, 0, STYLE_DIM, _("PAINT"));
	int named = canvas_puts(c, 0, 7, STYLE_TEXT,
				_(paint_names[p->paint]));
	if (tall)
		str_addf(&s, _("v: next of %d"), PAINTS);
	else
		str_adds(&s, _("v: next"));
	int end = width - (tall ? 1 : 2);
	/* What is painted is worth more than the key. */
	if (named + text_width(s.data) < end)
		put_right(c, 0, end, STYLE_KEY_LABEL, s.data);
	str_release(&s);
	if (tall)
		clip_part(c, 1, 0, c->clip.rows, width);
	canvas_puts(c, 1, 0, swatch_style(p->view, STYLE_PG_ABSENT),
		    swatch(p->view, STYLE_PG_ABSENT));
	canvas_puts(c, 1, 3, STYLE_DIM, _("absent"));
	if (pages_map_whole(p->map))
		put_pages(c, 1, tall ? 10 : 14, absent_of(pages),
			  pages->page_size);
	else
		canvas_puts(c, 1, tall ? 13 : 17, STYLE_DIM, _("scanning"));
	switch (p->paint) {
	case PAINT_AGE:
		age_signs(p, c);
		break;
	case PAINT_STATE:
		state_signs(p, c);
		break;
	case PAINT_SHARING:
		sharing_signs(p, c);
		break;
	default:
		presence_signs(p, c, tall);
	}
}

/* "s swapped 0": the count, or n/a. */
static int put_count(struct canvas *c, int row, int col, const char *label,
		     uint64_t n)
{
	char buf[FMT_MAX];

	col = canvas_puts(c, row, col, STYLE_DIM, label) + 1;
	return canvas_puts(c, row, col, n == EV_UNKNOWN ? STYLE_DIM :
			   STYLE_TEXT,
			   n == EV_UNKNOWN ? _("n/a") : fmt_count(buf, n));
}

static void born_text(struct str *out, const struct region *r)
{
	const struct call_desc *call = call_by_id(r->born.call);
	char when[FMT_MAX];

	if (r->born.known)
		str_addf(out, _("born %s %s by %d"),
			 fmt_when(when, r->born.time_ns),
			 call ? call->name : "?", (int)r->born.tid);
	else if (r->added_ns)
		str_addf(out, _("born %s, call not seen"),
			 fmt_when(when, r->added_ns));
	else
		str_adds(out, _("born n/a: was there before"));
}

/* The short panel: one row each beside eight of map. */
static void panel_short(const struct pages_panel *p, struct canvas *c)
{
	const struct pages *pages = p->map->pages;
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	int col;

	panel_signs(p, c, false);
	if (!pages)
		return;
	if (p->paint == PAINT_PRESENCE && halves(p) &&
	    c->clip.cols >= PANEL_WIDE) {
		put_right(c, 4, 33, STYLE_TEXT,
			  fmt_grouped(buf, pages->resident));
		canvas_rfield(c, 4, 34, 5, STYLE_TEXT,
			      fmt_size(buf, pages->resident *
				       pages->page_size));
	}
	/* TRANSLATORS: swapped, zero page, huge: at most 36 columns in all */
	col = put_count(c, 5, 0, _("s  swapped"), pages->swapped);
	if (c->clip.cols >= PANEL_WIDE)
		col = put_count(c, 5, col + 3, _("z zero"), pages->zero);
	put_count(c, 5, col + 3, _("h huge"), pages->huge);
	born_text(&s, p->region);
	if (p->region->advised)
		str_addf(&s, _(", %u madvise"), p->region->advised);
	put_words(p, c, 6, 0, s.data);
	str_clear(&s);
	if (p->region->given_back)
		str_addf(&s, _("given back %s, hole "),
			 fmt_size(buf, p->region->given_back));
	else
		str_adds(&s, _("largest hole "));
	if (pages_map_whole(p->map) && panel_hole(&s, pages))
		put_words(p, c, 7, 0, s.data);
	str_release(&s);
}

void panel_draw(const struct pages_panel *p, struct canvas *c, bool tall)
{
	struct rect whole = c->clip;

	if (!tall) {
		panel_short(p, c);
		return;
	}
	panel_signs(p, c, true);
	canvas_clip(c, whole);
	panel_facts(p, c);
}

void panel_under(const struct pages_panel *p, struct canvas *c, int row,
		 int rows)
{
	const struct pages *pages = p->map->pages;
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	int col;

	if (rows < 1)
		return;
	col = put_sign(p, c, row, 1, STYLE_PG_ABSENT, _("absent"));
	if (pages_map_whole(p->map))
		col = canvas_puts(c, row, col + 1, STYLE_TEXT,
				  fmt_size(buf, absent_of(pages) *
					   pages->page_size));
	col += 3;
	if (halves(p) && p->paint == PAINT_PRESENCE) {
		canvas_puts(c, row, col, STYLE_PG_4, "▀▄");
		col = canvas_puts(c, row, col + 3, STYLE_DIM, _("one line"));
		col = put_sign(p, c, row, col + 3, STYLE_PG_5, _("part"));
		col = put_sign(p, c, row, col + 3, STYLE_PG_6,
			       _("3/4 or more"));
	} else {
		col = put_sign(p, c, row, col, STYLE_PG_1, _("least"));
		col = put_sign(p, c, row, col + 3, STYLE_PG_6, _("all"));
	}
	if (pages) {
		col = put_count(c, row, col + 3, _("s swapped"),
				pages->swapped);
		put_count(c, row, col + 3, _("h huge"), pages->huge);
	}
	if (rows < 2)
		return;
	str_addf(&s, _("paint %s (v)   written n/a: not tracked"),
		 _(paint_names[p->paint]));
	if (p->paint == PAINT_SHARING &&
	    (!pages || pages->exclusive == EV_UNKNOWN))
		str_adds(&s, _("   sharing n/a: this scan cannot tell"));
	canvas_puts(c, row + 1, 1, STYLE_DIM, s.data);
	str_release(&s);
}
