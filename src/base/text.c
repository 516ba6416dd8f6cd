/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sanitiser, widths and cutting; wrapping and search are in text-layout.c.
 */
#include <config.h>

#include "base/text.h"

#include <limits.h>
#include <locale.h>
#include <string.h>
#include <uniwidth.h>
#include <unictype.h>
#include <unigbrk.h>
#include <unistr.h>
#include <wchar.h>

/*
 * Combining marks that a letter may carry. More of them ("Zalgo") pile up
 * over neighbouring lines, and do not fit into one cell of curses, which
 * has room for five code points, nor into CELL_TEXT.
 */
#define MARKS_MAX 3

bool text_valid(const void *bytes, size_t n)
{
	return !u8_check(bytes, n);
}

/*
 * wcwidth() answers for the locale's character set, and in the C locale it
 * knows no character beyond ASCII.  But text is UTF-8 here whatever the
 * locale (the ascii argument of text_safe() is what honours that), and its
 * columns should not depend on the environment, so the question is always
 * asked in C.UTF-8: glibc has one table of widths for all UTF-8 locales, the
 * one that curses uses too.  Where there is no such locale, libunistring
 * alone decides.
 */
static int locale_width(uint32_t uc, int otherwise)
{
	static locale_t utf8;
	static bool asked;
	locale_t before;
	int width;

	if (!asked) {
		asked = true;
		utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	}
	if (!utf8)
		return otherwise;
	before = uselocale(utf8);
	width = wcwidth((wchar_t)uc);
	uselocale(before);
	return width;
}

/*
 * Not to be drawn even where both libraries know a width: what is invisible
 * (soft hyphen, joiners, variation selectors, tags, fillers), what turns the
 * line's direction round, and skin tones, which some terminals paint into
 * the cell before and some beside it.
 */
static bool is_invisible(uint32_t uc)
{
	return uc_is_property_default_ignorable_code_point(uc) ||
	       uc_is_property_bidi_control(uc) ||
	       uc_is_general_category_withtable(uc,
			UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf |
			UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp);
}

int text_cell_width(uint32_t uc)
{
	int width;

	if (uc < 0x80)
		return uc >= 0x20 && uc < 0x7f ? 1 : -1;
	if (uc > 0x10ffff || is_invisible(uc) ||
	    uc_is_property_emoji_modifier(uc) ||
	    uc_is_general_category_withtable(uc, UC_CATEGORY_MASK_Cs |
					     UC_CATEGORY_MASK_Cn))
		return -1;
	width = uc_width(uc, "UTF-8");
	return locale_width(uc, width) == width ? width : -1;
}

/* --- text_safe ----------------------------------------------------------- */

static void escape_bytes(struct str *out, const uint8_t *s, size_t n)
{
	static const char hex[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		char x[4] = { '\\', 'x', hex[s[i] >> 4], hex[s[i] & 15] };

		str_add(out, x, sizeof x);
	}
}

/* State between code points: whether a mark has a letter to stand on. */
struct safe {
	struct str *out;
	bool ascii;
	int marks;		/* on the letter before; -1: there is none */
};

static void safe_code_point(struct safe *to, uint32_t uc, const uint8_t *s,
			    size_t n)
{
	int width = text_cell_width(uc);

	if (width > 0 && !to->ascii) {
		to->marks = 0;
		str_add(to->out, s, n);
		return;
	}
	if (width == 0 && !to->ascii && to->marks >= 0 &&
	    to->marks < MARKS_MAX) {
		to->marks++;
		str_add(to->out, s, n);
		return;
	}
	to->marks = -1;
	if (is_invisible(uc))
		escape_bytes(to->out, s, n);
	else
		str_addf(to->out, "\\u{%04X}", (unsigned)uc);
}

/* A run of valid UTF-8; plain ASCII, by far the most, goes in one piece. */
static void safe_valid(struct safe *to, const uint8_t *s, size_t n)
{
	size_t i = 0;

	while (i < n) {
		size_t plain = i;
		ucs4_t uc;
		int len;

		while (plain < n && s[plain] >= 0x20 && s[plain] < 0x7f)
			plain++;
		if (plain > i) {
			str_add(to->out, s + i, plain - i);
			to->marks = 0;
			i = plain;
			continue;
		}
		len = u8_mbtouc(&uc, s + i, n - i);
		safe_code_point(to, uc, s + i, (size_t)len);
		i += (size_t)len;
	}
}

