/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/ring/tracerecord.h"

#include <string.h>

#define TID_AT 4
#define HEAD_SIZE 8

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

static inline uint64_t get(const unsigned char *p, const struct trace_field *f)
{
	uint64_t n;

	/* The most common case: the field has 8 bytes. */
	if (f->size == sizeof n) {
		memcpy(&n, p, sizeof n);
		return n;
	}
	switch (f->size) {
	case 1:
		GET(uint8_t, int8_t);
	case 2:
		GET(uint16_t, int16_t);
	default:
		GET(uint32_t, int32_t);
	}
}

/* Gets a __data_loc string, whose stored length includes the NUL. */
static bool get_text(struct bytes payload, uint64_t loc, struct bytes *out)
{
	size_t at = loc & 0xffff, n = loc >> 16 & 0xffff;
	const char *p = payload.data;

	if (!is_within(payload, at, n))
		return false;
	*out = (struct bytes){ p + at, strnlen(p + at, n) };
	return true;
}

void trace_format_ready(struct trace_format *format)
{
	format->n = 0;
	format->has_text = false;
	format->least = HEAD_SIZE;
	for (uint8_t i = 0; i < TRACE_VALUES; i++) {
		const struct trace_field *f = &format->fields[i];
		uint32_t end = (uint32_t)f->at + f->size;

		if (!f->size)
			continue;
		format->n = (uint8_t)(i + 1);
		format->has_text |= f->is_text;
		if (end > format->least)
			format->least = end;
	}
}

bool trace_record_parse(struct bytes payload, const struct trace_format *format,
			struct trace_record *out)
{
	const unsigned char *p = payload.data;
	struct bytes text = { "", 0 };
	int32_t tid;
	int i;

	if (payload.len < format->least ||
	    trace_record_id(payload) != format->id)
		return false;
	for (i = 0; format->has_text && i < format->n; i++)
		if (format->fields[i].is_text &&
		    !get_text(payload, get(p + format->fields[i].at,
					   &format->fields[i]), &text))
			return false;
	memcpy(&tid, p + TID_AT, sizeof tid);
	out->kind = format->kind;
	out->tid = tid;
	out->text = text;
	for (i = 0; i < format->n; i++) {
		const struct trace_field *f = &format->fields[i];

		out->v[i] = f->size ? get(p + f->at, f) : 0;
	}
	for (; i < TRACE_VALUES; i++)
		out->v[i] = 0;
	return true;
}
