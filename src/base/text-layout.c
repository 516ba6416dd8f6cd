/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unilbrk.h>
#include <uninorm.h>

#include "base/alloc.h"

/* --- wrap ---------------------------------------------------------------- */

struct wrap {
	int cols;
	void (*line)(void *arg, const char *s, size_t n);
	void *arg;
};

/* Length of a line without trailing blanks, which need no columns. */
static size_t trimmed(const char *s, size_t n)
{
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\n' || s[n - 1] == '\r'))
		n--;
	return n;
}

static int width_of(const char *s, size_t n)
{
	char *copy = xstrndup(s, n);
	int width = text_width(copy);

	free(copy);
	return width;
}

/* Emits one line.  A word that is wider than a line is cut. */
static void wrap_line(const struct wrap *w, const char *s, size_t n)
{
	char *copy = xstrndup(s, trimmed(s, n));
	const char *rest = copy;

	do {
		size_t fits = text_fit(rest, w->cols, NULL);
		int width;

		if (!fits && *rest)	/* wider than a line, so it is alone on
					 * it */
			fits = text_grapheme(rest, &width);
		w->line(w->arg, s + (rest - copy), fits);
		rest += fits;
	} while (*rest);
	free(copy);
}

/* Removes breaks inside words such as "--no-filter", "8-colour" and
 * "/etc/a.lua" if the word fits on a line. */
static void keep_words(const char *s, size_t len, char *breaks, int cols)
{
	size_t from = 0;

	for (size_t i = 1; i < len; i++) {
		bool within = breaks[i] == UC_BREAK_POSSIBLE &&
			      s[i - 1] > ' ' && s[i - 1] <= '~';
		size_t end = i + 1;

		if (breaks[i] != UC_BREAK_POSSIBLE &&
		    breaks[i] != UC_BREAK_MANDATORY)
			continue;
		if (!within) {
			from = i;
			continue;
		}
		while (end < len && s[end] != ' ' &&
		       breaks[end] != UC_BREAK_MANDATORY)
			end++;
		if (width_of(s + from, trimmed(s + from, end - from)) <= cols)
			breaks[i] = UC_BREAK_PROHIBITED;
	}
}

/*
 * libunistring finds the possible breaks; this function chooses among them.
 * u8_width_linebreaks() is not used: it reserves a column for the blank at a
 * break, so it never fills the last column.
 */
void text_wrap(const char *s, int cols,
	       void (*line)(void *arg, const char *s, size_t n), void *arg)
{
	struct wrap w = {
		.cols = cols > 0 ? cols : 1, .line = line, .arg = arg,
	};
	size_t len = strlen(s);
	size_t from = 0, fits = 0;	/* the bytes [from, fits) fit on a
					 * line */
	char *breaks = xmalloc(len);

	u8_possible_linebreaks((const uint8_t *)s, len, "UTF-8", breaks);
	keep_words(s, len, breaks, w.cols);
	for (size_t i = 0; i <= len; i++) {
		bool end = i == len || breaks[i] == UC_BREAK_MANDATORY;

		if (!end && breaks[i] != UC_BREAK_POSSIBLE)
			continue;
		if (fits > from &&
		    width_of(s + from, trimmed(s + from, i - from)) > w.cols) {
			wrap_line(&w, s + from, fits - from);
			from = fits;
		}
		fits = i;
		if (end && (i < len || from < len)) {
			wrap_line(&w, s + from, i - from);
			from = fits = i + 1;
		}
	}
	free(breaks);
}

/* --- contains ------------------------------------------------------------ */

/* Returns s after NFC normalisation and case folding; NULL if s is not
 * UTF-8. */
static uint8_t *folded(const char *s, size_t *len)
{
	return u8_casefold((const uint8_t *)s, strlen(s), NULL, UNINORM_NFC,
			   NULL, len);
}

static bool is_ascii(const char *s)
{
	while (*s && !(*s & 0x80))
		s++;
	return !*s;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static bool ascii_contains(const char *hay, const char *needle)
{
	for (; *hay; hay++) {
		size_t n = 0;

		while (needle[n] && lower(hay[n]) == lower(needle[n]))
			n++;
		if (!needle[n])
			return true;
	}
	return false;
}

bool text_contains(const char *hay, const char *needle)
{
	size_t hay_len, needle_len;
	uint8_t *h, *n;
	bool found;

	if (!*needle)
		return true;
	/* Fast path: most names are ASCII, and a search tests 65,000 names at
	 * each key. */
	if (is_ascii(hay) && is_ascii(needle))
		return ascii_contains(hay, needle);
	h = folded(hay, &hay_len);
	n = folded(needle, &needle_len);
	if (h && n)
		found = memmem(h, hay_len, n, needle_len) != NULL;
	else
		found = strcasestr(hay, needle) != NULL;
	free(h);
	free(n);
	return found;
}
