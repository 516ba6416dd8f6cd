/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heatmap is correct: known stripes of resident and absent pages are drawn
 * in their places, at every zoom and in every look, and the footers of the
 * cells add up to the region.
 */
#include <config.h>

#include "screens-harness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "model/model.h"
#include "ui/pages/map.h"

#define START UINT64_C(0x7f1c40000000)
#define PAGE 4096u
#define PAGES 65536u			/* 256 MiB */
#define STRIPE 1024u
#define BIN 16u
/* Longer than a change is highlighted. */
#define SECOND UINT64_C(1000000000)

/* One pane on one region, and the pages of its map. */
struct scene {
	struct model *m;
	struct view view;
	void *state;
	struct canvas c;
	uint64_t pages;			/* in the region now */
	uint32_t (*on)(uint64_t page);	/* 1 if the page is resident */
	/* Read from the picture: */
	uint64_t cell_pages;
	int axis, cols;
};

static uint32_t striped(uint64_t page)
{
	return page / STRIPE % 2 == 0;
}

/* An irregular pattern; the last third is absent. */
static uint32_t scattered(uint64_t page)
{
	return page < 43000 && (page * 2654435761u >> 7) % 5 < 2;
}

/* Some of the absent pages of the first half are in swap. */
static uint32_t swapped(const struct scene *s, uint64_t page)
{
	return page < PAGES / 2 && page % 11 == 0 && !s->on(page);
}

static void give_region(struct scene *s, enum region_op op, uint64_t pages)
{
	struct event ev = {
		.time_ns = s->m->now_ns + 3 * SECOND, .pid = 9, .tid = 9,
		.kind = EV_REGION, .source = 'm',
		.u.region = {
			.op = op, .old_start = START, .start = START,
			.end = START + pages * PAGE, .perm = PERM_R | PERM_W,
			.kind = KIND_ANON, .rss = EV_UNKNOWN,
			.pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
		},
	};

	model_event(s->m, &ev);
	ev.u.region = (struct ev_region){ .op = REGION_SYNC };
	model_event(s->m, &ev);
	s->pages = pages;
}

static void count_page(const struct scene *s, uint64_t p, struct page_bin *b)
{
	uint32_t there = s->on(p);

	b->resident += there;
	b->zero += there && p % 7 == 0;
	b->exclusive += there && p % 7 != 0;
	b->swapped += swapped(s, p);
}

static void give_pages(struct scene *s)
{
	uint64_t bin = pages_bin_size(s->pages, PAGES_BINS_MAX);
	size_t n = (size_t)((s->pages + bin - 1) / bin);
	struct page_bin *bins = xcalloc(n, sizeof *bins);
	struct event ev = {
		.time_ns = s->m->now_ns + 3 * SECOND, .pid = 9,
		.kind = EV_PAGES, .source = 'm',
		.u.pages = {
			.start = START, .end = START + s->pages * PAGE,
			.scanned = START + s->pages * PAGE, .page_size = PAGE,
			.bin_pages = bin, .detail = 1, .written = EV_UNKNOWN,
		},
	};

	for (uint64_t p = 0; p < s->pages; p++)
		count_page(s, p, &bins[p / bin]);
	for (size_t i = 0; i < n; i++) {
		ev.u.pages.resident += bins[i].resident;
		ev.u.pages.zero += bins[i].zero;
		ev.u.pages.exclusive += bins[i].exclusive;
		ev.u.pages.swapped += bins[i].swapped;
	}
	ev.u.pages.bins.data = bins;
	ev.u.pages.bins.len = n * sizeof *bins;
	model_event(s->m, &ev);
	/* Once more, later: changes are no longer highlighted. */
	ev.time_ns += 3 * SECOND;
	model_event(s->m, &ev);
	free(bins);
}

static void scene_init(struct scene *s, uint32_t (*on)(uint64_t page),
		       int rows, int cols, bool utf8, int colors)
{
	struct event ev = {
		.time_ns = 1, .pid = 9, .tid = 9, .kind = EV_PROCESS,
		.source = 't',
		.u.process = { .op = PROCESS_LAUNCH, .child = 9,
			       .child_pid = 9, .status = -1, .signal = -1 },
	};

	*s = (struct scene){ .m = model_new(), .on = on };
	model_event(s->m, &ev);
	give_region(s, REGION_ADD, PAGES);
	give_pages(s);
	s->view = (struct view){
		.look = { .utf8 = utf8, .colors = colors }, .pid = 9,
		.region = START, .region_end = START + PAGES * PAGE,
		.focus = PANE_PAGES, .model = s->m,
	};
	s->state = pages_pane.new_state();
	canvas_init(&s->c, rows, cols);
	s->cols = cols >= 78 ? 64 : cols >= 46 ? 32 : 16;
	s->axis = 14;
}

