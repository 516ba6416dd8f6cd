/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a program's output reaches the emulator. */
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

/* In one piece, and byte by byte. */
static void becomes_n(const char *in, size_t n, const char *want)
{
	for (size_t piece = n; piece; piece = piece > 1 ? 1 : 0) {
		struct escapes e = { 0 };
		struct str out = STR_INIT;

		for (size_t i = 0; i < n; i += piece)
			escapes_feed(&e, &out, in + i,
				     n - i < piece ? n - i : piece);
		if (out.len != strlen(want) || memcmp(out.data, want, out.len))
			fail_msg("%zu a piece: got \"%s\", not \"%s\"", piece,
				 out.data, want);
		str_release(&out);
	}
}

static void becomes(const char *in, const char *want)
{
	becomes_n(in, strlen(in), want);
}

static void test_text(void **state)
{
	(void)state;
	becomes("plain text\r\n\tand\bmore\a", "plain text\r\n\tand\bmore\a");
	becomes("\303\251\342\202\254\360\237\230\200",
		"\303\251\342\202\254\360\237\230\200");
	becomes_n("a\0b\001c\177d", 7, "abcd");
	/* Broken, and whole again. */
	becomes("\303A", FFFD "A");
	becomes("\342\202\303\251", FFFD FFFD "\303\251");
	becomes("\200\377", FFFD FFFD);
	/* Half a character is not there yet. */
	becomes("a\342\202", "a");
	becomes("\303\033[m", FFFD "\033[m");
}

/* Controls of C1 have no width, not even none. */
static void test_c1(void **state)
{
	(void)state;
	becomes("\302\205\302\233" "1A", FFFD FFFD "1A");
	becomes("\033%@\033%G\033 G\033N\033O\033Va", "a");
}

static void test_marks(void **state)
{
	char in[2 * 100 + 2] = "e", want[2 * ESCAPES_MARKS + 2] = "e";

	(void)state;
	for (int i = 0; i < 100; i++)
		memcpy(in + 1 + 2 * i, "\314\201", 3);
	for (int i = 0; i < ESCAPES_MARKS; i++)
		memcpy(want + 1 + 2 * i, "\314\201", 3);
	becomes(in, want);
	/* On nothing. */
	becomes("\314\201a", "a");
	/* What is a mark for libvterm: jamo, joiners. */
	becomes("\341\205\240a", "a");
}

static void test_escapes(void **state)
{
	(void)state;
	becomes("\0337\0338\033=\033>\033M\033c\033#8\033(0q\033(B",
		"\0337\0338\033=\033>\033M\033c\033#8\033(0q\033(B");
	becomes("\033#6wide\033#3\033(Zx\033%%Gy\033~z", "widexy\033~z");
	/* One that is not there yet, and one that another breaks off. */
	becomes("a\033", "a");
	becomes("\033(\033[Ha", "\033[Ha");
	becomes("\033[1\03018A", "18A");
	becomes("\033[1\303\251", "\303\251");
	/* What a terminal does at once. */
	becomes("\033[1\nA", "\n\033[1A");
}

static void test_strings(void **state)
{
	(void)state;
	becomes("a\033]0;title\ab", "ab");
	becomes("a\033]2;title\033\\b", "ab");
	becomes("a\033P$qm\033\\b\033_x\a\ny\033\\c\033^x\033\\\033Xx\033\\d",
		"abcd");
	becomes("a\033]52;c;\303\251\030b", "ab");
	becomes("a\033]0;never ended", "a");
}

static void test_control_sequences(void **state)
{
	(void)state;
	becomes("\033[H\033[2;3H\033[;5H\033[m\033[1;38:2::1:2:3m",
		"\033[H\033[2;3H\033[;5H\033[m\033[1;38:2::1:2:3m");
	becomes("\033[?25l\033[>c\033[ q\033[?7$p\033[1'}",
		"\033[?25l\033[>c\033[ q\033[?7$p\033[1'}");
	/* Each mode by itself. */
	becomes("\033[?1000;1006h\033[4;20l",
		"\033[?1000h\033[?1006h\033[4l\033[20l");
	/* Not made as they should be. */
	becomes("\033[??1h\033[1?h\033[1  qa\033[ 1qb", "ab");
}

/* Beyond what there is room for. */
static void test_numbers(void **state)
{
	char in[512] = "\033[";

	(void)state;
	becomes("\033[99999999999999999999A\033[4294967297;2147483648H",
		"\033[9999A\033[9999;9999H");
	becomes("\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19m",
		"\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16m");
	becomes("\033[;;;;;;;;;;;;;;;;;;;;;;;;m", "\033[;;;;;;;;;;;;;;;m");
	for (int i = 0; i < 200; i++)
		strcat(in, "1;");
	strcat(in, "ma");
	becomes(in, "a");
	memset(in + 2, '0', 300);
	strcpy(in + 302, "1Ab");
	becomes(in, "b");
}

static void test_repeat(void **state)
{
	struct escapes e = { 0 };
	struct str out = STR_INIT;

	(void)state;
	/* Of nothing: this never came back. */
	becomes("\033[5b", "");
	becomes("x\033[b\033[2b", "xxxx");
	becomes("\303\251\033[m\033[2b", "\303\251\033[m\303\251\303\251");
	becomes("e\314\201\033[2b", "e\314\201" "ee");
	becomes("\302\205\033[1b", FFFD FFFD);
	becomes("x\033[?2b", "x\033[?2b");
	escapes_feed(&e, &out, "x\033[9999b", 8);
	assert_int_equal(out.len, 1001);
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_c1),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_control_sequences),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_repeat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
