/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The footer of Pages: one cell, in words. */
#include <config.h>

#include <inttypes.h>

#include "base/text.h"
#include "ui/i18n.h"
#include "ui/pages_panel.h"
#include "ui/say.h"
#include "ui/what.h"

/* Columns that the sentence about a cell needs at least. */
#define FOOT_ROOM 56

void panel_offset(struct str *out, uint64_t bytes)
{
	static const char units[] = "TGMK";
	uint64_t unit = (uint64_t)1 << 40;

	if (!bytes) {
		str_adds(out, "+0");
		return;
	}
	for (int i = 0; units[i]; i++, unit >>= 10) {
		if (bytes < unit || bytes % (unit / 2) != 0)
			continue;
		str_addf(out, "+%" PRIu64 "%s%c", bytes / unit,
			 bytes % unit ? ".5" : "", units[i]);
		return;
	}
	str_addf(out, "+%" PRIu64 "B", bytes);
}

/* Appends a part unless the line would become longer than cols. */
static void add_part(struct str *out, int cols, const char *between,
		     const char *part)
{
	if (text_width(out->data) + text_width(between) + text_width(part) >
	    cols)
		return;
	str_adds(out, between);
	str_adds(out, part);
}

static void count_part(struct str *line, int cols, const char *fmt,
		       uint64_t n)
{
	struct str part = STR_INIT;
	char buf[FMT_MAX];

	str_addf(&part, fmt, fmt_grouped(buf, n));
	add_part(line, cols, ", ", part.data);
	str_release(&part);
}

/* The counts; those the scan could not tell are named with the reason. */
static void cell_counts(const struct pages_panel *p, struct str *line,
			int cols, const struct pages_cell *cell, bool tall)
{
	const struct pages *pages = p->map->pages;
	uint64_t there = (uint64_t)cell->sum.resident + cell->sum.swapped;
	char buf[FMT_MAX];

	str_addf(line, _("%s resident"),
		 fmt_grouped(buf, cell->sum.resident));
	if (tall)
		count_part(line, cols, _("%s absent"),
			   cell->pages > there ? cell->pages - there : 0);
	if (pages->swapped == EV_UNKNOWN)
		add_part(line, cols, ", ", _("swapped n/a"));
	else
		count_part(line, cols, _("%s swapped"), cell->sum.swapped);
	if (tall && pages->zero != EV_UNKNOWN)
		count_part(line, cols, _("%s zero page"), cell->sum.zero);
	count_part(line, cols, tall ? _("%s new in 2 s") : _("%s new"),
		   cell->came);
	if (!tall && pages->zero != EV_UNKNOWN)
		count_part(line, cols, _("%s zero page"), cell->sum.zero);
	if (pages->huge != EV_UNKNOWN && cell->sum.huge)
		count_part(line, cols, _("%s huge"), cell->sum.huge);
	if (pages->exclusive != EV_UNKNOWN)
		count_part(line, cols, _("%s exclusive"),
			   cell->sum.exclusive);
	else
		add_part(line, cols, ", ",
			 _("exclusive n/a: this scan cannot tell"));
	if (pages->zero == EV_UNKNOWN)
		add_part(line, cols, ", ",
			 _("zero and huge n/a: needs Linux 6.7"));
}

static void cell_change(const struct pages_panel *p, struct str *line,
			const struct pages_cell *cell)
{
	uint64_t now = p->view->model->now_ns;
	char ago[FMT_MAX], came[FMT_MAX], went[FMT_MAX];

	if (!cell->scanned || !cell->changed_ns) {
		str_adds(line, _("no change seen"));
		return;
	}
	str_addf(line, _("last change %s ago"),
		 fmt_ago(ago, now, cell->changed_ns));
	if (cell->came || cell->went)
		str_addf(line, _(": +%s -%s pages"),
			 fmt_grouped(came, cell->came),
			 fmt_grouped(went, cell->went));
}

static void second_line(const struct pages_panel *p, struct canvas *c, int row,
			const struct pages_cell *cell)
{
	struct str line = STR_INIT;
	int cols = c->clip.cols - 1;

	cell_change(p, &line, cell);
	add_part(&line, cols, "; ",
		 _("who touched it n/a: faults are not traced"));
	add_part(&line, cols, "; ", _("written n/a: not tracked"));
	canvas_field(c, row, 1, cols, STYLE_DIM, line.data);
	str_release(&line);
}

/* Where there is no room for the sentence: "+282M  120 of 256". */
static void short_line(const struct pages_panel *p, struct str *line,
		       const struct pages_cell *cell, uint64_t i)
{
	const struct pages_map *map = p->map;
	char n[FMT_MAX], of[FMT_MAX];

	panel_offset(line, pages_cell_start(map, i) - map->start);
	if (cell->scanned)
		str_addf(line, _("  %s of %s"),
			 fmt_grouped(n, cell->sum.resident),
			 fmt_grouped(of, cell->pages));
	else
		str_adds(line, _("  not seen yet"));
}

void panel_cell(const struct pages_panel *p, struct canvas *c, int row,
		int rows, uint64_t i, bool tall)
{
	const struct pages_map *map = p->map;
	uint64_t cols = (uint64_t)map->cols;
	struct str line = STR_INIT, what = STR_INIT;
	struct pages_cell cell;
	char buf[FMT_MAX];
	int room = c->clip.cols - 1;

	pages_cell(map, i, &cell);
	if (room < FOOT_ROOM) {
		short_line(p, &line, &cell, i);
		canvas_field(c, row, 1, room, STYLE_TEXT, line.data);
		str_release(&line);
		return;
	}
	fmt_addr(buf, pages_cell_start(map, i));
	str_addf(&line, "%s ", buf);
	panel_offset(&line, pages_cell_start(map, i) - map->start);
	str_adds(&line, "  ");
	if (tall) {
		str_adds(&line, i / cols % 2 ? _("lower half: ") :
			 _("upper half: "));
	} else {
		say_pages(&line, cell.pages);
		str_adds(&line, ": ");
	}
	if (cell.scanned)
		cell_counts(p, &line, room, &cell, tall);
	else
		str_adds(&line, _("not looked at yet"));
	if (tall) {
		region_short(&what, p->region, !p->view->look.utf8);
		add_part(&line, room, "; ", what.data);
	}
	canvas_field(c, row, 1, room, STYLE_TEXT, line.data);
	if (rows > 1)
		second_line(p, c, row + 1, &cell);
	str_release(&what);
	str_release(&line);
}
