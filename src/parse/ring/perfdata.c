/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/ring/perfdata.h"

#include <byteswap.h>
#include <string.h>

#define PIPE_HEAD 16
/* Size of the head in the first versions of the format, without features. */
#define SHORT_HEAD 72
/* Offsets in struct perf_event_attr. */
#define ATTR_SAMPLE_TYPE 24
#define ATTR_FLAGS 40
/* Bit number of sample_id_all, which adds a trailer to the records. */
#define FLAG_SAMPLE_ID_ALL 18

static bool is_big(void)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	return !first;
}

uint64_t perfdata_u64(const void *p, bool swapped)
{
	uint64_t n;

	memcpy(&n, p, sizeof n);
	return swapped ? bswap_64(n) : n;
}

static uint32_t get_u32(const void *p, bool swapped)
{
	uint32_t n;

	memcpy(&n, p, sizeof n);
	return swapped ? bswap_32(n) : n;
}

struct perfdata_section perfdata_section(const void *p, bool swapped)
{
	const char *at = p;

	return (struct perfdata_section){
		.offset = perfdata_u64(at, swapped),
		.size = perfdata_u64(at + 8, swapped),
	};
}

/* False if offset plus size of the section overflows. */
static bool is_possible(struct perfdata_section s)
{
	return s.offset <= INT64_MAX && s.size <= INT64_MAX - s.offset;
}

static enum perfdata_kind get_head(const char *p, size_t len,
				   struct perfdata_head *out)
{
	struct perfdata_head h = { .big_endian = p[0] == '2' };
	uint64_t size;

	h.swapped = h.big_endian != is_big();
	size = perfdata_u64(p + 8, h.swapped);
	if (size == PIPE_HEAD)
		return PERFDATA_PIPE;
	if ((size != PERFDATA_HEAD && size != SHORT_HEAD) || len < size)
		return PERFDATA_WRONG;
	h.attr_size = perfdata_u64(p + 16, h.swapped);
	h.attrs = perfdata_section(p + 24, h.swapped);
	h.data = perfdata_section(p + 40, h.swapped);
	for (size_t i = 0; i < 4 && size == PERFDATA_HEAD; i++)
		h.features[i] = perfdata_u64(p + SHORT_HEAD + 8 * i, h.swapped);
	if (h.attr_size < PERFDATA_ATTR_LEAST ||
	    h.attr_size > PERFDATA_ATTR_MAX || !is_possible(h.attrs) ||
	    !is_possible(h.data) || h.attrs.size < h.attr_size ||
	    h.attrs.size % h.attr_size || h.data.offset < size)
		return PERFDATA_WRONG;
	*out = h;
	return PERFDATA_FILE;
}

enum perfdata_kind perfdata_head(struct bytes start, struct perfdata_head *out)
{
	const char *p = start.data;

	if (start.len < PIPE_HEAD)
		return PERFDATA_OTHER;
	if (!memcmp(p, "PERFFILE", 8) || !memcmp(p, "ELIFFREP", 8))
		return PERFDATA_OLD;
	if (memcmp(p, "PERFILE2", 8) != 0 && memcmp(p, "2ELIFREP", 8) != 0)
		return PERFDATA_OTHER;
	return get_head(p, start.len, out);
}

/* Compilers for big-endian machines allocate bit fields from the high end of a
 * word.  So a flag is in the same byte, but at the bit counted from the other
 * side. */
static bool get_flag(const char *flags, unsigned bit, bool big_endian)
{
	unsigned char byte = (unsigned char)flags[bit / 8];

	bit %= 8;
	return byte >> (big_endian ? 7 - bit : bit) & 1;
}

struct perfdata_attr perfdata_attr(const void *entry,
				   const struct perfdata_head *head)
{
	const char *p = entry;

	return (struct perfdata_attr){
		.form = {
			.sample_type = perfdata_u64(p + ATTR_SAMPLE_TYPE,
						    head->swapped),
			.trailer = get_flag(p + ATTR_FLAGS, FLAG_SAMPLE_ID_ALL,
					    head->big_endian),
			.swapped = head->swapped,
		},
		.ids = perfdata_section(p + head->attr_size - PERFDATA_SECTION,
					head->swapped),
	};
}

bool perfdata_feature(const struct perfdata_head *head,
		      enum perfdata_feature f, unsigned *index)
{
	unsigned before = 0;

	for (unsigned i = 0; i < (unsigned)f; i++)
		before += (unsigned)(head->features[i / 64] >> i % 64 & 1);
	*index = before;
	return head->features[f / 64] >> f % 64 & 1;
}

bool perfdata_string(struct bytes section, bool swapped, size_t *at,
		     struct bytes *out)
{
	const char *p = section.data;
	uint32_t n;

	if (section.len < 4 || *at > section.len - 4)
		return false;
	n = get_u32(p + *at, swapped);
	if (n > section.len - *at - 4)
		return false;
	p += *at + 4;
	*at += 4 + n;
	*out = (struct bytes){ p, strnlen(p, n) };
	return true;
}
