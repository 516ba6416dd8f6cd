/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout covers the screen exactly at every size; at the sizes of the
 * design, every pane has its exact place. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/bars/layout.h"

enum { ROWS_MAX = 80, COLS_MAX = 250 };

static unsigned char taken[ROWS_MAX][COLS_MAX];

/* Marks the cells of `r`; fails if one is outside or already taken. */
static void mark_cells(const struct layout_want *w, const struct rect *r)
{
	if (r->rows < 1 || r->cols < 1 || r->row < 0 || r->col < 0 ||
	    r->row + r->rows > w->rows || r->col + r->cols > w->cols)
		fail_msg("%dx%d: %d,%d %dx%d is outside", w->cols, w->rows,
			 r->row, r->col, r->cols, r->rows);
	for (int row = r->row; row < r->row + r->rows; row++)
		for (int col = r->col; col < r->col + r->cols; col++) {
			if (taken[row][col])
				fail_msg("%dx%d: overlap at %d,%d", w->cols,
					 w->rows, row, col);
			taken[row][col] = 1;
		}
}

static void check(const struct layout_want *w)
{
	struct layout l;

	layout_make(&l, w);
	if (w->rows < LAYOUT_MIN_ROWS || w->cols < LAYOUT_MIN_COLS) {
		assert_true(l.too_small);
		assert_int_equal(l.n, 0);
		return;
	}
	memset(taken, 0, sizeof taken);
	assert_false(l.too_small);
	mark_cells(w, &(struct rect){ 0, 0, l.header_rows, w->cols });
	mark_cells(w, &(struct rect){ l.bottom, 0, 1, w->cols });
	if (l.ending.rows)
		mark_cells(w, &l.ending);
	if (l.timeline.rows)
		mark_cells(w, &l.timeline);
	if (l.since)
		mark_cells(w, &(struct rect){ l.since, 0, 1, w->cols });
	for (size_t i = 0; i < l.n; i++)
		mark_cells(w, &l.panes[i].r);
	for (size_t i = 0; i < l.n_lines; i++)
		mark_cells(w, &(struct rect){ l.lines[i].row, l.lines[i].col,
					      l.lines[i].rows, 1 });
	/* Every cell is taken. */
	for (int row = 0; row < w->rows; row++)
		for (int col = 0; col < w->cols; col++)
			if (!taken[row][col])
				fail_msg("%dx%d: %d,%d belongs to no pane",
					 w->cols, w->rows, row, col);
	assert_int_equal(l.bottom, w->rows - 1);
	assert_true(w->full < PANES ? l.n == 1 : l.n > 1 || w->hidden ||
		    layout_find(&l, PANE_REGIONS) != NULL);
	/* A hidden pane is shown only if it is the only one. */
	for (size_t i = 0; i < l.n && l.n > 1; i++)
		if (w->hidden & 1u << l.panes[i].id)
			fail_msg("%dx%d: pane %d is shown but hidden (set %x)",
				 w->cols, w->rows, (int)l.panes[i].id,
				 w->hidden);
}