static void scene_release(struct scene *s)
{
	canvas_release(&s->c);
	pages_pane.free_state(s->state);
	model_free(s->m);
}

static void row_text(const struct scene *s, int row, struct str *out)
{
	str_clear(out);
	for (int x = 0; x < s->c.cols; x++)
		str_adds(out, canvas_at(&s->c, row, x)->text);
}

/* Stores the number before `word`, which may contain commas, of any row; false
 * if there is none. */
static bool number_before(const struct scene *s, const char *word,
			  uint64_t *value)
{
	struct str line = STR_INIT;
	bool found = false;

	for (int y = s->c.rows; y-- > 0 && !found;) {
		const char *at, *p;
		uint64_t unit = 1;

		row_text(s, y, &line);
		at = strstr(line.data, word);
		if (!at)
			continue;
		*value = 0;
		for (p = at; p > line.data && strchr("0123456789,", p[-1]);
		     p--) {
			if (p[-1] == ',')
				continue;
			*value += unit * (uint64_t)(p[-1] - '0');
			unit *= 10;
		}
		found = p != at;
	}
	str_release(&line);
	return found;
}

static void paint(struct scene *s)
{
	canvas_clear(&s->c);
	s->view.window = (struct view_window){ .cell_pages = 0 };
	pages_pane.draw(s->state, &s->view, &s->c, true);
}

/* Sends the pages in view at the size of a cell, as the engine does. */
static void give_window(struct scene *s)
{
	const struct view_window *w = &s->view.window;
	uint64_t first = (w->start - START) / PAGE;
	uint64_t pages = (w->end - w->start) / PAGE;
	size_t n = (size_t)((pages + w->cell_pages - 1) / w->cell_pages);
	struct page_bin *bins = xcalloc(n, sizeof *bins);
	struct event ev = {
		.time_ns = s->m->now_ns, .pid = 9, .kind = EV_PAGES,
		.source = 'm',
		.u.pages = {
			.start = w->start, .end = w->end, .scanned = w->end,
			.page_size = PAGE, .bin_pages = w->cell_pages,
			.detail = PAGES_OF_WINDOW, .written = EV_UNKNOWN,
			.bins = { bins, n * sizeof *bins },
		},
	};

	for (uint64_t p = first; p < first + pages; p++)
		count_page(s, p, &bins[(p - first) / w->cell_pages]);
	model_event(s->m, &ev);
	free(bins);
}

static void draw(struct scene *s)
{
	paint(s);
	if (s->view.window.cell_pages && !s->view.window.space) {
		give_window(s);
		paint(s);
	}
}

static unsigned command(struct scene *s, enum cmd cmd)
{
	unsigned done = pages_pane.command(s->state, &s->view, cmd);

	draw(s);
	return done;
}

/* Reads the pages of a cell: from "cell 256 pages = 1.00M" if the pane shows
 * it, else from the footer of the first cell. */
static bool read_cell(struct scene *s)
{
	return number_before(s, " pages = ", &s->cell_pages) ||
	       number_before(s, " page = ", &s->cell_pages) ||
	       number_before(s, " pages: ", &s->cell_pages) ||
	       number_before(s, " page: ", &s->cell_pages);
}

static uint64_t on_in(const struct scene *s, uint64_t first, uint64_t n)
{
	uint64_t on = 0;

	for (uint64_t p = first; p < first + n && p < s->pages; p++)
		on += s->on(p);
	return on;
}

/* The number of pages in the cell that starts at page `first`. */
static uint64_t held_by(const struct scene *s, uint64_t first)
{
	uint64_t left = first < s->pages ? s->pages - first : 0;

	return left < s->cell_pages ? left : s->cell_pages;
}

/* True if no page of the cell is resident and some are in swap. */
static bool is_swapped_out(const struct scene *s, uint64_t first, uint64_t n)
{
	bool some = false;

	for (uint64_t p = first; p < first + n; p++) {
		if (s->on(p))
			return false;
		some = some || swapped(s, p);
	}
	return some;
}

/* A stripe fills whole or half cells or none, so there are only these
 * shades. */
static uint32_t role_of(const struct scene *s, uint64_t first, uint64_t n)
{
	uint64_t on = on_in(s, first, n);

	if (!n)
		return STYLE_PG_NONE;
	if (is_swapped_out(s, first, n))
		return STYLE_PG_SWAP;
	return on == 0 ? STYLE_PG_ABSENT : on == n ? STYLE_PG_6 : STYLE_PG_3;
}

