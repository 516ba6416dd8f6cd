/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/decoder/private.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define TAB 8

static void line_release(struct decoded_line *l)
{
	free(l->name);
	free(l->value);
	free(l->hex);
}

void decoded_clear(struct decoded *d)
{
	for (size_t i = 0; i < d->lines.n; i++)
		line_release(&d->lines.v[i]);
	vec_clear(&d->lines);
	d->bytes = 0;
	d->cut = false;
	d->error = (struct rule_error){ .fault = RULE_OK };
}

void decoded_release(struct decoded *d)
{
	decoded_clear(d);
	vec_release(&d->lines);
}

/* Returns a safe copy of b, cut to DECODED_LINE bytes. */
static char *safe(struct decoded *d, struct bytes b)
{
	struct str s = STR_INIT;
	size_t n = b.len < DECODED_LINE ? b.len : DECODED_LINE;

	if (n < b.len)
		d->cut = true;
	text_safe(&s, b.data, n, d->ascii);
	d->bytes += s.len;
	return s.len ? str_take(&s) : xstrdup("");
}

struct decoded_line *decoded_add(struct decoded *d,
				 const struct decoded_line *line,
				 struct bytes name, struct bytes value,
				 struct bytes hex)
{
	struct decoded_line *l;

	if (d->lines.n >= DECODED_LINES || d->bytes >= DECODED_TEXT) {
		d->cut = true;
		return NULL;
	}
	l = vec_push(&d->lines);
	*l = *line;
	l->name = safe(d, name);
	l->value = safe(d, value);
	l->hex = safe(d, hex);
	return l;
}

/* Expands tabs as a terminal does. */
static void expand(struct str *out, const char *s, size_t n)
{
	size_t column = 0;

	for (size_t i = 0; i < n && column < DECODED_LINE; i++) {
		if (s[i] != '\t') {
			str_addc(out, s[i]);
			column++;
			continue;
		}
		do
			str_addc(out, ' ');
		while (++column % TAB);
	}
}

static bool add_plain(struct decoded *d, const char *s, size_t n)
{
	static const struct decoded_line plain = { .kind = DECODED_PLAIN };
	static const struct bytes none = { "", 0 };
	struct str line = STR_INIT;
	bool room;

	if (n && s[n - 1] == '\r')
		n--;
	expand(&line, s, n);
	if (n > DECODED_LINE)
		d->cut = true;
	room = decoded_add(d, &plain, none,
			   (struct bytes){ line.data, line.len }, none);
	str_release(&line);
	return room;
}

void decoded_text(struct decoded *d, const void *bytes, size_t n)
{
	const char *s = bytes, *end = s + n;

	decoded_clear(d);
	while (s < end) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));

		stop = stop ? stop : end;
		if (!add_plain(d, s, (size_t)(stop - s)))
			break;
		s = stop < end ? stop + 1 : end;
	}
}
