/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of the heatmap: what is painted, and what its signs mean. */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pages/panel.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

/* Of the tall legend: blank, but for what comes and goes. */
#define LIGHT_ROW 5

uint64_t pages_absent(const struct pages *p)
{
	uint64_t there = p->resident +
		(p->swapped == EV_UNKNOWN ? 0 : p->swapped);
	uint64_t total = pages_total(p);

	return total > there ? total - there : 0;
}

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
	fmt_grouped(buf, n);
	if (strlen(buf) > 10)
		fmt_count(buf, n);
	canvas_rfield(c, row, col, 10, STYLE_TEXT, buf);
	/* TRANSLATORS: behind a number; at most 5 columns. */
	canvas_puts(c, row, col + 11, STYLE_DIM,
		    ngettext("page", "pages", (unsigned long)n));
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

/* Two roles that only colours of a better terminal tell apart. */
static bool same_sign(const struct view *view, const struct paint_sign *a,
		      const struct paint_sign *b)
{
	return b->words && !(view->look.utf8 && view->look.colors >= 256) &&
	       !strcmp(pages_glyph(&view->look, a->role),
		       pages_glyph(&view->look, b->role));
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

/* Pages that came into memory, or went. */
static const struct paint_sign light[] = {
	/* TRANSLATORS: pages that just came into memory, or went; 6 columns */
	{ 0, STYLE_PG_NEW, N_("new"), NULL },
	{ 0, STYLE_PG_GONE, N_("gone"), NULL },
};

/* How many of them there is room for.  Without colours what went is just no
 * more there. */
static int lights(const struct pages_panel *p, int room)
{
	enum paint paint = p->map->paint;
	int n = p->view->look.colors ? 2 : 1, cols = -2;

	if (paint != PAINT_PRESENCE && !pages_paints[paint].ramp)
		return 0;
	for (int i = 0; i < n; i++) {
		cols += 4 + text_width(_(light[i].words));
		if (cols > room)
			return i;
	}
	return n;
}

/* What has just come or gone is lit; left out where there is no room. */
static int put_light(const struct pages_panel *p, struct canvas *c, int row,
		     int col, int end)
{
	int n = lights(p, end - col);

	for (int i = 0; i < n; i++)
		col = put_sign(p, c, row, i ? col + 2 : col, light[i].role,
			       _(light[i].words));
	return col;
}

/* Where a count will be. */
static void put_scanning(struct canvas *c, int row, bool tall)
{
	canvas_puts(c, row, tall ? 13 : 17, STYLE_DIM, _("scanning"));
}

/* The ramp, and what its two ends mean. */
static int put_ramp(const struct pages_panel *p, struct canvas *c, int row,
		     int col, const char *low, const char *high)
{
	col = canvas_puts(c, row, col, STYLE_DIM, low) + 1;
	for (int role = STYLE_PG_1; role <= STYLE_PG_6; role++, col++)
		canvas_puts(c, row, col,
			    swatch_style(p->view, (enum style_role)role),
			    swatch(p->view, (enum style_role)role));
	return canvas_puts(c, row, col + 1, STYLE_DIM, high);
}

/* The ramp, and that a character is two lines. */
static void ramp_signs(const struct pages_panel *p, struct canvas *c,
		       bool tall)
{
	const struct pages *pages = p->map->pages;
	bool utf8 = p->view->look.utf8;
	const char *how;

	if (c->clip.cols < PANEL_WIDE) {
		int col = put_ramp(p, c, 2, 0, _("least"), _("all"));

		put_light(p, c, 2, col + 2, c->clip.cols);
		put_words(p, c, 3, 0, utf8 ?
			  _("upper half: a line of memory,") :
			  _("two lines of memory a row,"));
		put_words(p, c, 4, 0, utf8 ? _("lower half: the next one") :
			  _("in one character"));
		return;
	}
	put_ramp(p, c, 2, 0, _("one page"), _("all of them"));
	how = utf8 ? _("upper, lower half: two lines") :
		     _("one character: two lines");
	put_words(p, c, 3, 0, how);
	if (!tall)
		put_light(p, c, 3, text_width(how) + 2, c->clip.cols);
	/* TRANSLATORS: how many pages are in memory; at most 13 columns. */
	canvas_puts(c, 4, 0, STYLE_DIM, _("resident"));
	if (!pages_map_whole(p->map))
		put_scanning(c, 4, tall);
	else if (pages->resident != EV_UNKNOWN)
		put_pages(c, 4, tall ? 10 : 14, pages->resident,
			  pages->page_size);
}

static void resident_count(struct canvas *c, const struct pages *pages)
{
	char buf[FMT_MAX];

	put_right(c, 4, 30, STYLE_TEXT, fmt_grouped(buf, pages->resident));
	canvas_rfield(c, 4, 31, 5, STYLE_TEXT,
		      fmt_size(buf, pages->resident * pages->page_size));
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
	if (!tall)
		put_light(p, c, 3, text_width(_("both lines partly")) + 5,
			  c->clip.cols);
	canvas_puts(c, 4, 0, STYLE_PG_6, "█");
	put_words(p, c, 4, 3, tall ? _("both lines at least 3/4") :
		  _("both at least 3/4"));
	if (!tall && p->map->pages && c->clip.cols >= PANEL_WIDE)
		resident_count(c, p->map->pages);
	str_release(&size);
	str_release(&s);
}

/* What has none of the signs before it: "░▒▓█ resident". */
static int put_rest(const struct pages_panel *p, struct canvas *c, int row,
		    int col)
{
	static const char *const half[] = { "▀", "▄", "▓", "█" };
	const char *words = _("resident");
	int from = halves(p) ? STYLE_PG_3 : STYLE_PG_1;

	if (col + STYLE_PG_6 - from + 2 + text_width(words) > c->clip.cols)
		return col;
	for (int role = from; role <= STYLE_PG_6; role++, col++)
		canvas_puts(c, row, col,
			    swatch_style(p->view, (enum style_role)role),
			    halves(p) ? half[role - from] :
			    swatch(p->view, (enum style_role)role));
	return canvas_puts(c, row, col + 1, STYLE_DIM, words);
}

/* The signs of a paint that lists them, as many to a row as it says. */
static void listed_signs(const struct pages_panel *p, struct canvas *c,
			 const struct pages_paint *paint, bool tall)
{
	int row = -1, col = 0;

	for (const struct paint_sign *s = paint->signs; s->words; s++) {
		if (same_sign(p->view, s, s + 1))
			continue;
		col = s->row == row ? col + 2 : 0;
		row = s->row;
		col = put_sign(p, c, row, col, s->role, _(s->words));
	}
	if (!paint->ramp)
		return;
	col = put_rest(p, c, tall ? LIGHT_ROW : row, tall ? 0 : col + 2);
	if (tall)
		put_light(p, c, LIGHT_ROW, col + 2, c->clip.cols);
}

struct legend_lines {
	const struct pages_panel *p;
	struct canvas *c;
	int row, end;
};

static void wrapped_line(void *arg, const char *s, size_t n)
{
	struct legend_lines *w = arg;
	struct str line = STR_INIT;

	if (w->row >= w->end)
		return;
	str_add(&line, s, n);
	put_words(w->p, w->c, w->row++, 0, line.data);
	str_release(&line);
}

/* In place of the signs: why it cannot be painted. */
static void why_signs(const struct pages_panel *p, struct canvas *c,
		      const char *why)
{
	struct legend_lines w = { p, c, 2, 5 };

	text_wrap(why, c->clip.cols - 1, wrapped_line, &w);
	if (w.row < w.end)
		put_words(p, c, w.row, 0, _("presence is painted meanwhile"));
}

bool legend_heap(const struct pages_panel *p, struct str *out)
{
	const struct pages_map *map = p->map;
	const struct heap *h = map->process ? map->process->heap : NULL;
	char a[FMT_MAX], b[FMT_MAX], c[FMT_MAX];
	struct heap_bin sum;

	if (map->paint != PAINT_HEAP ||
	    !heap_pages(h, map->start, map->end, &sum))
		return false;
	/* TRANSLATORS: bytes of pages of which blocks have all, a part, or
	 * nothing; at most 36 columns. */
	str_addf(out, _("live %s  mixed %s  free %s"),
		 fmt_size(a, sum.live * map->page_size),
		 fmt_size(b, sum.mixed * map->page_size),
		 fmt_size(c, sum.free * map->page_size));
	return true;
}

static void paint_signs(const struct pages_panel *p, struct canvas *c,
			bool tall)
{
	const struct pages_paint *paint = &pages_paints[p->paint];
	const char *why = pages_why_not(p->map, p->paint);
	struct str sums = STR_INIT;

	if (why) {
		why_signs(p, c, why);
	} else if (p->paint == PAINT_PRESENCE) {
		presence_signs(p, c, tall);
	} else if (paint->least) {
		put_ramp(p, c, 2, 0, _(paint->least), _(paint->most));
		put_words(p, c, 3, 0, _(paint->note));
		if (legend_heap(p, &sums))
			put_words(p, c, 4, 0, sums.data);
	} else {
		listed_signs(p, c, paint, tall);
	}
	if (tall && !why && !paint->ramp)
		put_light(p, c, LIGHT_ROW, 0, c->clip.cols);
	str_release(&sums);
}

void legend_panel(const struct pages_panel *p, struct canvas *c,
		  bool tall)
{
	const struct pages *pages = p->map->pages;
	int width = c->clip.cols;
	struct str s = STR_INIT;

	/* TRANSLATORS: before what is painted; at most 6 columns. */
	canvas_puts(c, 0, 0, STYLE_DIM, _("PAINT"));
	int named = canvas_puts(c, 0, 7, STYLE_TEXT,
				_(pages_paints[p->paint].name));
	if (tall)
		str_addf(&s, keyed(_("{paint}: next of %d")), PAINTS);
	else
		str_addf(&s, keyed(_("{paint}: next")));
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
		put_pages(c, 1, tall ? 10 : 14, pages_absent(pages),
			  pages->page_size);
	else
		put_scanning(c, 1, tall);
	paint_signs(p, c, tall);
}

/* Signs with a word each, from col on; those that do not fit are left out
 * together with what follows. */
static int brief_signs(const struct pages_panel *p, struct canvas *c, int row,
		       int col, const struct paint_sign *signs)
{
	for (const struct paint_sign *s = signs; s->words; s++) {
		if (!s->brief || same_sign(p->view, s, s + 1))
			continue;
		if (col + 5 + text_width(_(s->brief)) > c->clip.cols)
			break;
		col = put_sign(p, c, row, col + 3, s->role, _(s->brief));
	}
	return col;
}

int legend_line(const struct pages_panel *p, struct canvas *c, int row)
{
	static const struct paint_sign part[] = {
		{ 0, STYLE_PG_5, N_("part"), N_("part") },
		{ 0, STYLE_PG_6, N_("3/4 or more"), N_("3/4 or more") },
		{ 0, 0, NULL, NULL },
	};
	struct paint_sign ends[] = {
		{ 0, STYLE_PG_1, N_("least"), N_("least") },
		{ 0, STYLE_PG_6, N_("all"), N_("all") },
		{ 0, 0, NULL, NULL },
	};
	enum paint paint = p->map->paint;
	const struct pages *pages = p->map->pages;
	char buf[FMT_MAX];
	int col;

	col = put_sign(p, c, row, 1, STYLE_PG_ABSENT, _("absent"));
	if (pages_map_whole(p->map))
		col = canvas_puts(c, row, col + 1, STYLE_TEXT,
				  fmt_size(buf, pages_absent(pages) *
					   pages->page_size));
	if (paint == PAINT_PRESENCE && halves(p)) {
		canvas_puts(c, row, col + 3, STYLE_PG_4, "▀▄");
		col = canvas_puts(c, row, col + 6, STYLE_DIM, _("one line"));
		return brief_signs(p, c, row, col, part);
	}
	if (pages_paints[paint].signs[0].words) {
		col = brief_signs(p, c, row, col, pages_paints[paint].signs);
		return pages_paints[paint].ramp ?
			put_rest(p, c, row, col + 3) : col;
	}
	if (pages_paints[paint].least) {
		ends[0].brief = pages_paints[paint].least;
		ends[1].brief = pages_paints[paint].most;
	}
	return brief_signs(p, c, row, col, ends);
}

void legend_words(const struct pages_panel *p, struct canvas *c, int row,
		  const char *words, const char *cost)
{
	int from = 1 + text_width(words) + 3, end = c->clip.cols - 1, n, cols;

	put_words(p, c, row, 1, words);
	if (*cost && end - text_width(cost) >= from)
		end = put_right(c, row, end, STYLE_DIM, cost) - 3;
	n = lights(p, end - from);
	cols = n > 0 ? 2 * n - 2 : 0;
	for (int i = 0; i < n; i++)
		cols += 2 + text_width(_(light[i].words));
	put_light(p, c, row, end - cols, end);
}
