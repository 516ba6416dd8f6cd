/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes the text of an expression before Lua compiles it. */
#include <config.h>

#include <ctype.h>
#include <string.h>

#include "rule/expr.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

bool expr_is_plain(const char *text)
{
	static const char *const operators[] = { "and", "or", "not", NULL };
	bool begin = true;

	if (strpbrk(text, "<>=~()\"'#"))
		return false;
	for (const char *s = text; *s; begin = !is_word(*s), s++)
		for (size_t i = 0; begin && operators[i]; i++) {
			size_t n = strlen(operators[i]);

			if (!strncmp(s, operators[i], n) && !is_word(s[n]))
				return false;
		}
	return true;
}

/* Returns the position after the closing quote; s is at the opening quote. */
static const char *skip_quoted(const char *s)
{
	char quote = *s++;

	while (*s && *s != quote)
		s += *s == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

/* Returns the factor of the unit at s; NULL if there is no unit. */
static const char *unit_of(const char *s, size_t *length)
{
	static const struct {
		const char *name, *factor;
	} units[] = {
		{ "KiB", "1024" }, { "MiB", "1048576" },
		{ "GiB", "1073741824" }, { "TiB", "1099511627776" },
		{ "K", "1024" }, { "M", "1048576" }, { "G", "1073741824" },
		{ "T", "1099511627776" }, { "k", "1024" }, { "m", "1048576" },
		{ "g", "1073741824" }, { "B", "1" },
		{ "ns", "1e-9" }, { "us", "1e-6" }, { "ms", "1e-3" },
		{ "s", "1" },
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		size_t n = strlen(units[i].name);

		if (strncmp(s, units[i].name, n) || is_word(s[n]))
			continue;
		*length = n;
		return units[i].factor;
	}
	return NULL;
}

static const char *number(struct str *out, const char *s)
{
	size_t n = strspn(s, "0123456789."), length;
	const char *factor = unit_of(s + n, &length);

	if (!factor) {
		while (is_word(s[n]) || s[n] == '.')
			n++;	/* letters inside a number, as in 0x7f or 1e9 */
		str_add(out, s, n);
		return s + n;
	}
	str_addc(out, '(');
	str_add(out, s, n);
	str_addf(out, "*%s)", factor);
	return s + n + length;
}

void expr_units(struct str *out, const char *text)
{
	const char *s = text;

	while (*s) {
		const char *from = s;

		if (*s == '"' || *s == '\'') {
			s = skip_quoted(s);
		} else if (isdigit((unsigned char)*s)) {
			s = number(out, s);
			continue;
		} else if (is_word(*s)) {
			while (is_word(*s))
				s++;
		} else {
			s++;
		}
		str_add(out, from, (size_t)(s - from));
	}
}
