/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter between a program's output and the emulator. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "source/output/escapes.h"

#define FFFD "\xef\xbf\xbd"

/* Checks the output for input in one piece, and byte by byte. */
static void assert_filtered_n(const char *in, size_t n, const char *want)
{
	for (size_t piece = n; piece; piece = piece > 1 ? 1 : 0) {
		struct escapes e = { 0 };
		struct str out = STR_INIT;

		for (size_t i = 0; i < n; i += piece)
			escapes_feed(&e, &out, in + i,
				     n - i < piece ? n - i : piece);
		if (out.len != strlen(want) || memcmp(out.data, want, out.len))
			fail_msg("pieces of %zu: got \"%s\", not \"%s\"", piece,
				 out.data, want);
		str_release(&out);
	}
}

static void assert_filtered(const char *in, const char *want)
{
	assert_filtered_n(in, strlen(in), want);
}

static void test_invalid_utf8_is_replaced(void **state)
{
	(void)state;
	assert_filtered("plain text\r\n\tand\bmore\a",
			"plain text\r\n\tand\bmore\a");
	assert_filtered("\303\251\342\202\254\360\237\230\200",
			"\303\251\342\202\254\360\237\230\200");
	assert_filtered_n("a\0b\001c\177d", 7, "abcd");
	/* Invalid UTF-8, then valid again. */
	assert_filtered("\303A", FFFD "A");
	assert_filtered("\342\202\303\251", FFFD FFFD "\303\251");
	assert_filtered("\200\377", FFFD FFFD);
	/* An incomplete character is held back. */
	assert_filtered("a\342\202", "a");
	assert_filtered("\303\033[m", FFFD "\033[m");
}

/* C1 controls have no width: uc_width() returns -1. */
static void test_c1_controls_are_replaced(void **state)
{
	(void)state;
	assert_filtered("\302\205\302\233" "1A", FFFD FFFD "1A");
	assert_filtered("\033%@\033%G\033 G\033N\033O\033Va", "a");
}

static void test_marks_per_character_are_limited(void **state)
{
	char in[2 * 100 + 2] = "e", want[2 * ESCAPES_MARKS + 2] = "e";

	(void)state;
	for (int i = 0; i < 100; i++)
		memcpy(in + 1 + 2 * i, "\314\201", 3);
	for (int i = 0; i < ESCAPES_MARKS; i++)
		memcpy(want + 1 + 2 * i, "\314\201", 3);
	assert_filtered(in, want);
	/* A mark without a base character. */
	assert_filtered("\314\201a", "a");
	/* libvterm treats jamo and joiners as marks. */
	assert_filtered("\341\205\240a", "a");
}

static void test_known_escapes_pass(void **state)
{
	(void)state;
	assert_filtered("\0337\0338\033=\033>\033M\033c\033#8\033(0q\033(B",
			"\0337\0338\033=\033>\033M\033c\033#8\033(0q\033(B");
	assert_filtered("\033#6wide\033#3\033(Zx\033%%Gy\033~z",
			"widexy\033~z");
	/* An incomplete sequence, and one that another sequence interrupts. */
	assert_filtered("a\033", "a");
	assert_filtered("\033(\033[Ha", "\033[Ha");
	assert_filtered("\033[1\03018A", "18A");
	assert_filtered("\033[1\303\251", "\303\251");
	/* A terminal executes C0 controls inside a sequence at once. */
	assert_filtered("\033[1\nA", "\n\033[1A");
}

static void test_control_strings_are_left_out(void **state)
{
	(void)state;
	assert_filtered("a\033]0;title\ab", "ab");
	assert_filtered("a\033]2;title\033\\b", "ab");
	assert_filtered(
		"a\033P$qm\033\\b\033_x\a\ny\033\\c\033^x\033\\\033Xx\033\\d",
		"abcd");
	assert_filtered("a\033]52;c;\303\251\030b", "ab");
	assert_filtered("a\033]0;never ended", "a");
}

static void test_malformed_sequences_are_left_out(void **state)
{
	(void)state;
	assert_filtered("\033[H\033[2;3H\033[;5H\033[m\033[1;38:2::1:2:3m",
			"\033[H\033[2;3H\033[;5H\033[m\033[1;38:2::1:2:3m");
	assert_filtered("\033[?25l\033[>c\033[ q\033[?7$p\033[1'}",
			"\033[?25l\033[>c\033[ q\033[?7$p\033[1'}");
	/* Each mode gets its own sequence. */
	assert_filtered("\033[?1000;1006h\033[4;20l",
			"\033[?1000h\033[?1006h\033[4l\033[20l");
	/* Malformed sequences. */
	assert_filtered("\033[??1h\033[1?h\033[1  qa\033[ 1qb", "ab");
}

/* Numbers and counts above the limits. */
static void test_numbers_are_limited(void **state)
{
	char in[512] = "\033[";

	(void)state;
	assert_filtered("\033[99999999999999999999A\033[4294967297;2147483648H",
			"\033[9999A\033[9999;9999H");
	assert_filtered("\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19m",
			"\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16m");
	assert_filtered("\033[;;;;;;;;;;;;;;;;;;;;;;;;m",
			"\033[;;;;;;;;;;;;;;;m");
	for (int i = 0; i < 200; i++)
		strcat(in, "1;");
	strcat(in, "ma");
	assert_filtered(in, "a");
	memset(in + 2, '0', 300);
	strcpy(in + 302, "1Ab");
	assert_filtered(in, "b");
}

static void test_repeat_becomes_characters(void **state)
{
	struct escapes e = { 0 };
	struct str out = STR_INIT;

	(void)state;
	/* Repeating nothing made libvterm hang. */
	assert_filtered("\033[5b", "");
	assert_filtered("x\033[b\033[2b", "xxxx");
	assert_filtered("\303\251\033[m\033[2b",
			"\303\251\033[m\303\251\303\251");
	assert_filtered("e\314\201\033[2b", "e\314\201" "ee");
	assert_filtered("\302\205\033[1b", FFFD FFFD);
	assert_filtered("x\033[?2b", "x\033[?2b");
	escapes_feed(&e, &out, "x\033[9999b", 8);
	assert_int_equal(out.len, 1001);
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_invalid_utf8_is_replaced),
		cmocka_unit_test(test_c1_controls_are_replaced),
		cmocka_unit_test(test_marks_per_character_are_limited),
		cmocka_unit_test(test_known_escapes_pass),
		cmocka_unit_test(test_control_strings_are_left_out),
		cmocka_unit_test(test_malformed_sequences_are_left_out),
		cmocka_unit_test(test_numbers_are_limited),
		cmocka_unit_test(test_repeat_becomes_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
