/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The map of the pane Pages at every zoom: a cell has the exact count of its
 * pages or is unknown, wherever the window is. The map of the whole address
 * space has all regions, and each page once.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "ui/pages/map.h"

#define PAGE 4096u
#define START UINT64_C(0x7f1c40003000)
#define SECOND UINT64_C(1000000000)

static uint32_t striped(uint64_t page)
{
	return page / 1024 % 2 == 0;
}

static uint32_t scattered(uint64_t page)
{
	return (page * UINT64_C(0x9e3779b97f4a7c15) >> 40) % 3 == 0;
}

struct scene {
	struct model *m;
	struct view view;
	uint64_t pages;
	uint32_t (*on)(uint64_t page);
	uint32_t *before;		/* before[i]: number of resident pages
					 * in [0, i) */
};

static void give_region(struct model *m, uint64_t start, uint64_t end,
			uint64_t perm)
{
	struct event ev = {
		.time_ns = 1, .pid = 9, .tid = 9, .kind = EV_REGION,
		.source = 'm',
		.u.region = {
			.op = REGION_ADD, .old_start = start, .start = start,
			.end = end, .perm = perm, .kind = KIND_ANON,
			.rss = EV_UNKNOWN, .pss = EV_UNKNOWN,
			.swap = EV_UNKNOWN,
		},
	};

	model_event(m, &ev);
}

static struct model *new_model(void)
{
	struct event ev = {
		.time_ns = 1, .pid = 9, .tid = 9, .kind = EV_PROCESS,
		.source = 't',
		.u.process = { .op = PROCESS_LAUNCH, .child = 9,
			       .child_pid = 9, .status = -1, .signal = -1 },
	};
	struct model *m = model_new();

	model_event(m, &ev);
	return m;
}

/* An event for pages [first, first + n) of the region, as the engine sends
 * it. */
static void give_pages(struct scene *s, enum pages_of what, uint64_t first,
		       uint64_t n, uint64_t bin)
{
	size_t bins = (size_t)((n + bin - 1) / bin);
	struct page_bin *v = xcalloc(bins, sizeof *v);
	struct event ev = {
		.time_ns = s->m->now_ns, .pid = 9, .kind = EV_PAGES,
		.source = 'm',
		.u.pages = {
			.start = START + first * PAGE,
			.end = START + (first + n) * PAGE,
			.scanned = START + (first + n) * PAGE,
			.page_size = PAGE, .bin_pages = bin, .detail = what,
			.written = EV_UNKNOWN,
			.bins = { v, bins * sizeof *v },
		},
	};

	for (size_t i = 0; i < bins; i++) {
		uint64_t from = first + i * bin;
		uint64_t to = from + bin < first + n ? from + bin : first + n;

		v[i].resident = s->before[to] - s->before[from];
		ev.u.pages.resident += v[i].resident;
	}
	model_event(s->m, &ev);
	free(v);
}

static void scene_init(struct scene *s, uint64_t pages,
		       uint32_t (*on)(uint64_t page))
{
	*s = (struct scene){ .m = new_model(), .pages = pages, .on = on };
	s->before = xcalloc(pages + 1, sizeof *s->before);
	for (uint64_t p = 0; p < pages; p++)
		s->before[p + 1] = s->before[p] + on(p);
	give_region(s->m, START, START + pages * PAGE, PERM_R | PERM_W);
	give_pages(s, PAGES_OF_FOCUS, 0, pages,
		   pages_bin_size(pages, PAGES_BINS_MAX));
	s->m->now_ns += 5 * SECOND;
	s->view = (struct view){ .model = s->m, .pid = 9, .region = START };
}

static void scene_release(struct scene *s)
{
	free(s->before);
	model_free(s->m);
}

/* Returns the number of known cells; each of them must have the exact count. */
static uint64_t count_exact_cells(const struct scene *s, uint64_t cell_pages,
				  uint64_t from, uint64_t to, uint64_t step)
{
	struct process *p = model_process(s->m, 9);
	struct region *r = space_at(&p->space, START);
	struct pages_map map;
	uint64_t told = 0;

	pages_map_init(&map, &s->view, p, r, cell_pages, 64, PAINT_PRESENCE);
	assert_int_equal(map.cell_pages, cell_pages);
	assert_int_equal(map.cells, (s->pages + cell_pages - 1) / cell_pages);
	for (uint64_t i = from; i < to && i < map.cells; i += step) {
		uint64_t a = i * cell_pages;
		uint64_t b = a + cell_pages < s->pages ? a + cell_pages
						       : s->pages;
		struct pages_cell cell;

		pages_cell(&map, i, &cell);
		assert_int_equal(cell.pages, b - a);
		if (!cell.scanned)
			continue;
		assert_int_equal(cell.sum.resident,
				 s->before[b] - s->before[a]);
		told++;
	}
	return told;
}

