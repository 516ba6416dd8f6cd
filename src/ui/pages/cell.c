/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The footer of Pages: describes the cell under the cursor. */
#include <config.h>

#include <inttypes.h>

#include "base/text.h"
#include "ui/words/fault.h"
#include "ui/kit/i18n.h"
#include "ui/pages/panel.h"
#include "ui/kit/say.h"
#include "ui/words/what.h"
#include "ui/words/writes.h"

/* A cell is described in a sentence only if there is this much room. */
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

/* Appends a part, unless it would make the line longer than cols columns. */
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

/* Appends how live heap blocks use the resident pages. */
static void heap_counts(struct str *line, int cols,
			const struct pages_cell *cell)
{
	struct str part = STR_INIT;
	char buf[FMT_MAX];

	if (!cell->heap_known) {
		/* TRANSLATORS: heap blocks in these pages. */
		add_part(line, cols, ", ", _("blocks not seen yet"));
		return;
	}
	/* TRANSLATORS: number of pages of which live heap blocks fill all, a
	 * part or nothing. */
	count_part(line, cols, _("%s live"), cell->heap.live);
	count_part(line, cols, _("%s mixed"), cell->heap.mixed);
	count_part(line, cols, _("%s free"), cell->heap.free);
	/* TRANSLATORS: bytes. */
	str_addf(&part, _("blocks %s"), fmt_size(buf, cell->heap.bytes));
	add_part(line, cols, ", ", part.data);
	str_release(&part);
}

/* Appends the counts of a cell.  In place of a count that the scan does not
 * have, appends the reason. */
