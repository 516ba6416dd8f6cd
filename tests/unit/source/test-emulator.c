/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal of the program: its cells, changed rows, and hostile output. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "source/output/emulator.h"

#define ROWS 6
#define COLS 20

static char replies[256];
static size_t replied;

static void on_reply(void *arg, const char *s, size_t n)
{
	(void)arg;
	if (replied + n < sizeof replies) {
		memcpy(replies + replied, s, n);
		replied += n;
	}
}

static struct emulator *make_emulator(void)
{
	replied = 0;
	return emulator_new(ROWS, COLS, on_reply, NULL, NULL);
}

static void feed(struct emulator *e, const char *s)
{
	emulator_feed(e, s, strlen(s));
}

/* Stores the row as ASCII without trailing blanks. Returns false if it is
 * unchanged. */
static bool take_row(struct emulator *e, int row, char out[COLS + 1])
{
	struct output_cell cells[COLS];
	int end = 0;

	if (!emulator_take_row(e, row, cells))
		return false;
	for (int c = 0; c < COLS; c++) {
		uint32_t uc = cells[c].chars[0];

		out[c] = uc >= 32 && uc < 127 ? (char)uc : uc ? '?' : ' ';
		if (out[c] != ' ')
			end = c + 1;
	}
	out[end] = 0;
	return true;
}

static void take_all_rows(struct emulator *e)
{
	char text[COLS + 1];

	for (int r = 0; r < emulator_rows(e); r++)
		take_row(e, r, text);
}

static void test_changed_rows_are_returned_once(void **state)
{
	struct emulator *e = make_emulator();
	char text[COLS + 1];

	(void)state;
	take_all_rows(e);
	feed(e, "one\r\ntwo\r\n");
	assert_true(take_row(e, 0, text));
	assert_string_equal(text, "one");
	assert_true(take_row(e, 1, text));
	assert_string_equal(text, "two");
	/* A changed row is returned once, an unchanged one not at all. */
	assert_false(take_row(e, 0, text));
	assert_false(take_row(e, 4, text));
	emulator_free(e);
}

static void test_screen_scrolls(void **state)
{
	struct emulator *e = make_emulator();
	char text[COLS + 1];

	(void)state;
	feed(e, "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7");
	assert_true(take_row(e, 0, text));
	assert_string_equal(text, "2");
	assert_true(take_row(e, ROWS - 1, text));
	assert_string_equal(text, "7");
	emulator_free(e);
}

static void test_moved_cursor_is_returned_once(void **state)
{
	struct emulator *e = make_emulator();
	int row, col;
	bool shown;

	(void)state;
	emulator_take_cursor(e, &row, &col, &shown);
	feed(e, "ab");
	assert_true(emulator_take_cursor(e, &row, &col, &shown));
	assert_int_equal(row, 0);
	assert_int_equal(col, 2);
	assert_true(shown);
	assert_false(emulator_take_cursor(e, &row, &col, &shown));
	emulator_free(e);
}

static void test_colors_and_wide_characters(void **state)
{
	struct emulator *e = make_emulator();
	struct output_cell cells[COLS];

	(void)state;
	feed(e, "\033[1;31mR\033[0m\033[38;5;200mX\033[48;2;255;0;0mY\033[0m"
		"\xe6\xbc\xa2");
	assert_true(emulator_take_row(e, 0, cells));
	assert_int_equal(cells[0].chars[0], 'R');
	assert_int_equal(cells[0].fg, 1);
	assert_int_equal(cells[0].bg, -1);
	assert_true(cells[0].attrs & OUT_BOLD);
	assert_int_equal(cells[1].fg, 200);
	assert_int_equal(cells[2].bg, 196);	/* pure red of the color cube */
	assert_int_equal(cells[3].chars[0], 0x6f22);
	assert_int_equal(cells[3].width, 2);
	assert_int_equal(cells[4].width, 0);
	emulator_free(e);
}

static void test_cursor_query_is_answered(void **state)
{
	struct emulator *e = make_emulator();

	(void)state;
	feed(e, "ab\033[6n");
	assert_int_equal(replied, 6);
	assert_memory_equal(replies, "\033[1;3R", 6);
	emulator_free(e);
}

/* Sequences that make libvterm alone hang, or move its cursor off the
 * screen. */
static void test_repeat_of_controls_is_harmless(void **state)
{
	struct emulator *e = make_emulator();
	char text[COLS + 1];
	int row, col;
	bool shown;

	(void)state;
	feed(e, "\033[5b\302\205\033[5b\r");
	for (int i = 0; i < 100; i++)
		feed(e, "\302\205\033H");
	feed(e, "\033[H\033[Jx\033[3b");
	assert_true(take_row(e, 0, text));
	assert_string_equal(text, "xxxx");
	assert_true(emulator_take_cursor(e, &row, &col, &shown));
	assert_int_equal(row, 0);
	assert_int_equal(col, 4);
	emulator_free(e);
}

/* Random sizes and bytes must not cause reads or writes outside
 * (sanitizers). */
static void test_random_output_and_sizes_are_harmless(void **state)
{
	struct emulator *e = make_emulator();
	uint32_t seed = 1;
	struct output_cell *cells =
		calloc(EMULATOR_COLS_MAX, sizeof *cells);

	(void)state;
	for (int i = 0; i < 3000; i++) {
		char bytes[64];

		for (size_t k = 0; k < sizeof bytes; k++) {
			seed = seed * 1664525u + 1013904223u;
			bytes[k] = (char)(seed >> 24);
			if ((seed >> 8) % 7 == 0)
				bytes[k] = '\033';
			else if ((seed >> 8) % 11 == 0)
				bytes[k] = '[';
		}
		emulator_feed(e, bytes, sizeof bytes);
		if (i % 100 == 0)
			emulator_resize(e, i % 300 - 5, i % 900 - 5);
		for (int r = 0; r < emulator_rows(e); r++)
			emulator_take_row(e, r, cells);
	}
	emulator_resize(e, 100000, 100000);
	assert_int_equal(emulator_rows(e), EMULATOR_ROWS_MAX);
	assert_int_equal(emulator_cols(e), EMULATOR_COLS_MAX);
	free(cells);
	emulator_free(e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changed_rows_are_returned_once),
		cmocka_unit_test(test_screen_scrolls),
		cmocka_unit_test(test_moved_cursor_is_returned_once),
		cmocka_unit_test(test_colors_and_wide_characters),
		cmocka_unit_test(test_cursor_query_is_answered),
		cmocka_unit_test(test_repeat_of_controls_is_harmless),
		cmocka_unit_test(test_random_output_and_sizes_are_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