/* At every zoom from one page up, with windows at odd rows, every cell in the
 * window is known, and no cell outside is wrong. */
static void check_every_zoom(uint32_t (*on)(uint64_t page))
{
	const uint64_t pages = (UINT64_C(4) << 20) + 777;	/* 16 GiB */
	uint64_t line = 128;
	struct scene s;

	scene_init(&s, pages, on);
	for (uint64_t cell = 1; cell <= 65536; cell *= 2) {
		uint64_t rows = (pages / cell + line) / line;

		for (uint64_t row = 0; row < rows; row += 1 + rows / 5) {
			uint64_t first = row * line * cell;
			uint64_t n = 30 * line * cell;
			uint64_t cells;

			if (n > pages - first)
				n = pages - first;
			cells = (n + cell - 1) / cell;
			give_pages(&s, PAGES_OF_WINDOW, first, n, cell);
			assert_int_equal(count_exact_cells(&s, cell, row * line,
					row * line + cells, 1), cells);
			count_exact_cells(&s, cell, 0, UINT64_MAX,
					  1 + pages / cell / 5003);
			/* After a zoom, cells from the old bins are exact or
			 * unknown. */
			count_exact_cells(&s, cell * 2, row * line / 2,
					  row * line / 2 + cells, 1);
			if (cell > 1)
				count_exact_cells(&s, cell / 2, row * line * 2,
						  row * line * 2 + cells, 3);
		}
	}
	scene_release(&s);
}

static void striped_pages_are_exact_at_every_zoom(void **state)
{
	(void)state;
	check_every_zoom(striped);
}

static void scattered_pages_are_exact_at_every_zoom(void **state)
{
	(void)state;
	check_every_zoom(scattered);
}

/* If all pages of a bin are equal, its parts are known, too. */
static void parts_of_uniform_bins_are_known(void **state)
{
	const uint64_t pages = 1 << 20;		/* bins of 256 pages */
	struct scene s;

	(void)state;
	scene_init(&s, pages, striped);
	assert_int_equal(count_exact_cells(&s, 1, 0, pages, 1), pages);
	scene_release(&s);
	scene_init(&s, pages, scattered);
	assert_int_equal(count_exact_cells(&s, 1, 0, pages, 1), 0);
	assert_int_equal(count_exact_cells(&s, 256, 0, pages, 1), pages / 256);
	scene_release(&s);
}

/* --- all regions --------------------------------------------------------- */

/* A region with `there` resident pages from page `first` on, in the bins that
 * the engine uses for the map of the whole address space. */
static void give_at(struct model *m, uint64_t start, uint64_t pages,
		    uint64_t first, uint64_t there, uint64_t perm)
{
	uint64_t bin = pages_bin_size(pages, PAGES_BINS_MAX);
	size_t n = (size_t)((pages + bin - 1) / bin);
	struct page_bin *v = xcalloc(n, sizeof *v);
	struct event ev = {
		.time_ns = 1, .pid = 9, .kind = EV_PAGES, .source = 'm',
		.u.pages = {
			.start = start, .end = start + pages * PAGE,
			.scanned = start + pages * PAGE, .page_size = PAGE,
			.bin_pages = bin, .resident = there,
			.written = EV_UNKNOWN, .exclusive = EV_UNKNOWN,
			.bins = { v, n * sizeof *v },
		},
	};

	for (size_t i = 0; i < n; i++) {
		uint64_t a = i * bin, b = a + bin, end = first + there;

		a = a > first ? a : first;
		b = b < end ? b : end;
		v[i].resident = (uint32_t)(a < b ? b - a : 0);
	}
	give_region(m, start, start + pages * PAGE, perm);
	model_event(m, &ev);
	free(v);
}

static void give_some(struct model *m, uint64_t start, uint64_t pages,
		      uint64_t there, uint64_t perm)
{
	give_at(m, start, pages, 0, there, perm);
}

static void sync_model(struct model *m)
{
	struct event ev = {
		.time_ns = 1, .pid = 9, .kind = EV_REGION, .source = 'm',
		.u.region = { .op = REGION_SYNC },
	};

	model_event(m, &ev);
	m->now_ns += 5 * SECOND;
}

/* Each resident page is in one cell, and the cells are in order of
 * addresses. */
static uint64_t cells_sum(struct model *m, const struct space_map *sm)
{
	struct view view = { .model = m, .pid = 9 };
	struct pages_map map;
	uint64_t sum = 0, last = 0, line = 2 * (uint64_t)sm->cols;

	pages_map_space(&map, &view, sm, PAINT_PRESENCE);
	for (uint64_t i = 0; i < sm->rows.n * line; i++) {
		const struct space_cell *sc = space_map_cell(sm, i);
		struct pages_cell cell;

		pages_cell(&map, i, &cell);
		if (!sc) {
			assert_int_equal(cell.pages, 0);
			continue;
		}
		assert_true(cell.scanned);
		assert_true(cell.pages && cell.pages <= sm->cell_most);
		assert_true(sc->start >= last && sc->end > sc->start);
		last = sc->end;
		sum += cell.sum.resident;
	}
	return sum;
}

