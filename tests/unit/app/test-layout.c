/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layout arithmetic at every size, and to the column at the design sizes. */
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

/* Marks the cells of r; fails when one is outside or taken already. */
static void take(const struct layout_want *w, const struct rect *r)
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
	take(w, &(struct rect){ 0, 0, l.header_rows, w->cols });
	take(w, &(struct rect){ l.bottom, 0, 1, w->cols });
	if (l.ending.rows)
		take(w, &l.ending);
	for (size_t i = 0; i < l.n; i++)
		take(w, &l.panes[i].r);
	for (size_t i = 0; i < l.n_lines; i++)
		take(w, &(struct rect){ l.lines[i].row, l.lines[i].col,
					l.lines[i].rows, 1 });
	/* Nothing is left over either. */
	for (int row = 0; row < w->rows; row++)
		for (int col = 0; col < w->cols; col++)
			if (!taken[row][col])
				fail_msg("%dx%d: %d,%d belongs to nobody",
					 w->cols, w->rows, row, col);
	assert_int_equal(l.bottom, w->rows - 1);
	assert_true(w->full < PANES ? l.n == 1 : l.n > 1 || w->hidden ||
		    layout_find(&l, PANE_REGIONS) != NULL);
	/* What is hidden is not there, unless it would be alone. */
	for (size_t i = 0; i < l.n && l.n > 1; i++)
		if (w->hidden & 1u << l.panes[i].id)
			fail_msg("%dx%d: pane %d is there, hidden are %x",
				 w->cols, w->rows, (int)l.panes[i].id,
				 w->hidden);
}

/* Each set of the six, at sizes of each form. */
static void room_of_hidden_panes_is_given_away(void **state)
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
			for (int bits = 0; bits < 8; bits++)
				check(&(struct layout_want){
					.rows = rows, .cols = cols,
					.full = PANES, .step = bits & 1,
					.output = bits & 2,
					.ending = bits & 4 });
	for (int rows = 1; rows <= ROWS_MAX; rows += 7)
		for (int cols = 1; cols <= COLS_MAX; cols += 9)
			check(&(struct layout_want){ .rows = rows,
						     .cols = cols,
						     .full = PANE_HELP });
}

static void is_at(const struct layout *l, enum pane_id id, int row, int col,
		  int rows, int cols)
{
	const struct rect *r = layout_find(l, id);

	assert_non_null(r);
	assert_int_equal(r->row, row);
	assert_int_equal(r->col, col);
	assert_int_equal(r->rows, rows);
	assert_int_equal(r->cols, cols);
}

static void design_sizes(void **state)
{
	struct layout_want w = { .rows = 24, .cols = 80, .full = PANES,
				 .output = true };
	struct layout l;

	(void)state;
	layout_make(&l, &w);
	assert_int_equal(l.header_rows, 2);
	is_at(&l, PANE_REGIONS, 2, 0, 17, 80);
	is_at(&l, PANE_CALLS, 19, 0, 4, 80);
	w.step = true;
	layout_make(&l, &w);
	is_at(&l, PANE_REGIONS, 2, 0, 15, 80);
	is_at(&l, PANE_CALLS, 17, 0, 6, 80);

	w = (struct layout_want){ .rows = 40, .cols = 120, .full = PANES,
				  .output = true };
	layout_make(&l, &w);
	assert_int_equal(l.header_rows, 3);
	is_at(&l, PANE_PROCESSES, 3, 0, 13, 33);
	is_at(&l, PANE_REGIONS, 3, 34, 13, 86);
	is_at(&l, PANE_PAGES, 16, 0, 12, 120);
	is_at(&l, PANE_CALLS, 28, 0, 11, 77);
	is_at(&l, PANE_SIGNALS, 28, 78, 11, 42);

	w.rows = 50;
	w.cols = 160;
	layout_make(&l, &w);
	is_at(&l, PANE_PROCESSES, 3, 0, 7, 79);
	is_at(&l, PANE_OUTPUT, 3, 80, 25, 80);
	is_at(&l, PANE_REGIONS, 10, 0, 17, 79);
	is_at(&l, PANE_PAGES, 27, 0, 22, 79);
	is_at(&l, PANE_CALLS, 28, 80, 11, 80);
	is_at(&l, PANE_SIGNALS, 39, 80, 10, 80);
	/* Without a program's terminal its room is the others'. */
	w.output = false;
	layout_make(&l, &w);
	assert_null(layout_find(&l, PANE_OUTPUT));
}

static void tab_goes_round(void **state)
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

/* T20: what was captured, where there is room for it. */
static void test_captured(void **state)
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
		cmocka_unit_test(test_captured),
		cmocka_unit_test(every_size_is_covered_exactly),
		cmocka_unit_test(room_of_hidden_panes_is_given_away),
		cmocka_unit_test(design_sizes),
		cmocka_unit_test(tab_goes_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
