/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decodes characters of untrusted text and finds their classes, independent of
 * the locale. */
#include <config.h>

#include <string.h>

#include <unictype.h>
#include <unistr.h>

#include "rule/pattern/private.h"

static const char *const names[KINDS] = {
	[KIND_ALNUM] = "alnum", [KIND_ALPHA] = "alpha",
	[KIND_BLANK] = "blank", [KIND_CNTRL] = "cntrl",
	[KIND_DIGIT] = "digit", [KIND_GRAPH] = "graph",
	[KIND_LOWER] = "lower", [KIND_PRINT] = "print",
	[KIND_PUNCT] = "punct", [KIND_SPACE] = "space",
	[KIND_UPPER] = "upper", [KIND_XDIGIT] = "xdigit",
};

enum char_kind char_kind_named(const char *name, size_t n)
{
	for (int i = 0; i < KINDS; i++)
		if (names[i] && strlen(names[i]) == n &&
		    !memcmp(names[i], name, n))
			return (enum char_kind)i;
	return KINDS;
}

bool char_is(uint32_t c, enum char_kind kind)
{
	if (c >= BYTE_CHAR)
		return false;
	switch (kind) {
	case KIND_ALNUM:
		return uc_is_alnum(c);
	case KIND_ALPHA:
		return uc_is_alpha(c);
	case KIND_BLANK:
		return uc_is_blank(c);
	case KIND_CNTRL:
		return uc_is_cntrl(c);
	case KIND_DIGIT:
		return uc_is_digit(c);
	case KIND_GRAPH:
		return uc_is_graph(c);
	case KIND_LOWER:
		return uc_is_lower(c);
	case KIND_PRINT:
		return uc_is_print(c);
	case KIND_PUNCT:
		return uc_is_punct(c);
	case KIND_SPACE:
		return uc_is_space(c);
	case KIND_UPPER:
		return uc_is_upper(c);
	case KIND_XDIGIT:
		return uc_is_xdigit(c);
	case KIND_WORD:
		return c == '_' || uc_is_alnum(c);
	case KINDS:
		break;
	}
	return false;
}

size_t char_at(const char *s, size_t n, uint32_t *c)
{
	ucs4_t uc;
	int len;

	if ((unsigned char)*s < 0x80) {
		*c = (unsigned char)*s;
		return 1;
	}
	len = u8_mbtoucr(&uc, (const uint8_t *)s, n);
	*c = len > 0 ? uc : BYTE_CHAR + (unsigned char)*s;
	return len > 0 ? (size_t)len : 1;
}
