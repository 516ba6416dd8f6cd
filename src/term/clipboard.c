/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/clipboard.h"

#include <stdint.h>
#include <string.h>

static void base64(struct str *out, const uint8_t *p, size_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		uint32_t bits = (uint32_t)p[i] << 16;

		if (i + 1 < n)
			bits |= (uint32_t)p[i + 1] << 8;
		if (i + 2 < n)
			bits |= p[i + 2];
		str_addc(out, digits[bits >> 18]);
		str_addc(out, digits[bits >> 12 & 63]);
		str_addc(out, i + 1 < n ? digits[bits >> 6 & 63] : '=');
		str_addc(out, i + 2 < n ? digits[bits & 63] : '=');
	}
}

void clipboard_copy(struct str *out, const char *text)
{
	str_adds(out, "\033]52;c;");
	base64(out, (const uint8_t *)text, strlen(text));
	str_addc(out, '\a');
}
