/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sanitiser, widths and cutting; text-layout.c has wrapping and search.
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
 * Maximum number of combining marks on a letter.  More marks ("Zalgo" text)
 * overlap neighbouring lines.  They also fit neither into a cell of curses,
 * which has room for five code points, nor into CELL_TEXT.
 */
#define MARKS_MAX 3

bool text_valid(const void *bytes, size_t n)
{
	return !u8_check(bytes, n);
}

/*
 * Returns the columns of a code point.  wcwidth() depends on the character set
 * of the locale; in the C locale it knows only ASCII. But text is UTF-8 here in
 * any locale (text_safe() handles others with its argument ascii), and columns
 * should not depend on the environment.  So C.UTF-8 is always used: glibc has
 * one table of widths for all UTF-8 locales, and curses uses the same table.
 * If that locale is missing, libunistring alone decides.
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
 * True for code points that must not be drawn even if both libraries have a
 * width for them: invisible ones (soft hyphen, joiners, variation selectors,
 * tags, fillers), and those that reverse the direction of the line.
 * text_cell_width() also excludes skin tones: some terminals draw them into the
 * previous cell, some next to it.
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

/* State that is carried from one code point to the next. */
struct safe {
	struct str *out;
	bool ascii;
	int marks;		/* number of marks on the last letter; -1: no
				 * letter */
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

/* Appends valid UTF-8.  Plain ASCII, by far the most common case, is copied at
 * once. */
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

/* Decodes a code point; one that is not safe text has no columns. */
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

/* True if s starts with a regional indicator, U+1F1E6 to U+1F1FF. */
static bool is_regional(const uint8_t *s, const uint8_t *end)
{
	return end - s >= 4 && s[0] == 0xf0 && s[1] == 0x9f && s[2] == 0x87 &&
	       s[3] >= 0xa6 && s[3] <= 0xbf;
}

/* Length of the whole grapheme at s; s is not empty. */
static size_t grapheme(const uint8_t *s, const uint8_t *end, int *width)
{
	const uint8_t *next;

	*width = 1;
	if (is_plain(s, end))
		return 1;
	*width = 0;
	next = u8_grapheme_next(s, end);
	/* libunistring before 1.1 splits a flag (two regional indicators) into
	 * two graphemes here. */
	if (next - s == 4 && is_regional(s, next) && is_regional(next, end))
		next = u8_grapheme_next(next, end);
	for (const uint8_t *p = s; p < next;) {
		int w;

		p += code_point(p, next, &w);
		*width += w;
	}
	return (size_t)(next - s);
}

size_t text_grapheme(const char *text, int *width)
{
	const uint8_t *s = (const uint8_t *)text;
	const uint8_t *end, *next, *p;

	*width = 0;
	if (!*s)
		return 0;
	*width = 1;
	/* strlen() is not needed: the final NUL is not a combining mark. */
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

/* Returns the longest end of s (which has `width` columns) that fits into cols
 * columns. */
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
 * Each end of a path gets half of the columns: the start shows the top
 * directories, and a file name of up to half the columns stays whole.  A longer
 * file name is cut at its start, since its end may have a version or date.
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
