/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages/panel.h"

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/keyed.h"
#include "ui/kit/say.h"
#include "ui/kit/widgets.h"
#include "ui/words/writes.h"

/* Draws a count such as "s swapped 0", or n/a.  A count that does not fit, and
 * all counts after it, are left out: a cut number would be a wrong number. */
static int put_count(struct canvas *c, int row, int col, const char *label,
		     uint64_t n)
{
	char buf[FMT_MAX];
	const char *count = n == EV_UNKNOWN ? _("n/a") : fmt_count(buf, n);

	if (col + text_width(label) + 1 + text_width(count) > c->clip.cols)
		return c->clip.cols;
	col = canvas_puts(c, row, col, STYLE_DIM, label) + 1;
	return canvas_puts(c, row, col, n == EV_UNKNOWN ? STYLE_DIM :
			   STYLE_TEXT, count);
}

static void origin_text(struct str *out, const struct region *r)
{
	const struct call_desc *call = call_by_id(r->born.call);
	char when[FMT_MAX];

	if (r->born.known)
		str_addf(out, _("at %s: %s by %d"),
			 fmt_when(when, r->born.time_ns),
			 call ? call->name : "?", (int)r->born.tid);
	else if (r->added_ns)
		str_addf(out, _("at %s: call not seen"),
			 fmt_when(when, r->added_ns));
	else
		str_adds(out, _("mapped before tracing"));
}

/* Draws the short panel, next to eight rows of the map. */
static void panel_short(const struct pages_panel *p, struct canvas *c)
{
	const struct pages *pages = p->map->pages;
	struct str s = STR_INIT;
	char buf[FMT_MAX];
	int col;

	legend_panel(p, c, false);
	if (!pages)
		return;
	/* TRANSLATORS: numbers of pages: swapped, zero page, huge; at most 36
	 * columns in all */
	col = put_count(c, 5, 0, _("s  swapped"), pages->swapped);
	if (c->clip.cols >= PANEL_WIDE)
		col = put_count(c, 5, col + 3, _("z zero"), pages->zero);
	put_count(c, 5, col + 3, _("h huge"), pages->huge);
	origin_text(&s, p->region);
	if (p->region->advised)
		str_addf(&s, _(", %u madvise"), p->region->advised);
	put_cut(c, &p->view->look, 6, 0, STYLE_DIM, s.data);
	str_clear(&s);
	if (p->region->given_back)
		str_addf(&s, _("returned %s, hole "),
			 fmt_size(buf, p->region->given_back));
	else
		str_adds(&s, _("largest hole "));
	if (panel_hole(&s, panel_pages(p)))
		put_cut(c, &p->view->look, 7, 0, STYLE_DIM, s.data);
	str_release(&s);
}

void panel_draw(const struct pages_panel *p, struct canvas *c, bool tall)
{
	struct rect whole = c->clip;

	if (!tall) {
		panel_short(p, c);
		return;
	}
	legend_panel(p, c, true);
	canvas_clip(c, whole);
	panel_facts(p, c);
}

void panel_under(const struct pages_panel *p, struct canvas *c, int row,
		 int rows)
{
	const struct pages *pages = p->map->pages;
	const char *why = pages_why_not(p->map, p->paint);
	struct str s = STR_INIT, sums = STR_INIT;
	int col;

	if (rows < 1)
		return;
	col = legend_line(p, c, row);
	if (pages && p->map->paint == PAINT_PRESENCE) {
		col = put_count(c, row, col + 3, _("s swapped"),
				pages->swapped);
		put_count(c, row, col + 3, _("h huge"), pages->huge);
	}
	if (rows < 2)
		return;
	str_addf(&s, keyed(_("paint %s ({paint})")),
		 _(pages_paints[p->paint].name));
	if (why)
		str_addf(&s, "   %s", why);
	else if (legend_heap(p, &sums))
		str_addf(&s, "   %s", sums.data);
	else if ((why = written_why_not(p->process, pages)))
		/* TRANSLATORS: followed by "n/a: not tracked" */
		str_addf(&s, _("   written %s"), why);
	legend_words(p, c, row + 1, s.data, p->cost);
	str_release(&sums);
	str_release(&s);
}