static void give_ordinary_regions(struct model *m)
{
	give_some(m, 0x55d0c8a00000, 7, 5, PERM_R | PERM_X);
	give_some(m, 0x55d0c8a07000, 3, 3, PERM_R | PERM_W);
	give_some(m, 0x55d0ca4e2000, 24576, 20000, PERM_R | PERM_W);
	give_some(m, 0x7e1c40000000, UINT64_C(1) << 28, 0, 0);	/* 1 TiB */
	give_some(m, 0x7f1c40000000, 262144, 70001, PERM_R | PERM_W);
	give_some(m, 0x7f1c80200000, 2048, 13, PERM_R | PERM_W);
	give_some(m, 0x7f1c80a00000, 1, 0, 0);
	give_some(m, 0x7f1c80a01000, 2048, 17, PERM_R | PERM_W);
	give_some(m, 0x7ffd00000000, 34, 9, PERM_R | PERM_W);
	give_some(m, 0xffffffffff600000, 1, 0, PERM_X);
	sync_model(m);
}

static void space_map_has_every_page_once(void **state)
{
	struct model *m = new_model();
	struct process *p;
	struct space_map sm;
	struct str words = STR_INIT;
	size_t folds = 0;

	(void)state;
	give_ordinary_regions(m);
	p = model_process(m, 9);
	for (int rows = 1; rows <= 60; rows++) {
		space_map_make(&sm, p, PAGE, 64, rows, 0);
		assert_true(sm.rows.n <= (size_t)rows || rows < 6);
		assert_int_equal(cells_sum(m, &sm),
				 5 + 3 + 20000 + 70001 + 13 + 17 + 9);
		assert_int_equal(sm.sum.resident, 90048);
		assert_int_equal(sm.regions, 9);
		assert_int_equal(sm.cell_most, sm.cell_pages);
		space_map_release(&sm);
	}
	space_map_make(&sm, p, PAGE, 64, 30, 0);
	for (size_t i = 0; i < sm.rows.n; i++)
		if (sm.rows.v[i].fold && folds++ == 0)
			space_fold_words(&words, &sm.rows.v[i], false);
	assert_int_equal(folds, 2);
	assert_string_equal(words.data, "… 40.3T not mapped, 1.00T untouched");
	str_release(&words);
	space_map_release(&sm);
	model_free(m);
}

/* A region of 1 TiB with 1,000 resident pages in the middle: the rest is folded
 * and does not make the cells of other regions larger. */
static void give_reserved_region(struct model *m)
{
	give_ordinary_regions(m);
	give_at(m, 0x7d0000000000, UINT64_C(1) << 28,
		(UINT64_C(1) << 27) + 99, 1000, PERM_R | PERM_W);
	sync_model(m);
}

static void untouched_part_of_a_region_is_folded(void **state)
{
	static const char *const folds[] = {
		"... 39.2T not mapped, 512G untouched",
		"... 113G not mapped, 1.50T untouched",
	};
	struct model *m = new_model();
	struct space_map sm;
	struct str words = STR_INIT;
	size_t found = 0;

	(void)state;
	give_reserved_region(m);
	for (int rows = 1; rows <= 60; rows++) {
		space_map_make(&sm, model_process(m, 9), PAGE, 64, rows, 0);
		assert_true(sm.rows.n <= (size_t)rows || rows < 9);
		assert_int_equal(cells_sum(m, &sm), 90048 + 1000);
		assert_true(sm.cell_pages <= 1024 || rows < 9);
		assert_true(sm.cell_most >= 65536);
		space_map_release(&sm);
	}
	space_map_make(&sm, model_process(m, 9), PAGE, 64, 30, 0);
	for (size_t i = 0; i < sm.rows.n && found < 2; i++) {
		if (!sm.rows.v[i].fold)
			continue;
		str_clear(&words);
		space_fold_words(&words, &sm.rows.v[i], true);
		if (strstr(words.data, "untouched"))
			assert_string_equal(words.data, folds[found++]);
	}
	assert_int_equal(found, 2);
	str_release(&words);
	space_map_release(&sm);
	model_free(m);
}

/* Moves from the first position to the last by steps of one: each is found by
 * its address, and every region is visited. */
