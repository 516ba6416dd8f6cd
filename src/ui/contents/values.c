/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/contents/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/words/what.h"

#define NAME_LEAST 6

static void put_integer(struct str *out, unsigned bits, uint64_t u)
{
	int64_t s = (int64_t)(u << (64 - bits)) >> (64 - bits);

	str_addf(out, "%su%u %" PRIu64, out->len ? "  " : "", bits, u);
	if (s < 0)
		str_addf(out, " (%" PRId64 ")", s);
}

static void put_float(struct str *out, unsigned bits, double v, int digits)
{
	str_addf(out, "%sf%u %.*g", out->len ? "  " : "", bits, digits, v);
}

void values_small(struct str *out, const uint8_t *bytes, size_t n)
{
	uint16_t u16;
	uint32_t u32;
	float f32;

	if (n >= 1)
		put_integer(out, 8, bytes[0]);
	if (n >= sizeof u16) {
		memcpy(&u16, bytes, sizeof u16);
		put_integer(out, 16, u16);
	}
	if (n >= sizeof u32) {
		memcpy(&u32, bytes, sizeof u32);
		put_integer(out, 32, u32);
		memcpy(&f32, bytes, sizeof f32);
		put_float(out, 32, (double)f32, 7);
	}
}

void values_large(struct str *out, const uint8_t *bytes, size_t n)
{
	uint64_t u64;
	double f64;

	if (n < sizeof u64)
		return;
	memcpy(&u64, bytes, sizeof u64);
	put_integer(out, 64, u64);
	memcpy(&f64, bytes, sizeof f64);
	put_float(out, 64, f64, 10);
}

size_t pointer_bytes(const struct process *p)
{
	for (size_t i = p->space.regions.n; i-- > 0;) {
		const struct region *r = p->space.regions.v[i];

		if (!r->removed_ns)
			return r->end >> 32 ? 8 : 4;
	}
	return 8;
}

void pointer_words(struct str *out, const struct process *p, uint64_t addr,
		   int cols, bool ascii)
{
	const struct region *r = space_find(&p->space, addr);
	struct str words = STR_INIT, name = STR_INIT;
	char buf[FMT_MAX], place[24];

	if (!r) {
		str_adds(out, _("points nowhere"));
		return;
	}
	/* TRANSLATORS: an address, then the region that it is in. */
	str_addf(&words, _("points to %s "), fmt_addr(buf, addr));
	region_short(&name, r, ascii);
	snprintf(place, sizeof place, "+0x%" PRIx64, addr - r->start);
	/* If there is not enough room for both the region's name and the
	 * offset, cut the name. */
	cols -= text_width(words.data) + (int)strlen(place);
	text_cut(&words, name.data, cols > NAME_LEAST ? cols : NAME_LEAST,
		 CUT_PATH, ascii);
	str_addf(out, "%s%s", words.data, place);
	str_release(&words);
	str_release(&name);
}