static void cell_counts(const struct pages_map *map, struct str *line,
			int cols, const struct pages_cell *cell, bool tall)
{
	const struct pages *pages = cell->from;
	uint64_t there = (uint64_t)cell->sum.resident + cell->sum.swapped;
	char buf[FMT_MAX];

	str_addf(line, _("%s resident"),
		 fmt_grouped(buf, cell->sum.resident));
	if (map->paint == PAINT_HEAP)
		heap_counts(line, cols, cell);
	if (tall)
		count_part(line, cols, _("%s absent"),
			   cell->pages > there ? cell->pages - there : 0);
	if (pages->swapped == EV_UNKNOWN)
		add_part(line, cols, ", ", _("swapped n/a"));
	else
		count_part(line, cols, _("%s swapped"), cell->sum.swapped);
	if (pages->written != EV_UNKNOWN)
		count_part(line, cols, _("%s written"), cell->sum.written);
	if (pages->zero != EV_UNKNOWN)
		count_part(line, cols, _("%s zero page"), cell->sum.zero);
	count_part(line, cols, tall ? _("%s new in 2 s") : _("%s new"),
		   cell->came);
	if (pages->huge != EV_UNKNOWN && cell->sum.huge)
		count_part(line, cols, _("%s huge"), cell->sum.huge);
	if (pages->exclusive != EV_UNKNOWN)
		count_part(line, cols, _("%s exclusive"),
			   cell->sum.exclusive);
	else
		add_part(line, cols, ", ", map->space ?
			 _("exclusive n/a: needs one region") :
			 _("exclusive n/a: scan cannot tell"));
	if (pages->zero == EV_UNKNOWN)
		add_part(line, cols, ", ",
			 _("zero pages and huge pages n/a: need Linux 6.7"));
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

static void add_written(const struct pages_panel *p, struct str *line, int cols,
			const struct pages_cell *cell)
{
	const char *why = written_why_not(p->process, cell->from);
	struct str part = STR_INIT;
	char ago[FMT_MAX];

	if (why)
		str_addf(&part, _("written %s"), why);
	else if (cell->written_ns)
		str_addf(&part, _("written %s ago"),
			 fmt_ago(ago, p->view->model->now_ns,
				 cell->written_ns));
	else
		str_adds(&part, _("no write seen"));
	add_part(line, cols, "; ", part.data);
	str_release(&part);
}

static void second_line(const struct pages_panel *p, struct canvas *c, int row,
			const struct pages_cell *cell)
{
	const char *why = faults_why_not(p->view->model);
	struct str line = STR_INIT, change = STR_INIT, none = STR_INIT;
	const struct fault_last *last = p->region->faults ?
		&p->region->faults->last : NULL;
	int cols = c->clip.cols - 1;

	if (last)
		last_fault_words(&line, view_process(p->view), last,
				 p->view->model->now_ns, !p->view->look.utf8);
	if (last && shows_sources(p->view->model, c->clip.cols))
		cols = put_sources(c, row, c->clip.cols, STYLE_DIM,
				   last->source, last->also) - 1;
	cell_change(p, &change, cell);
	add_part(&line, cols, line.len ? "; " : "", change.data);
	if (why && !p->view->model->perf_known)
		str_adds(&none,
			 _("last fault n/a: faults are not traced"));
	else if (why)
		str_addf(&none, _("last fault %s"), why);
	else if (!p->region->faults)
		str_adds(&none, _("no fault seen"));
	if (none.len)
		add_part(&line, cols, "; ", none.data);
	add_written(p, &line, cols, cell);
	canvas_field(c, row, 1, cols, STYLE_DIM, line.data);
	str_release(&none);
	str_release(&change);
	str_release(&line);
}

/* Appends the start address of the cell, and its offset in the region. */
static void cell_place(const struct pages_map *map, struct str *line,
		       uint64_t i)
{
	char buf[FMT_MAX];

	str_adds(line, fmt_addr(buf, pages_cell_start(map, i)));
	if (map->space)
		return;
	str_adds(line, " ");
	panel_offset(line, pages_cell_start(map, i) - map->start);
}

/* Appends the short text for a narrow pane: "+282M 120 of 256". */
static void short_line(const struct pages_panel *p, struct str *line,
		       const struct pages_cell *cell, uint64_t i)
{
	const struct pages_map *map = p->map;
	char n[FMT_MAX], of[FMT_MAX];

	if (map->space)
		cell_place(map, line, i);
	else
		panel_offset(line, pages_cell_start(map, i) - map->start);
	if (cell->scanned)
		str_addf(line, _("  %s of %s"),
			 fmt_grouped(n, cell->sum.resident),
			 fmt_grouped(of, cell->pages));
	else
		str_adds(line, _("  not seen yet"));
}

/* Appends "cell = 64 pages of 3 regions: ". */
static void cell_of_words(const struct pages_map *map, struct str *line,
			  const struct pages_cell *cell, uint64_t i)
{
	const struct space_cell *sc = map->space
		? space_map_cell(map->space, i) : NULL;
	char buf[FMT_MAX];

	str_adds(line, _("cell = "));
	say_pages(line, cell->pages);
	if (sc && sc->last > sc->region)
		str_addf(line, _(" of %s regions"),
			 fmt_grouped(buf, sc->last - sc->region + 1));
	str_adds(line, ": ");
}

static void fold_line(const struct pages_panel *p, struct str *line,
		      uint64_t i)
{
	const struct space_map *sm = p->map->space;
	uint64_t row = i / (2 * (uint64_t)sm->cols);
	struct str what = STR_INIT;
	char size[FMT_MAX];

	cell_place(p->map, line, i);
	str_adds(line, "  ");
	if (row < sm->rows.n)
		space_fold_words(line, &sm->rows.v[row],
				 !p->view->look.utf8);
	region_short(&what, p->region, !p->view->look.utf8);
	str_addf(line, "; %s %s", what.data,
		 fmt_size(size, p->region->end - p->region->start));
	str_release(&what);
}

static void first_line(const struct pages_panel *p, struct str *line, int room,
		       const struct pages_cell *cell, uint64_t i, bool tall)
{
	const struct pages_map *map = p->map;
	struct str what = STR_INIT;

	cell_place(map, line, i);
	str_adds(line, "  ");
	if (tall && !map->space && !map->big)
		str_adds(line, i / (uint64_t)map->cols % 2 ?
			 _("lower half: ") : _("upper half: "));
	else
		cell_of_words(map, line, cell, i);
	if (cell->scanned)
		cell_counts(map, line, room, cell, tall);
	else
		str_adds(line, _("not scanned yet"));
	if (tall) {
		region_short(&what, p->region, !p->view->look.utf8);
		add_part(line, room, "; ", what.data);
	}
	str_release(&what);
}

static uint64_t pages_range_end(const struct pages_map *map,
				const struct pages_range *range)
{
	const struct space_cell *last = map->space ?
		space_map_cell(map->space, range->last) : NULL;
	uint64_t end;

	if (map->space)
		return last ? last->end : pages_cell_start(map, range->last);
	end = pages_cell_start(map, range->last) +
	      map->cell_pages * map->page_size;
	return end < map->end ? end : map->end;
}

/* Draws the selected range: "7f1c50000000-7f1c50400000 4.00M 1,024 pages: " and
 * the counts. */
static void range_lines(const struct pages_panel *p, struct canvas *c, int row,
			int rows, bool tall)
{
	const struct pages_map *map = p->map;
	const struct pages_range *range = p->range;
	struct pages_cell sum = { .pages = 0 }, cell;
	int room = c->clip.cols - 1;
	struct str line = STR_INIT;
	char from[FMT_MAX], to[FMT_MAX], size[FMT_MAX];

	for (uint64_t i = range->first; i <= range->last; i++) {
		pages_cell(map, i, &cell);
		if (sum.pages && cell.pages)
			pages_cell_add(&sum, &cell);
		else if (cell.pages)
			sum = cell;
	}
	str_addf(&line, "%s-%s  ",
		 fmt_addr(from, pages_cell_start(map, range->first)),
		 fmt_addr(to, pages_range_end(map, range)));
	str_addf(&line, "%s  ", fmt_size(size, sum.pages * map->page_size));
	say_pages(&line, sum.pages);
	str_adds(&line, ": ");
	if (sum.scanned)
		cell_counts(map, &line, room, &sum, tall);
	else
		str_adds(&line, _("not scanned yet"));
	canvas_field(c, row, 1, room, STYLE_TEXT, line.data);
	if (rows > 1 && sum.pages && room >= FOOT_ROOM)
		second_line(p, c, row + 1, &sum);
	str_release(&line);
}

void panel_cell(const struct pages_panel *p, struct canvas *c, int row,
		int rows, uint64_t i, bool tall)
{
	struct str line = STR_INIT;
	struct pages_cell cell;
	int room = c->clip.cols - 1;

	if (p->range) {
		range_lines(p, c, row, rows, tall);
		return;
	}
	pages_cell(p->map, i, &cell);
	if (p->map->space && !cell.pages)
		fold_line(p, &line, i);
	else if (room < FOOT_ROOM)
		short_line(p, &line, &cell, i);
	else
		first_line(p, &line, room, &cell, i, tall);
	canvas_field(c, row, 1, room, STYLE_TEXT, line.data);
	if (rows > 1 && cell.pages && room >= FOOT_ROOM)
		second_line(p, c, row + 1, &cell);
	str_release(&line);
}
