/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of the heatmap: the paint, and the meaning of its signs. */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/pages/panel.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"

/* The row of the tall legend that explains the signs of new and gone pages. */
#define LIGHT_ROW 5

uint64_t pages_absent(const struct pages *p)
{
	uint64_t there = p->resident +
		(p->swapped == EV_UNKNOWN ? 0 : p->swapped);
	uint64_t total = pages_total(p);

	return total > there ? total - there : 0;
}

/* Draws "185,088 pages 723M" in aligned columns, from `col` on; in a narrow
 * panel, only the size. */
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
	/* TRANSLATORS: after a number; at most 5 columns. */
	canvas_puts(c, row, col + 11, STYLE_DIM,
		    ngettext("page", "pages", (unsigned long)n));
	canvas_rfield(c, row, col + 17, 5, STYLE_TEXT,
		      fmt_size(buf, n * page_size));
}

/* True if a character of the map shows two cells by two colours. */
static bool two_colours(const struct view *view)
{
	return view->look.utf8 && view->look.colors >= 256;
}

static style swatch_style(const struct view *view, enum style_role role)
{
	return two_colours(view) ? STYLE_PAIR(role, role) : role;
}

/* True if the terminal shows both roles as the same sign. */
static bool same_sign(const struct view *view, const struct paint_sign *a,
		      const struct paint_sign *b)
{
	return b->words && !two_colours(view) &&
	       !strcmp(pages_glyph(&view->look, a->role),
		       pages_glyph(&view->look, b->role));
}

/* Draws a sign and its meaning; returns the column after the text. */
static int put_sign(const struct pages_panel *p, struct canvas *c, int row,
		    int col, enum style_role role, const char *words)
{
	canvas_puts(c, row, col, swatch_style(p->view, role),
		    pages_glyph(&p->view->look, role));
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
	return p->view->look.utf8 && !two_colours(p->view);
}

/* The signs of new pages, which have just become resident, and of gone pages,
 * which were resident just before. */
static const struct paint_sign light[] = {
	/* TRANSLATORS: pages that just came into memory, or left it; 6
	 * columns */
	{ 0, STYLE_PG_NEW, N_("new"), NULL },
	{ 0, STYLE_PG_GONE, N_("gone"), NULL },
};

/* Returns how many of the signs of new and gone pages have room. */
static int lights(const struct pages_panel *p, int room)
{
	enum paint paint = p->map->paint;
	int n = 2, cols = -2;

	if (paint != PAINT_PRESENCE && !pages_paints[paint].ramp)
		return 0;
	for (int i = 0; i < n; i++) {
		cols += 4 + text_width(_(light[i].words));
		if (cols > room)
			return i;
	}
	return n;
}

/* Draws the signs of new and gone pages that have room; returns the column
 * after them. */
static int put_light(const struct pages_panel *p, struct canvas *c, int row,
		     int col, int end)
{
	int n = lights(p, end - col);

	for (int i = 0; i < n; i++)
		col = put_sign(p, c, row, i ? col + 2 : col, light[i].role,
			       _(light[i].words));
	return col;
}

/* Draws the text in place of a count that is not complete. */
static void put_scanning(struct canvas *c, int row, bool tall)
{
	canvas_puts(c, row, tall ? 13 : 17, STYLE_DIM, _("scanning"));
}

static int put_ramp(const struct pages_panel *p, struct canvas *c, int row,
		     int col, const char *low, const char *high)
{
	col = canvas_puts(c, row, col, STYLE_DIM, low) + 1;
	for (int role = STYLE_PG_1; role <= STYLE_PG_6; role++, col++)
		canvas_puts(c, row, col,
			    swatch_style(p->view, (enum style_role)role),
			    pages_glyph(&p->view->look, (enum style_role)role));
	return canvas_puts(c, row, col + 1, STYLE_DIM, high);
}