static void walk_all(struct model *m, uint64_t folds)
{
	struct space_map sm;
	uint64_t i, to, addr, last = 0, seen = 0;
	size_t region;

	space_map_make(&sm, model_process(m, 9), PAGE, 64, 30, 0);
	i = space_map_end(&sm, false);
	for (;; i = to) {
		assert_true(space_map_at(&sm, i, &addr, &region));
		assert_true(!seen || addr > last);
		assert_int_equal(space_map_of(&sm, addr), i);
		last = addr;
		seen++;
		to = space_map_move(&sm, i, 1, true);
		if (to == i)
			break;
		assert_int_equal(space_map_move(&sm, to, 1, false), i);
	}
	assert_int_equal(i, space_map_end(&sm, true));
	assert_int_equal(seen, sm.cells.n + folds);
	/* Moving down from the top reaches the last row, and moving up the
	 * first. */
	for (i = space_map_end(&sm, false);
	     (to = space_map_move(&sm, i, 64, true)) != i; i = to)
		assert_true(space_map_at(&sm, to, &addr, &region));
	assert_int_equal(i / 128, sm.rows.n - 1);
	while ((to = space_map_move(&sm, i, 64, false)) != i)
		i = to;
	assert_int_equal(i / 128, 0);
	space_map_release(&sm);
}

/* A folded reservation has one position, and so does a folded part of a
 * region. */
static void cursor_reaches_every_region(void **state)
{
	struct model *m = new_model();

	(void)state;
	give_ordinary_regions(m);
	walk_all(m, 1);
	model_free(m);
	m = new_model();
	give_reserved_region(m);
	walk_all(m, 2);
	model_free(m);
}

static double cpu(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Seconds of CPU time for drawing the pane after one key; the best of 40,
 * because an emulated machine loses its CPU at times. */
static double draw_time(struct model *m, uint64_t region, bool space)
{
	struct view view = {
		.look = { .utf8 = true, .colors = 256 }, .model = m, .pid = 9,
		.region = region, .focus = PANE_PAGES,
	};
	void *state = pages_pane.new_state();
	struct canvas c;
	double best = 1e9;

	canvas_init(&c, 70, 237);
	pages_pane.draw(state, &view, &c, true);
	if (space)
		pages_pane.command(state, &view, DO_ZOOM_OUT);
	pages_pane.draw(state, &view, &c, true);
	assert_int_equal(view.window.space, space);
	for (int i = 0; i < 40; i++) {
		double t = cpu();

		pages_pane.command(state, &view, i % 2 ? DO_DOWN : DO_RIGHT);
		canvas_clear(&c);
		pages_pane.draw(state, &view, &c, true);
		t = cpu() - t;
		best = t < best ? t : best;
	}
	canvas_release(&c);
	pages_pane.free_state(state);
	return best;
}

#define LARGE (START + (UINT64_C(1) << 40))

/* A model with `regions` small regions, and a large one of `pages` pages. */
static struct model *new_large_model(uint64_t regions, uint64_t pages)
{
	struct model *m = new_model();
	struct space_map sm;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < regions; i++) {
		give_some(m, START + i * 40 * PAGE, 16, i % 17, PERM_R);
		sum += i % 17;
	}
	give_some(m, LARGE, pages, pages, PERM_R | PERM_W);
	sync_model(m);
	space_map_make(&sm, model_process(m, 9), PAGE, 64, 60, 0);
	assert_int_equal(cells_sum(m, &sm), sum + pages);
	assert_true(sm.rows.n <= 60);
	space_map_release(&sm);
	return m;
}

/* The cost of a key grows no faster than the number of regions, and not with
 * the size of a region: 64 GiB are as much work as 4 GiB.  The factor of four
 * allows for the processor's caches.  bench/keys measures the time of a key. */
static void cost_of_a_key_grows_with_regions_at_most(void **state)
{
	struct model *some = new_large_model(6500, UINT64_C(1) << 20);
	struct model *all = new_large_model(65000, UINT64_C(1) << 24);
	double few, most;

	(void)state;
	few = draw_time(some, START, true);
	most = draw_time(all, START, true);
	print_message("6,501 regions: %.2f ms, 65,001: %.2f ms\n", few * 1e3,
		      most * 1e3);
	assert_true(most < 4 * 10 * few);
	few = draw_time(some, LARGE, false);
	most = draw_time(all, LARGE, false);
	print_message("4 GiB: %.2f ms, 64 GiB: %.2f ms\n", few * 1e3,
		      most * 1e3);
	assert_true(most < 4 * few);
	model_free(some);
	model_free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(striped_pages_are_exact_at_every_zoom),
		cmocka_unit_test(scattered_pages_are_exact_at_every_zoom),
		cmocka_unit_test(parts_of_uniform_bins_are_known),
		cmocka_unit_test(space_map_has_every_page_once),
		cmocka_unit_test(untouched_part_of_a_region_is_folded),
		cmocka_unit_test(cursor_reaches_every_region),
		cmocka_unit_test(cost_of_a_key_grows_with_regions_at_most),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
