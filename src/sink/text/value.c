/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/text/value.h"

#include <inttypes.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/text.h"

/* Writes a text, with a backslash before each of the given characters. */
static void put_escaped(struct str *out, const char *p, size_t n,
			const char *chars)
{
	for (size_t i = 0, from = 0; i <= n; i++) {
		if (i < n && (!p[i] || !strchr(chars, p[i])))
			continue;
		text_safe(out, p + from, i - from, false);
		if (i < n) {
			str_addc(out, '\\');
			str_addc(out, p[i]);
		}
		from = i + 1;
	}
}

void put_safe(struct str *out, struct bytes b)
{
	put_escaped(out, b.data, b.len, "\\");
}

void put_quoted(struct str *out, const char *p, size_t n)
{
	str_addc(out, '"');
	put_escaped(out, p, n, "\"\\");
	str_addc(out, '"');
}

void put_argv(struct str *out, struct bytes argv, bool cut)
{
	const char *p = argv.data, *end = p + argv.len;

	str_adds(out, " [");
	for (const char *sep = ""; p < end; sep = ", ") {
		size_t n = strnlen(p, (size_t)(end - p));
		str_adds(out, sep);
		put_quoted(out, p, n);
		p += n + 1;
	}
	str_adds(out, cut ? "...]" : "]");
}

void put_number(struct str *out, const char *name, uint64_t n)
{
	if (n == EV_UNKNOWN)
		str_addf(out, " %s=n/a", name);
	else
		str_addf(out, " %s=%" PRIu64, name, n);
}

void put_span(struct str *out, uint64_t start, uint64_t end)
{
	str_addf(out, "0x%" PRIx64 "-0x%" PRIx64, start, end);
}

void put_build_id(struct str *out, struct bytes b)
{
	const unsigned char *id = b.data;

	if (b.len)
		str_adds(out, " build_id=");
	for (size_t i = 0; i < b.len; i++)
		str_addf(out, "%02x", id[i]);
}

void put_ranges(struct str *out, struct bytes ranges)
{
	const char *range = ranges.data;

	for (size_t n = ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* a copy, as the bytes may be
					 * unaligned */
		memcpy(&r, range, sizeof r);
		range += sizeof r;
		str_addc(out, ' ');
		put_span(out, r.start, r.end);
	}
}

void put_parts(struct str *out, struct bytes ranges, uint64_t more)
{
	const char *at = ranges.data, *sep = "";

	str_adds(out, " [");
	for (size_t n = ranges.len / sizeof(struct page_range); n; n--) {
		struct page_range r;	/* a copy, as the bytes may be
					 * unaligned */

		memcpy(&r, at, sizeof r);
		at += sizeof r;
		str_adds(out, sep);
		put_span(out, r.start, r.end);
		sep = " ";
	}
	if (more)
		str_addf(out, "%s+%" PRIu64 " more", sep, more);
	str_addc(out, ']');
}

void put_device(struct str *out, uint64_t dev)
{
	if (dev == EV_UNKNOWN)
		str_adds(out, " dev=n/a");
	else
		str_addf(out, " dev=%02x:%02x", major(dev), minor(dev));
}