/* Every set of hidden panes, at one size of each layout. */
static void other_panes_get_the_room_of_hidden_panes(void **state)
{
	static const enum pane_id six[] = {
		PANE_REGIONS, PANE_PAGES, PANE_CALLS, PANE_SIGNALS,
		PANE_PROCESSES, PANE_OUTPUT,
	};
	static const int sizes[][2] = {
		{ 24, 80 }, { 40, 80 }, { 24, 100 }, { 40, 120 }, { 50, 160 },
		{ 80, 250 }, { 12, 40 }, { 36, 80 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (unsigned set = 0; set < 64; set++) {
			struct layout_want w = {
				.rows = sizes[i][0], .cols = sizes[i][1],
				.full = PANES, .output = true,
			};

			for (int k = 0; k < 6; k++)
				if (set & 1u << k)
					w.hidden |= 1u << six[k];
			check(&w);
		}
}

static void every_size_is_covered_exactly(void **state)
{
	(void)state;
	for (int rows = 1; rows <= ROWS_MAX; rows++)
		for (int cols = 1; cols <= COLS_MAX; cols++)
			for (int bits = 0; bits < 32; bits++)
				check(&(struct layout_want){
					.rows = rows, .cols = cols,
					.full = PANES, .step = bits & 1,
					.output = bits & 2,
					.ending = bits & 4,
					.paused = bits & 8,
					.timeline = bits & 16 });
	for (int rows = 1; rows <= ROWS_MAX; rows += 7)
		for (int cols = 1; cols <= COLS_MAX; cols += 9)
			check(&(struct layout_want){ .rows = rows,
						     .cols = cols,
						     .full = PANE_HELP });
}

static void check_at(const struct layout *l, enum pane_id id, int row, int col,
		     int rows, int cols)
{
	const struct rect *r = layout_find(l, id);

	assert_non_null(r);
	assert_int_equal(r->row, row);
	assert_int_equal(r->col, col);
	assert_int_equal(r->rows, rows);
	assert_int_equal(r->cols, cols);
}

static void panes_are_in_place_at_design_sizes(void **state)
{
	struct layout_want w = { .rows = 24, .cols = 80, .full = PANES,
				 .output = true };
	struct layout l;

	(void)state;
	layout_make(&l, &w);
	assert_int_equal(l.header_rows, 2);
	check_at(&l, PANE_REGIONS, 2, 0, 17, 80);
	check_at(&l, PANE_CALLS, 19, 0, 4, 80);
	w.step = true;
	layout_make(&l, &w);
	check_at(&l, PANE_REGIONS, 2, 0, 15, 80);
	check_at(&l, PANE_CALLS, 17, 0, 6, 80);
	/* Where Pages appears, Regions still has its detail lines. */
	w = (struct layout_want){ .rows = 36, .cols = 80, .full = PANES };
	layout_make(&l, &w);
	check_at(&l, PANE_REGIONS, 3, 0, 16, 80);
	check_at(&l, PANE_PAGES, 19, 0, 10, 80);
	check_at(&l, PANE_CALLS, 29, 0, 6, 80);

	w = (struct layout_want){ .rows = 40, .cols = 120, .full = PANES,
				  .output = true };
	layout_make(&l, &w);
	assert_int_equal(l.header_rows, 3);
	check_at(&l, PANE_PROCESSES, 3, 0, 13, 33);
	check_at(&l, PANE_REGIONS, 3, 34, 13, 86);
	check_at(&l, PANE_PAGES, 16, 0, 12, 120);
	check_at(&l, PANE_CALLS, 28, 0, 11, 77);
	check_at(&l, PANE_SIGNALS, 28, 78, 11, 42);

	w.rows = 50;
	w.cols = 160;
	layout_make(&l, &w);
	check_at(&l, PANE_PROCESSES, 3, 0, 7, 79);
	check_at(&l, PANE_OUTPUT, 3, 80, 25, 80);
	check_at(&l, PANE_REGIONS, 10, 0, 17, 79);
	check_at(&l, PANE_PAGES, 27, 0, 22, 79);
	check_at(&l, PANE_CALLS, 28, 80, 11, 80);
	check_at(&l, PANE_SIGNALS, 39, 80, 10, 80);
	/* If mmtop has no terminal of the program, other panes get the room of
	 * Output. */
	w.output = false;
	layout_make(&l, &w);
	assert_null(layout_find(&l, PANE_OUTPUT));
}

static void tab_cycles_through_the_panes(void **state)
{
	static const enum pane_id order[] = { PANE_PROCESSES, PANE_REGIONS,
					      PANE_PAGES, PANE_CALLS,
					      PANE_SIGNALS };
	struct layout_want w = { .rows = 40, .cols = 120, .full = PANES };
	struct layout l;

	(void)state;
	layout_make(&l, &w);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(layout_next(&l, order[i], 1),
				 order[(i + 1) % 5]);
		assert_int_equal(layout_next(&l, order[(i + 1) % 5], -1),
				 order[i]);
	}
	assert_int_equal(layout_next(&l, PANE_HELP, 1), PANE_PROCESSES);
}

/* T20: the panes of a capture, depending on the room. */
static void panes_of_a_capture_fit(void **state)
{
	struct layout_want want = { .rows = 24, .cols = 80, .full = PANES,
				    .captured = true };
	struct layout l;

	(void)state;
	layout_make(&l, &want);
	assert_int_equal(l.n, 2);
	assert_int_equal(l.panes[0].id, PANE_REGIONS);
	assert_int_equal(l.panes[1].id, PANE_CONTENTS);
	assert_int_equal(l.panes[0].r.rows + l.panes[1].r.rows, 21);
	want.rows = 40;
	want.cols = 120;
	layout_make(&l, &want);
	assert_int_equal(l.n, 3);
	assert_int_equal(l.panes[0].id, PANE_PROCESSES);
	assert_int_equal(l.header_rows, 2);
	assert_int_equal(l.panes[2].id, PANE_CONTENTS);
	assert_int_equal(l.panes[2].r.cols, 120);
	want.rows = 12;
	want.cols = 60;
	layout_make(&l, &want);
	assert_int_equal(l.n, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(panes_of_a_capture_fit),
		cmocka_unit_test(every_size_is_covered_exactly),
		cmocka_unit_test(other_panes_get_the_room_of_hidden_panes),
		cmocka_unit_test(panes_are_in_place_at_design_sizes),
		cmocka_unit_test(tab_cycles_through_the_panes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
