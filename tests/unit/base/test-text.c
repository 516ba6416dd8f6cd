/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Untrusted bytes on the screen: the output is printable UTF-8 of the reported
 * width.
 *
 * The use of libunistring: validation, graphemes, line breaking, normalized
 * search.
 */
#include <config.h>

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>
#include <cmocka.h>

#include "base/str.h"
#include "base/text.h"

/* The safe form of `s`; valid for the next seven calls. */
static const char *safe_n(const char *s, size_t n, bool ascii)
{
	static struct str pool[8];
	static int next;
	struct str *out = &pool[next++ % 8];

	str_release(out);
	text_safe(out, s, n, ascii);
	return out->data;
}

static const char *safe(const char *s)
{
	return safe_n(s, strlen(s), false);
}

/* Checks every property of safe text. */
static void check_safe(const char *s, size_t n, bool ascii)
{
	const char *out = safe_n(s, n, ascii);
	size_t len = strlen(out);
	const char *again;
	int width = 0, w;

	assert_true(text_valid(out, len));
	for (size_t i = 0; i < len; i++) {
		assert_true((unsigned char)out[i] >= 0x20 && out[i] != 0x7f);
		assert_true(!ascii || !(out[i] & 0x80));
	}
	for (const char *p = out; *p; p += text_grapheme(p, &w)) {
		text_grapheme(p, &w);
		assert_in_range(w, 0, 2);
		width += w;
	}
	assert_int_equal(text_width(out), width);
	again = safe_n(out, len, ascii);	/* safe text does not change */
	assert_string_equal(again, out);
}

static void unprintable_bytes_are_escaped(void **state)
{
	char want[8];

	(void)state;
	for (int byte = 0; byte < 256; byte++) {
		char c = (char)byte;

		if (byte >= 0x20 && byte < 0x7f)
			snprintf(want, sizeof want, "%c", byte);
		else
			snprintf(want, sizeof want, "\\x%02x", byte);
		assert_string_equal(safe_n(&c, 1, false), want);
		assert_string_equal(safe_n(&c, 1, true), want);
	}
}

static void every_code_point_becomes_safe_text(void **state)
{
	(void)state;
	for (uint32_t uc = 1; uc < 0x110000; uc += uc < 0x20000 ? 1 : 61) {
		uint8_t buf[8] = "a";
		int n = u8_uctomb(buf + 1, uc, 6);
		int width = text_cell_width(uc);
		const char *out;

		if (n < 0) {		/* a surrogate */
			assert_int_equal(width, -1);
			continue;
		}
		assert_in_range(width + 1, 0, 3);
		out = safe_n((char *)buf, (size_t)n + 1, false);
		if (width < 0) {
			assert_int_equal(out[1], '\\');
			assert_int_equal(text_width(out), strlen(out));
		} else {
			assert_memory_equal(out, buf, (size_t)n + 2);
			assert_int_equal(text_width(out), 1 + width);
		}
		if (uc >= 0x80)
			assert_int_equal(safe_n((char *)buf, (size_t)n + 1,
						true)[1], '\\');
	}
}

static void control_and_format_characters_are_escaped(void **state)
{
	(void)state;
	assert_string_equal(safe("\033[2J"), "\\x1b[2J");
	assert_string_equal(safe("\xc2\x9b" "31m"), "\\xc2\\x9b31m");	/* CSI */
	assert_string_equal(safe("a\xe2\x80\xae" "b"), "a\\xe2\\x80\\xaeb");
	assert_string_equal(safe("\xe2\x81\xa6"), "\\xe2\\x81\\xa6");
	assert_string_equal(safe("\xe2\x80\x8b"), "\\xe2\\x80\\x8b");	/* ZWSP */
	assert_string_equal(safe("\xe2\x80\xa8"), "\\xe2\\x80\\xa8");	/* LS */
	assert_string_equal(safe("\xef\xbb\xbf"), "\\xef\\xbb\\xbf");	/* BOM */
	assert_string_equal(safe("\xc2\xad"), "\\xc2\\xad");	/* soft hyphen */
	assert_string_equal(safe("\xf0\x9f\xab\xa8"), "\\u{1FAE8}");
	assert_string_equal(safe("\xe4\xb7\x80"), "\\u{4DC0}");
	assert_string_equal(safe("\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd"),
			    "👍\\u{1F3FD}");
	assert_string_equal(safe("\xe2\x9a\xa0\xef\xb8\x8f"),
			    "⚠\\xef\\xb8\\x8f");
	/* Three people joined by ZWJ, which no terminal draws as one. */
	assert_string_equal(safe("👨\xe2\x80\x8d👩\xe2\x80\x8d👧"),
			    "👨\\xe2\\x80\\x8d👩\\xe2\\x80\\x8d👧");
	assert_string_equal(safe("příliš 漢字 €…▸▀⣿"), "příliš 漢字 €…▸▀⣿");
	assert_string_equal(safe_n("é漢", 5, true), "\\u{00E9}\\u{6F22}");
	assert_string_equal(safe_n("a\0b", 3, false), "a\\x00b");
	assert_string_equal(safe_n("", 0, false), "");
}

