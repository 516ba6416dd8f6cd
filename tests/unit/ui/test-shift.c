/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that are shifted to the left: what stays, where text is cut, and how far
 * the shift goes. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <string.h>

#include "base/str.h"
#include "ui/kit/table.h"
#include "ui/kit/widgets.h"
#include "ui/pane/pane.h"

enum { COLS = 24, KEEP = 5 };

/* The list of the pane under test: an ID, a number and a text. */
static const char *const texts[] = {
	"0123456789abcdefghij",
	"日本語日本語日本語日",
	"e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "eeeeeeeeeeeeeee",
};
static const long rows_n = 3;
static int draws;

static void draw_row(void *arg, int row, long i)
{
	struct canvas *c = arg;
	int cols = c->clip.cols - 12;

	canvas_printf(c, row, 2, STYLE_TEXT, "%ld", i);
	canvas_puts(c, row, 6, STYLE_TEXT, "12345");
	canvas_field(c, row, 12, cols, STYLE_TEXT, texts[i]);
}

static struct hot hot_of(void *arg, long i)
{
	(void)arg;
	return (struct hot){ .kind = HOT_ROW, .value = (uint64_t)i };
}

static void draw(void *state, struct view *view, struct canvas *c,
		 bool focused)
{
	struct list list = { .top = 0 };

	(void)state;
	draws++;
	title_rule(c, &view->look, focused, "List", "1-3");
	canvas_puts(c, 1, 6, STYLE_DIM, "SIZE");
	canvas_hot(c, 1, 12, 4, (struct hot){ .kind = HOT_COLUMN });
	canvas_puts(c, 1, 12, STYLE_DIM, "TEXT");
	table_draw(c, &list, &(struct table_rows){
		.row = 2, .cols = c->clip.cols, .keep = KEEP, .n = rows_n,
		.height = 3, .selected = 0, .focused = focused, .arg = c,
		.draw = draw_row, .hot = hot_of,
	});
	canvas_puts(c, 5, 1, STYLE_DIM, "detail below");
}

static const struct pane_ops list_ops = { .draw = draw, .full_cols = 100 };
static const struct pane_ops whole_ops = { .draw = draw };

static struct view view = { .look = { .utf8 = true, .colors = 256 } };

static const char *row_text(const struct canvas *c, int row)
{
	static char buf[256];
	size_t n = 0;

	for (int col = 0; col < c->cols; col++) {
		const char *text = canvas_at(c, row, col)->text;
		size_t len = strlen(text);

		if (n + len < sizeof buf) {
			memcpy(buf + n, text, len);
			n += len;
		}
	}
	buf[n] = '\0';
	return buf;
}

static void show(struct pane *p, struct canvas *c)
{
	canvas_clear(c);
	canvas_own(c, (struct rect){ 0, 0, c->rows, c->cols }, 0);
	pane_draw(p, &view, c, true);
}

static void test_shift(void **state)
{
	struct pane p = { .ops = &list_ops };
	struct canvas c;

	(void)state;
	canvas_init(&c, 6, COLS);
	show(&p, &c);
	assert_string_equal(row_text(&c, 2), "> 0   12345 0123456789ab");
	assert_string_equal(row_text(&c, 3), "  1   12345 日本語日本語");
	assert_true(pane_shift(&p, DO_SCROLL_RIGHT));
	show(&p, &c);
	/* A word that lost its start has a mark; the title, the first columns
	 * and the text below the list stay. */
	assert_non_null(strstr(row_text(&c, 0), " scrolled 8 "));
	assert_string_equal(row_text(&c, 1), "     …XT                ");
	assert_string_equal(row_text(&c, 2), "> 0  …23456789abcdefghij");
	/* The shift cuts the wide character in two: it becomes a blank. */
	assert_string_equal(row_text(&c, 3), "  1  …本語日本語日本語日");
	assert_string_equal(row_text(&c, 4),
			    "  2  …e\xcc\x81" "eeeeeeeeeeeeeee  ");
	assert_string_equal(row_text(&c, 5), " detail below           ");
	canvas_release(&c);
}

static void test_limits(void **state)
{
	struct pane p = { .ops = &list_ops };
	struct canvas c;

	(void)state;
	canvas_init(&c, 6, COLS);
	for (int i = 0; i < 20; i++) {
		pane_shift(&p, DO_RIGHT);
		show(&p, &c);
	}
	/* The end of the longest row is at the right edge. */
	assert_int_equal(p.shift, 32 - COLS);
	pane_shift(&p, DO_SCROLL_HOME);
	assert_int_equal(p.shift, 0);
	pane_shift(&p, DO_LEFT);
	assert_int_equal(p.shift, 0);
	canvas_release(&c);
	/* In a pane with room for all columns, nothing moves. */
	pane_shift(&p, DO_RIGHT);
	canvas_init(&c, 6, 100);
	show(&p, &c);
	assert_non_null(strstr(row_text(&c, 2), "> 0   12345 0123456789abc"));
	assert_int_equal(p.shift, 0);
	canvas_release(&c);
}

static void test_narrow(void **state)
{
	struct pane p = { .ops = &list_ops, .shift = 5 };
	struct canvas c;

	(void)state;
	/* Any size is safe, and a wide character is never cut in two. */
	for (int cols = 1; cols < 40; cols++)
		for (p.shift = 0; p.shift < 30; p.shift++) {
			int by = p.shift;

			canvas_init(&c, 6, cols);
			show(&p, &c);
			for (int row = 0; row < 6; row++)
				for (int col = 0; col < cols; col++) {
					int w = canvas_at(&c, row, col)->width;
					int next = canvas_at(&c, row,
							     col + 1)->width;

					assert_true(w != 2 || next == 0);
					assert_true(w || col);
				}
			canvas_release(&c);
			p.shift = by;
		}
}

static void test_hot(void **state)
{
	struct pane p = { .ops = &list_ops, .shift = 3 };
	const struct hot *hot;
	struct canvas c;

	(void)state;
	canvas_init(&c, 6, COLS);
	show(&p, &c);
	hot = canvas_hot_at(&c, 1, 9);
	assert_int_equal(hot->kind, HOT_COLUMN);
	assert_int_not_equal(canvas_hot_at(&c, 1, 14)->kind, HOT_COLUMN);
	hot = canvas_hot_at(&c, 3, 20);
	assert_int_equal(hot->kind, HOT_ROW);
	assert_int_equal(hot->value, 1);
	canvas_release(&c);
}

/* A pane that is not shifted is drawn once. */
static void test_cost(void **state)
{
	struct pane p = { .ops = &list_ops }, whole = { .ops = &whole_ops };
	struct canvas c;

	(void)state;
	canvas_init(&c, 6, COLS);
	draws = 0;
	show(&p, &c);
	assert_int_equal(draws, 1);
	assert_false(pane_shift(&whole, DO_SCROLL_RIGHT));
	assert_int_equal(whole.shift, 0);
	canvas_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shift),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_narrow),
		cmocka_unit_test(test_hot),
		cmocka_unit_test(test_cost),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("shift", tests, NULL, NULL);
}