/* True if the character at (row, x) of the map shows its two cells. */
static bool char_true(const struct scene *s, const struct cell *cell,
		      uint64_t up, uint64_t low)
{
	uint64_t n = held_by(s, up), ln = held_by(s, low);
	uint64_t u = on_in(s, up, n), l = on_in(s, low, ln), on = u + l;
	style st = cell->style & ~STYLE_REVERSE;
	const char *glyph;

	if (s->view.look.utf8 && s->view.look.colors >= 256) {
		uint32_t top = role_of(s, up, n), bottom = role_of(s, low, ln);

		/* Two equal halves have the sign of their role. */
		if (!strcmp(cell->text, "▀"))
			return top != bottom && st == STYLE_PAIR(top, bottom);
		if (!strcmp(cell->text, "▄"))
			return top != bottom && st == STYLE_PAIR(bottom, top);
		return top == bottom && st == STYLE_PAIR(top, bottom) &&
		       !strcmp(cell->text, pages_glyph(&s->view.look, top));
	}
	if (is_swapped_out(s, up, n) || is_swapped_out(s, low, ln))
		glyph = "s";
	else if (s->view.look.utf8)
		glyph = u && l ? (4 * u >= 3 * n && 4 * l >= 3 * ln ? "█" :
				  "▓") : u ? "▀" : l ? "▄" : "·";
	else
		glyph = !on ? "." : on == n + ln ? "#" :
			5 * on < 2 * (n + ln) ? "-" : "=";
	return strcmp(cell->text, glyph) == 0;
}

/* Checks all map rows in view, and marks their pages in `seen`. */
static bool view_true(const struct scene *s, uint8_t *seen)
{
	uint64_t cols = (uint64_t)s->cols, n = s->cell_pages;
	struct str line = STR_INIT;
	bool ok = true;
	int rows = 0;

	for (int y = 1; y < s->c.rows; y++) {
		uint64_t first;
		char *end;

		row_text(s, y, &line);
		/* A mark may precede the address; the line of a range is not a
		 * row. */
		first = strtoull(line.data + (line.data[0] & 0x80 ? 3 : 1),
				 &end, 16);
		if (first < START || (first - START) / PAGE >= s->pages ||
		    strncmp(end, " +", 2) == 0 || *end == '-')
			continue;
		rows++;
		first = (first - START) / PAGE;
		for (uint64_t x = 0; x < cols && first + x * n < s->pages;
		     x++) {
			uint64_t up = first + x * n, low = up + cols * n;
			const struct cell *cell = canvas_at(&s->c, y,
						s->axis + (int)x);

			for (uint64_t p = up; p < up + n && p < s->pages; p++)
				seen[p] = 1;
			for (uint64_t p = low; p < low + n && p < s->pages;
			     p++)
				seen[p] = 1;
			if (char_true(s, cell, up, low))
				continue;
			if (ok)
				printf("# page %" PRIu64 " of %" PRIu64
				       "-page cells: '%s' style %#x\n", up, n,
				       cell->text, cell->style);
			ok = false;
		}
	}
	str_release(&line);
	return ok && rows > 0;
}

/* Checks all of the region at the current zoom, by scrolling. */
static bool zoom_true(struct scene *s)
{
	uint8_t *seen = xcalloc(PAGES, 1);
	uint64_t before;
	bool ok = true;

	command(s, DO_HOME);
	if (!read_cell(s))
		ok = false;
	do {
		before = s->view.page;
		ok = ok && view_true(s, seen);
		command(s, DO_PAGE_DOWN);
	} while (s->view.page != before && ok);
	for (uint64_t p = 0; p < s->pages && ok; p++)
		ok = seen[p];
	free(seen);
	return ok;
}

/* Returns the number of zooms, 0 if one of them is wrong. */
static int all_zooms(struct scene *s)
{
	int zooms = 0;

	draw(s);
	do {
		if (!zoom_true(s))
			return 0;
		zooms++;
	} while (s->cell_pages > 1 && command(s, DO_ZOOM_IN));
	return s->cell_pages == 1 ? zooms : 0;
}

static void test_stripes(int rows, int cols, bool utf8, int colors,
			 int expected)
{
	struct scene s;
	char name[80];
	int zooms;

	scene_init(&s, striped, rows, cols, utf8, colors);
	zooms = all_zooms(&s);
	snprintf(name, sizeof name,
		 "stripes %dx%d %s %d colours: right at all %d zooms",
		 cols, rows, utf8 ? "UTF-8" : "ASCII", colors, zooms);
	golden_ok(zooms == expected, name);
	scene_release(&s);
}