static void invalid_utf8_is_escaped(void **state)
{
	(void)state;
	assert_string_equal(safe("\xc0\xaf"), "\\xc0\\xaf");	/* overlong */
	assert_string_equal(safe("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
	assert_string_equal(safe("\xed\xa0\x80"), "\\xed\\xa0\\x80");
	assert_string_equal(safe("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
	assert_string_equal(safe("a\xe2\x82"), "a\\xe2\\x82");	/* truncated */
	assert_string_equal(safe("\xe2\x28\xa1"), "\\xe2(\\xa1");
	assert_string_equal(safe("é\xff漢"), "é\\xff漢");
	assert_true(text_valid("é漢", 5));
	assert_true(text_valid("", 0));
	assert_true(text_valid("\0", 1));
	assert_false(text_valid("\xe2\x82", 2));
	assert_false(text_valid("\xed\xa0\x80", 3));
}

/* A combining mark needs a base character; more than three marks are
 * escaped. */
static void combining_marks_are_limited(void **state)
{
	(void)state;
	assert_string_equal(safe("e\xcc\x81"), "e\xcc\x81");
	assert_int_equal(text_width("e\xcc\x81"), 1);
	assert_string_equal(safe("\xcc\x81x"), "\\u{0301}x");
	assert_string_equal(safe("\n\xcc\x81"), "\\x0a\\u{0301}");
	assert_string_equal(safe("\xff\xcc\x81"), "\\xff\\u{0301}");
	assert_string_equal(safe("e\xcc\x81\xcc\x82\xcc\x83\xcc\x84"),
			    "e\xcc\x81\xcc\x82\xcc\x83\\u{0304}");
	assert_string_equal(safe_n("e\xcc\x81", 3, true), "e\\u{0301}");
}

/* A fixed sequence of random pieces and bytes. */
static void random_bytes_become_safe_text(void **state)
{
	static const char *const pieces[] = {
		"a", " ", "\033", "\xc2\x9b", "\xe2\x80\xae", "漢", "\xcc\x81",
		"👍", "\xf0\x9f\x87\xa8\xf0\x9f\x87\xbf", "\xe2\x80\x8d",
		"\xe1\x84\x80\xe1\x85\xa1", "\xe0\xa4\x95\xe0\xa4\xbf", "\xff",
		"\xe2\x82", "\n", "\x7f", "\xef\xb8\x8f", "é", "\\",
	};
	uint32_t seed = 1;
	struct str s = STR_INIT;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		int n = i % 24;

		str_clear(&s);
		for (int k = 0; k < n; k++) {
			seed = seed * 1103515245 + 12345;
			if (seed >> 30)
				str_adds(&s, pieces[(seed >> 16) % 19]);
			else
				str_addc(&s, (char)(seed >> 16));
		}
		check_safe(s.data, s.len, i & 1);
	}
	str_release(&s);
}

static void characters_have_zero_to_two_columns(void **state)
{
	(void)state;
	assert_int_equal(text_cell_width('a'), 1);
	assert_int_equal(text_cell_width(0x1b), -1);
	assert_int_equal(text_cell_width(0x7f), -1);
	assert_int_equal(text_cell_width(0x9b), -1);
	assert_int_equal(text_cell_width(0x301), 0);
	assert_int_equal(text_cell_width(0x6f22), 2);
	assert_int_equal(text_cell_width(0x1f600), 2);
	assert_int_equal(text_cell_width(0x2580), 1);	/* half block */
	assert_int_equal(text_cell_width(0x28ff), 1);	/* braille */
	assert_int_equal(text_cell_width(0x2026), 1);
	assert_int_equal(text_cell_width(0x1fae8), -1);
	assert_int_equal(text_cell_width(0x4dc0), -1);
	assert_int_equal(text_cell_width(0xad), -1);
	assert_int_equal(text_cell_width(0xd800), -1);
	assert_int_equal(text_cell_width(0x110000), -1);
	assert_int_equal(text_cell_width(UINT32_MAX), -1);
	assert_int_equal(text_width("漢字 ok"), 7);
	assert_int_equal(text_width(""), 0);
}

/* The result does not depend on the locale of the process. */
static void locale_does_not_change_widths(void **state)
{
	(void)state;
	assert_non_null(setlocale(LC_ALL, "C"));
	assert_int_equal(text_cell_width(0x6f22), 2);
	assert_int_equal(text_cell_width(0xe9), 1);
	assert_int_equal(text_cell_width(0x1fae8), -1);
	assert_string_equal(safe("漢é"), "漢é");
	assert_string_equal(setlocale(LC_ALL, NULL), "C");
}

static void graphemes_are_not_split(void **state)
{
	int width;

	(void)state;
	assert_int_equal(text_grapheme("", &width), 0);
	assert_int_equal(width, 0);
	assert_int_equal(text_grapheme("ab", &width), 1);
	assert_int_equal(width, 1);
	assert_int_equal(text_grapheme("e\xcc\x81x", &width), 3);
	assert_int_equal(width, 1);
	assert_int_equal(text_grapheme("漢x", &width), 3);
	assert_int_equal(width, 2);
	/* A flag is a grapheme of two cells. */
	assert_int_equal(text_grapheme("🇨🇿", &width), 4);
	assert_int_equal(width, 1);
	assert_int_equal(text_fit("a🇨🇿", 2, &width), 1);
	assert_int_equal(width, 1);
	assert_int_equal(text_fit("a🇨🇿", 3, &width), 9);
	assert_int_equal(width, 3);
	assert_int_equal(text_fit("漢字", 3, &width), 3);
	assert_int_equal(width, 2);
	assert_int_equal(text_fit("漢字", 1, NULL), 0);
	assert_int_equal(text_fit("e\xcc\x81", 1, NULL), 3);
	assert_int_equal(text_fit("abc", 0, &width), 0);
	assert_int_equal(text_fit("abc", -1, &width), 0);
}

static void check_cut(const char *s, int cols, enum text_cut how, bool ascii,
		      const char *want)
{
	struct str out = STR_INIT;

	text_cut(&out, s, cols, how, ascii);
	assert_string_equal(out.data, want);
	assert_true(text_width(out.data) <= (cols > 0 ? cols : 0));
	str_release(&out);
}

static void long_text_is_cut_to_its_columns(void **state)
{
	const char *path = "/srv/ingest/in/2026-11-20.csv";

	(void)state;
	check_cut(path, 23, CUT_PATH, false, "/srv/ingest…6-11-20.csv");
	check_cut(path, 23, CUT_PATH, true, "/srv/ingest~6-11-20.csv");
	check_cut(path, 29, CUT_PATH, false, path);
	check_cut(path, 100, CUT_END, false, path);
	check_cut("/usr/lib/x86_64-linux-gnu/libc.so.6", 24, CUT_PATH, false,
		  "/usr/lib/x8…nu/libc.so.6");
	check_cut("redis-server *:6379", 10, CUT_END, false, "redis-ser…");
	check_cut("abc", 2, CUT_END, false, "a…");
	check_cut("abc", 1, CUT_END, false, "…");
	check_cut("abc", 1, CUT_PATH, true, "~");
	check_cut("abc", 0, CUT_END, false, "");
	check_cut("abc", -3, CUT_PATH, false, "");
	check_cut("", 5, CUT_PATH, false, "");
	/* A wide character that does not fit is omitted. */
	check_cut("漢字漢字", 4, CUT_END, false, "漢…");
	check_cut("漢字漢字", 6, CUT_PATH, false, "漢…字");
	check_cut("e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "e\xcc\x81", 3, CUT_PATH,
		  false, "e\xcc\x81…e\xcc\x81");
	for (int cols = 0; cols < 40; cols++) {
		struct str out = STR_INIT;

		text_cut(&out, path, cols, CUT_PATH, false);
		assert_int_equal(text_width(out.data), cols < 29 ? cols : 29);
		str_release(&out);
	}
}

static void add_line(void *arg, const char *s, size_t n)
{
	str_add(arg, s, n);
	str_addc(arg, '|');
}

static void check_wrap(const char *s, int cols, const char *want)
{
	struct str out = STR_INIT;

	text_wrap(s, cols, add_line, &out);
	assert_string_equal(out.data, want);
	str_release(&out);
}

static void text_is_wrapped_at_words(void **state)
{
	(void)state;
	check_wrap("", 10, "");
	check_wrap("one two three", 20, "one two three|");
	check_wrap("one two three", 8, "one two|three|");
	check_wrap("one two three", 7, "one two|three|");
	check_wrap("one\n\ntwo\n", 8, "one||two|");
	check_wrap("a\r\nb", 8, "a|b|");
	check_wrap("abcdefgh ij", 3, "abc|def|gh|ij|");
	check_wrap("abc", 0, "a|b|c|");
	/* A line breaks at punctuation only if a word is too long. */
	check_wrap("mono, 8-colour", 8, "mono,|8-colour|");
	check_wrap("implies --console", 12, "implies|--console|");
	check_wrap("in ~/a/config.lua", 14, "in|~/a/config.lua|");
	check_wrap("in ~/.config/mmtop", 10, "in ~/.|config/|mmtop|");
	check_wrap("a b-c d", 5, "a b-c|d|");
	/* A line can break between Chinese characters, but not within a
	 * word. */
	check_wrap("漢字漢字", 5, "漢字|漢字|");
	check_wrap("漢字", 1, "漢|字|");
	check_wrap("žluťoučký kůň", 10, "žluťoučký|kůň|");
	check_wrap("e\xcc\x81" "e\xcc\x81 x", 2,
		   "e\xcc\x81" "e\xcc\x81|x|");
}

static void search_ignores_case_and_normalization(void **state)
{
	(void)state;
	assert_true(text_contains("", ""));
	assert_true(text_contains("libcrypto.so.3", "crypto"));
	assert_true(text_contains("libcrypto.so.3", "CRYPTO"));
	assert_false(text_contains("libcrypto.so.3", "ssl"));
	assert_false(text_contains("", "x"));
	/* é precomposed, and as e with a combining accent. */
	assert_true(text_contains("caf\xc3\xa9.csv", "cafe\xcc\x81"));
	assert_true(text_contains("CAFE\xcc\x81.csv", "caf\xc3\xa9"));
	assert_false(text_contains("cafe.csv", "caf\xc3\xa9"));
	assert_true(text_contains("Straße", "STRASSE"));
	assert_true(text_contains("ΟΔΟΣ", "οδος"));
	/* invalid UTF-8 */
	assert_true(text_contains("\xff" "Abc", "abc"));
	assert_false(text_contains("\xff" "Abc", "x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unprintable_bytes_are_escaped),
		cmocka_unit_test(every_code_point_becomes_safe_text),
		cmocka_unit_test(control_and_format_characters_are_escaped),
		cmocka_unit_test(invalid_utf8_is_escaped),
		cmocka_unit_test(combining_marks_are_limited),
		cmocka_unit_test(random_bytes_become_safe_text),
		cmocka_unit_test(characters_have_zero_to_two_columns),
		cmocka_unit_test(locale_does_not_change_widths),
		cmocka_unit_test(graphemes_are_not_split),
		cmocka_unit_test(long_text_is_cut_to_its_columns),
		cmocka_unit_test(text_is_wrapped_at_words),
		cmocka_unit_test(search_ignores_case_and_normalization),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