/* Draws the colour scale, and a hint that each character shows two lines of
 * memory. */
static void ramp_signs(const struct pages_panel *p, struct canvas *c,
		       bool tall)
{
	const struct pages *pages = p->map->pages;
	bool utf8 = p->view->look.utf8;
	const char *how;

	if (c->clip.cols < PANEL_WIDE) {
		int col = put_ramp(p, c, 2, 0, _("few"), _("full"));

		put_light(p, c, 2, col + 2, c->clip.cols);
		put_words(p, c, 3, 0, utf8 ?
			  _("upper half: a line of memory,") :
			  _("two memory lines per row,"));
		put_words(p, c, 4, 0, utf8 ? _("lower half: next line") :
			  _("in one character"));
		return;
	}
	put_ramp(p, c, 2, 0, _("1 page"), _("full"));
	how = p->map->big ? _("one block: one cell") :
	      utf8 ? _("each character is two lines") :
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

/* Draws the signs of all other resident pages: "░▒▓█ resident". */
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
			    pages_glyph(&p->view->look, (enum style_role)role));
	return canvas_puts(c, row, col + 1, STYLE_DIM, words);
}

/* Draws the signs of a paint that has a list of signs, each in its row. */
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

static void why_signs(const struct pages_panel *p, struct canvas *c,
		      const char *why)
{
	struct legend_lines w = { p, c, 2, 5 };

	text_wrap(why, c->clip.cols - 1, wrapped_line, &w);
	if (w.row < w.end)
		put_words(p, c, w.row, 0, _("showing presence instead"));
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
	/* TRANSLATORS: bytes of pages of which live heap blocks fill all, a
	 * part or nothing; at most 36 columns. */
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

	/* TRANSLATORS: before the name of the paint; at most 6 columns. */
	canvas_puts(c, 0, 0, STYLE_DIM, _("PAINT"));
	int named = canvas_puts(c, 0, 7, STYLE_TEXT,
				_(pages_paints[p->paint].name));
	if (tall)
		str_addf(&s, keyed(_("{paint}: next of %d")), PAINTS);
	else
		str_addf(&s, keyed(_("{paint}: next")));
	int end = width - (tall ? 1 : 2);
	/* If there is no room for both the name of the paint and the key, only
	 * the name is drawn. */
	if (named + text_width(s.data) < end)
		put_right(c, 0, end, STYLE_KEY_LABEL, s.data);
	str_release(&s);
	if (tall)
		clip_part(c, 1, 0, c->clip.rows, width);
	canvas_puts(c, 1, 0, swatch_style(p->view, STYLE_PG_ABSENT),
		    pages_glyph(&p->view->look, STYLE_PG_ABSENT));
	canvas_puts(c, 1, 3, STYLE_DIM, _("absent"));
	if (pages_map_whole(p->map))
		put_pages(c, 1, tall ? 10 : 14, pages_absent(pages),
			  pages->page_size);
	else
		put_scanning(c, 1, tall);
	paint_signs(p, c, tall);
}

/* Draws signs with a word each, from `col` on, up to the first sign that does
 * not fit. */
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
		{ 0, STYLE_PG_1, N_("few"), N_("few") },
		{ 0, STYLE_PG_6, N_("full"), N_("full") },
		{ 0, 0, NULL, NULL },
	};
	enum paint paint = p->map->paint;
	const struct pages *pages = p->map->pages;
	const char *words;
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
	col = brief_signs(p, c, row, col, ends);
	/* TRANSLATORS: the two lines of memory in one character differ; at
	 * most 12 columns. */
	words = _("lines differ");
	if (p->map->big || !two_colours(p->view) || col + 5 + text_width(words) > c->clip.cols)
		return col;
	canvas_puts(c, row, col + 3, STYLE_PAIR(STYLE_PG_6, STYLE_PG_1), "▀");
	return canvas_puts(c, row, col + 5, STYLE_DIM, words);
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