/* Checks the footer of each cell: its counts, and their sums. */
static bool footers_add_up(struct scene *s)
{
	uint64_t bytes, sum[4] = { 0 }, of = 0;
	bool ok = read_cell(s);

	bytes = s->cell_pages * PAGE;
	for (uint64_t at = 0; at < s->pages * PAGE && ok; at += bytes) {
		static const char *const words[4] = {
			" resident", " swapped", " zero page", " exclusive",
		};
		uint64_t n, first = at / PAGE;

		s->view.page = START + at;
		draw(s);
		for (int i = 0; i < 4 && ok; i++) {
			ok = number_before(s, words[i], &n);
			sum[i] += n;
			if (i == 0)
				ok = ok && n == on_in(s, first, s->cell_pages);
		}
		ok = ok && (number_before(s, " pages: ", &n) ||
			    number_before(s, " page: ", &n));
		of += n;
		if (!ok)
			printf("# the footer of page %" PRIu64 "\n", first);
	}
	const struct pages *p = &model_process(s->m, 9)->space.detail;

	return ok && of == s->pages && sum[0] == p->resident &&
	       sum[1] == p->swapped && sum[2] == p->zero &&
	       sum[3] == p->exclusive;
}

static void test_footers(void)
{
	struct scene s;
	int zooms = 0;
	bool ok = true;

	scene_init(&s, scattered, 5, 120, true, 256);
	draw(&s);
	/* Without the finest zoom: it has thousands of cells, each needs a
	 * redraw. */
	do {
		ok = footers_add_up(&s);
		zooms++;
	} while (ok && s.cell_pages > 2 * BIN && command(&s, DO_ZOOM_IN));
	golden_ok(ok && zooms == 4,
		  "the footers of all cells add up to the region");
	scene_release(&s);
}

/* A growing region fills further cells and moves no page. */
static void test_growth(void)
{
	uint8_t *seen = xcalloc(PAGES, 1);
	uint64_t cell;
	struct scene s;
	bool ok;

	scene_init(&s, striped, 24, 80, true, 256);
	s.view.region_end = START;
	give_region(&s, REGION_CHANGE, PAGES / 4 + 100);
	give_pages(&s);
	draw(&s);
	ok = read_cell(&s) && view_true(&s, seen);
	cell = s.cell_pages;
	give_region(&s, REGION_CHANGE, PAGES / 2 + 700);
	draw(&s);
	ok = ok && read_cell(&s) && s.cell_pages == cell;
	give_pages(&s);
	draw(&s);
	ok = ok && read_cell(&s) && s.cell_pages == cell &&
	     view_true(&s, seen);
	golden_ok(ok, "a growing region does not rescale the map");
	give_region(&s, REGION_CHANGE, PAGES / 4 + 7);
	draw(&s);
	golden_ok(read_cell(&s) && s.cell_pages == cell,
		  "a shrinking region does not rescale the map");
	command(&s, DO_END);
	golden_ok(s.view.page < START + s.pages * PAGE,
		  "the cursor stays in the shrunk region");
	free(seen);
	scene_release(&s);
}

/* Zooming keeps the address under the cursor, down to one page. */
static void test_zoom(void)
{
	struct scene s;
	uint64_t at = START + UINT64_C(40001) * PAGE, n;
	bool ok = true;

	scene_init(&s, striped, 8, 80, true, 256);
	s.view.page = at;
	draw(&s);
	do {
		ok = ok && read_cell(&s) && s.view.page == at &&
		     number_before(&s, " resident", &n) &&
		     n == on_in(&s, (at - START) / PAGE / s.cell_pages *
				    s.cell_pages, s.cell_pages);
	} while (s.cell_pages > 1 && command(&s, DO_ZOOM_IN));
	golden_ok(ok && s.cell_pages == 1,
		  "zooming in keeps the cursor on its page");
	golden_ok(command(&s, DO_ZOOM_IN) && command(&s, DO_ZOOM_IN) == 0,
		  "large cells of one page are the finest zoom");
	command(&s, DO_ZOOM_ALL);
	golden_ok(command(&s, DO_ZOOM_OUT) && s.view.window.space,
		  "zooming out of a region shows all regions");
	golden_ok(command(&s, DO_ZOOM_OUT) == 0,
		  "the map of all regions is the coarsest zoom");
	golden_ok(command(&s, DO_ZOOM_IN) && !s.view.window.space &&
		  s.view.region == START && s.view.page == at,
		  "zooming in again returns to the cursor");
	golden_ok((command(&s, DO_REGION_NEXT) & CMD_FOCUS) == 0 &&
		  s.view.region == START,
		  "the next region of a single one is itself");
	scene_release(&s);
}

int main(void)
{
	golden_plan(21);
	test_stripes(40, 120, true, 256, 5);
	test_stripes(70, 237, true, 256, 4);
	test_stripes(40, 120, true, 8, 5);
	test_stripes(24, 80, true, 256, 6);
	test_stripes(24, 80, false, 0, 6);
	test_stripes(12, 120, true, 8, 7);
	test_stripes(12, 120, false, 8, 7);
	test_stripes(5, 80, true, 0, 9);
	test_stripes(5, 60, true, 256, 10);
	test_stripes(4, 60, false, 256, 11);
	test_stripes(3, 100, true, 256, 9);
	test_footers();
	test_growth();
	test_zoom();
	return golden_done();
}