void text_safe(struct str *out, const void *bytes, size_t n, bool ascii)
{
	struct safe to = { .out = out, .ascii = ascii, .marks = -1 };
	const uint8_t *s = bytes;

	while (n) {
		const uint8_t *bad = u8_check(s, n);
		size_t valid = bad ? (size_t)(bad - s) : n;

		safe_valid(&to, s, valid);
		if (!bad)
			break;
		escape_bytes(out, bad, 1);
		to.marks = -1;
		s += valid + 1;
		n -= valid + 1;
	}
}

/* --- columns ------------------------------------------------------------- */

/* One code point; what is not safe text has no columns. */
static int code_point(const uint8_t *s, const uint8_t *end, int *width)
{
	ucs4_t uc;
	int len = u8_mbtouc(&uc, s, (size_t)(end - s));
	int w = text_cell_width(uc);

	*width = w > 0 ? w : 0;
	return len;
}

static bool is_plain(const uint8_t *s, const uint8_t *end)
{
	return s[0] >= 0x20 && s[0] < 0x7f && (end - s == 1 || s[1] < 0x80);
}

/* Whether s begins with one of U+1F1E6 to U+1F1FF. */
static bool is_regional(const uint8_t *s, const uint8_t *end)
{
	return end - s >= 4 && s[0] == 0xf0 && s[1] == 0x9f && s[2] == 0x87 &&
	       s[3] >= 0xa6 && s[3] <= 0xbf;
}

/* The whole grapheme at s, which is not empty. */
static size_t grapheme(const uint8_t *s, const uint8_t *end, int *width)
{
	const uint8_t *next;

	*width = 1;
	if (is_plain(s, end))
		return 1;
	*width = 0;
	next = u8_grapheme_next(s, end);
	/* libunistring before 1.1 takes a flag, two regional indicators,
	 * for two graphemes here. */
	if (next - s == 4 && is_regional(s, next) && is_regional(next, end))
		next = u8_grapheme_next(next, end);
	for (const uint8_t *p = s; p < next;) {
		int w;

		p += code_point(p, next, &w);
		*width += w;
	}
	return (size_t)(next - s);
}

/* The grapheme, but only up to its second code point that has columns. */
size_t text_grapheme(const char *text, int *width)
{
	const uint8_t *s = (const uint8_t *)text;
	const uint8_t *end, *next, *p;

	*width = 0;
	if (!*s)
		return 0;
	*width = 1;
	/* Its zero is no mark either: the rest is not looked for. */
	if (is_plain(s, s + 2))
		return 1;
	end = s + strlen(text);
	next = u8_grapheme_next(s, end);
	p = s + code_point(s, next, width);
	while (p < next) {
		int w;
		int len = code_point(p, next, &w);

		if (w && *width)
			break;
		*width += w;
		p += len;
	}
	return (size_t)(p - s);
}

size_t text_fit(const char *s, int cols, int *width)
{
	const uint8_t *p = (const uint8_t *)s;
	const uint8_t *end = p + strlen(s);
	int used = 0;

	while (p < end) {
		int w;
		size_t n = grapheme(p, end, &w);

		if (w > cols - used)
			break;
		used += w;
		p += n;
	}
	if (width)
		*width = used;
	return (size_t)(p - (const uint8_t *)s);
}

int text_width(const char *s)
{
	int width;

	text_fit(s, INT_MAX, &width);
	return width;
}

/* --- cut ----------------------------------------------------------------- */

/* The last graphemes of s, which is width wide, that fit into cols columns. */
static const char *tail(const char *s, int width, int cols)
{
	const uint8_t *p = (const uint8_t *)s;
	const uint8_t *end = p + strlen(s);

	while (p < end && width > cols) {
		int w;

		p += grapheme(p, end, &w);
		width -= w;
	}
	return (const char *)p;
}

/*
 * A path gives half of its columns to each end: the top folders say where,
 * and a file name of up to that length stays whole; of a longer one the end
 * stays, where a version or a date is.
 */
void text_cut(struct str *out, const char *s, int cols, enum text_cut how,
	      bool ascii)
{
	int width = text_width(s), head;

	if (cols <= 0)
		return;
	if (width <= cols) {
		str_adds(out, s);
		return;
	}
	head = how == CUT_PATH ? (cols - 1) / 2 : cols - 1;
	str_add(out, s, text_fit(s, head, &head));
	str_adds(out, ascii ? "~" : "…");
	if (how == CUT_PATH)
		str_adds(out, tail(s, width, cols - 1 - head));
}
