/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/scan.h"

#include <string.h>

struct scan scan_of(const void *data, size_t len)
{
	const char *p = data ? data : "";

	return (struct scan){ p, p + (data ? len : 0) };
}

struct bytes scan_rest(const struct scan *s)
{
	return (struct bytes){ s->p, (size_t)(s->end - s->p) };
}

bool scan_line(struct scan *s, struct scan *line)
{
	const char *nl;

	if (s->p == s->end)
		return false;
	nl = memchr(s->p, '\n', (size_t)(s->end - s->p));
	line->p = s->p;
	line->end = nl ? nl : s->end;
	s->p = nl ? nl + 1 : s->end;
	return true;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

bool scan_u64(struct scan *s, unsigned base, uint64_t *out)
{
	const char *p = s->p;
	uint64_t v = 0;

	for (; p < s->end && digit_of(*p) < (int)base; p++)
		if (__builtin_mul_overflow(v, (uint64_t)base, &v) ||
		    __builtin_add_overflow(v, (uint64_t)digit_of(*p), &v))
			return false;
	if (p == s->p)
		return false;
	s->p = p;
	*out = v;
	return true;
}

bool scan_i64(struct scan *s, int64_t *out)
{
	struct scan t = *s;
	bool minus = scan_char(&t, '-');
	uint64_t v;

	if (!scan_u64(&t, 10, &v) || v > (uint64_t)INT64_MAX + minus)
		return false;
	*out = minus ? (int64_t)-v : (int64_t)v;
	*s = t;
	return true;
}

bool scan_char(struct scan *s, char c)
{
	if (s->p == s->end || *s->p != c)
		return false;
	s->p++;
	return true;
}

bool scan_text(struct scan *s, const char *text)
{
	size_t n = strlen(text);

	if ((size_t)(s->end - s->p) < n || memcmp(s->p, text, n) != 0)
		return false;
	s->p += n;
	return true;
}

bool scan_blanks(struct scan *s)
{
	while (s->p < s->end && (*s->p == ' ' || *s->p == '\t'))
		s->p++;
	return true;
}

bool scan_word(struct scan *s, struct bytes *out)
{
	const char *p = s->p;

	while (p < s->end && *p != ' ' && *p != '\t' && *p != '\n')
		p++;
	if (p == s->p)
		return false;
	*out = (struct bytes){ s->p, (size_t)(p - s->p) };
	s->p = p;
	return true;
}

bool scan_fixed(struct scan *s, unsigned scale, uint64_t *out)
{
	struct scan t = *s;
	uint64_t v;

	if (!scan_u64(&t, 10, &v) || __builtin_mul_overflow(v, scale, &v))
		return false;
	if (scan_char(&t, '.'))
		for (unsigned unit = scale / 10;
		     t.p < t.end && digit_of(*t.p) < 10;
		     t.p++, unit /= 10) {
			uint64_t part = unit * (uint64_t)digit_of(*t.p);

			if (__builtin_add_overflow(v, part, &v))
				return false;
		}
	*s = t;
	*out = v;
	return true;
}

bool bytes_equal(struct bytes b, const char *text)
{
	return b.len == strlen(text) && memcmp(b.data, text, b.len) == 0;
}

bool bytes_list_has(struct bytes list, const char *wanted)
{
	struct scan s = scan_of(list.data, list.len);

	while (s.p < s.end) {
		const char *comma = memchr(s.p, ',', (size_t)(s.end - s.p));
		const char *end = comma ? comma : s.end;

		if (bytes_equal((struct bytes){ s.p, (size_t)(end - s.p) },
				wanted))
			return true;
		s.p = comma ? comma + 1 : s.end;
	}
	return false;
}
