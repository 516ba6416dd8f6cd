/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/tracerecord.h"

#include <string.h>

#define ID_SIZE 2
#define TID_AT 4
#define HEAD_SIZE 8

int trace_record_id(struct bytes payload)
{
	uint16_t id;

	if (payload.len < ID_SIZE)
		return -1;
	memcpy(&id, payload.data, sizeof id);
	return id;
}

static bool is_within(struct bytes payload, size_t at, size_t size)
{
	return at <= payload.len && size <= payload.len - at;
}

#define GET(type, signed_type) \
	do { \
		type n_; \
		memcpy(&n_, p, sizeof n_); \
		return f->is_signed ? (uint64_t)(int64_t)(signed_type)n_ : n_; \
	} while (0)

static uint64_t get(const unsigned char *p, const struct trace_field *f)
{
	switch (f->size) {
	case 1:
		GET(uint8_t, int8_t);
	case 2:
		GET(uint16_t, int16_t);
	case 4:
		GET(uint32_t, int32_t);
	default:
		GET(uint64_t, int64_t);
	}
}

/* __data_loc: the length counts the NUL. */
static bool get_text(struct bytes payload, uint64_t loc, struct bytes *out)
{
	size_t at = loc & 0xffff, n = loc >> 16 & 0xffff;
	const char *p = payload.data;

	if (!is_within(payload, at, n))
		return false;
	*out = (struct bytes){ p + at, strnlen(p + at, n) };
	return true;
}

bool trace_record_parse(struct bytes payload, const struct trace_format *format,
			struct trace_record *out)
{
	struct trace_record r = { .kind = format->kind, .text = { "", 0 } };
	const unsigned char *p = payload.data;
	int32_t tid;

	if (payload.len < HEAD_SIZE || trace_record_id(payload) != format->id)
		return false;
	memcpy(&tid, p + TID_AT, sizeof tid);
	r.tid = tid;
	for (int i = 0; i < TRACE_VALUES; i++) {
		const struct trace_field *f = &format->fields[i];

		if (!f->size)
			continue;
		if (!is_within(payload, f->at, f->size))
			return false;
		r.v[i] = get(p + f->at, f);
		if (f->is_text && !get_text(payload, r.v[i], &r.text))
			return false;
	}
	*out = r;
	return true;
}
