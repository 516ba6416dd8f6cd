/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/decoder/private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Buffer sizes for any name with its indices, and for any number. */
#define LABEL (LAYOUT_TEXT + FIELD_DIMENSIONS * 24 + 16)
#define NUMBER 48
/* Maximum number of bytes shown in hexadecimal, with a blank after each
 * byte. */
#define HEX_MAX (DECODED_LINE / 3)

struct showing {
	const struct decoder_input *in;
	struct decoded *d;
	const struct layout_field *f;
	uint64_t at;			/* offset of the current element in
					 * raw */
	char label[LABEL];
};

/* --- bytes ---------------------------------------------------------------- */

static const uint8_t *bytes_at(const struct showing *s, uint64_t at)
{
	return (const uint8_t *)s->in->raw + at;
}

/* Reads a value of at most 8 bytes in the field's byte order. */
static uint64_t value_at(const struct showing *s, uint64_t at, unsigned size)
{
	const uint8_t *p = bytes_at(s, at);
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v = v << 8 | p[s->f->big ? i : size - 1 - i];
	return v;
}

static uint64_t bytes_of_one(const struct layout_field *f)
{
	return f->length * f->size;
}

static bool is_past_end(const struct showing *s)
{
	uint64_t n = bytes_of_one(s->f);

	return n > s->in->n || s->at > s->in->n - n;
}

static bool is_unknown(const struct showing *s)
{
	uint64_t start = s->in->address + s->in->offset + s->at;
	uint64_t end = start + bytes_of_one(s->f);

	for (size_t i = 0; i < s->in->n_unknown; i++)
		if (s->in->unknown[i].start < end &&
		    s->in->unknown[i].end > start)
			return true;
	return false;
}

/* --- lines ---------------------------------------------------------------- */

/* Adds a line with bytes.  Returns false if d is full. */
static bool add_bytes(struct showing *s, enum decoded_kind kind,
		      const char *value, size_t n, const char *hex,
		      uint64_t number)
{
	const struct decoded_line line = {
		.kind = kind, .number = number, .at = s->at,
		.n = kind == DECODED_PAST_END ? 0 : bytes_of_one(s->f),
	};

	return decoded_add(s->d, &line,
			   (struct bytes){ s->label, strlen(s->label) },
			   (struct bytes){ value, n },
			   (struct bytes){ hex, strlen(hex) }) != NULL;
}

static bool add(struct showing *s, const char *value, const char *hex)
{
	return add_bytes(s, DECODED_VALUE, value, strlen(value), hex, 0);
}

static bool show_unsigned(struct showing *s, uint64_t v)
{
	char value[NUMBER], hex[NUMBER];

	snprintf(value, sizeof value, "%" PRIu64, v);
	snprintf(hex, sizeof hex, "0x%" PRIx64, v);
	return add(s, value, hex);
}

static bool show_signed(struct showing *s)
{
	char value[NUMBER], hex[NUMBER];
	uint64_t v = value_at(s, s->at, s->f->size);
	unsigned unused = 64 - 8 * s->f->size;

	snprintf(value, sizeof value, "%" PRId64,
		 (int64_t)(v << unused) >> unused);
	snprintf(hex, sizeof hex, "0x%" PRIx64, v);
	return add(s, value, hex);
}

/* Shows a floating-point number with the fewest digits that still identify
 * it. */
static bool show_float(struct showing *s)
{
	uint64_t bits = value_at(s, s->at, s->f->size);
	uint32_t low = (uint32_t)bits;
	char value[NUMBER];
	float single;
	double v;

	if (s->f->size == 4) {
		memcpy(&single, &low, sizeof single);
		v = (double)single;
	} else {
		memcpy(&v, &bits, sizeof v);
	}
	for (int digits = s->f->size == 4 ? 6 : 15; digits <= 17; digits++) {
		double back;

		snprintf(value, sizeof value, "%.*g", digits, v);
		back = s->f->size == 4 ? (double)strtof(value, NULL)
				       : strtod(value, NULL);
		if (!memcmp(&back, &v, sizeof v))
			break;
	}
	return add(s, value, "");
}

static bool show_bool(struct showing *s)
{
	uint64_t v = value_at(s, s->at, s->f->size);

	if (v > 1)
		return show_unsigned(s, v);
	return add(s, v ? "true" : "false", "");
}

/* Shows a text without the zero bytes at its end. */
static bool show_text(struct showing *s)
{
	const uint8_t *p = bytes_at(s, s->at);
	size_t n = (size_t)s->f->length;
	struct str text = STR_INIT;
	char hex[NUMBER] = "";
	bool room;

	if (n == 1)
		snprintf(hex, sizeof hex, "0x%x", p[0]);
	else
		while (n && !p[n - 1])
			n--;
	str_addc(&text, n == 1 && hex[0] ? '\'' : '"');
	str_add(&text, p, n);
	str_addc(&text, text.data[0]);
	room = add_bytes(s, DECODED_VALUE, text.data, text.len, hex, 0);
	str_release(&text);
	return room;
}

static bool show_bytes(struct showing *s)
{
	const uint8_t *p = bytes_at(s, s->at);
	struct str hex = STR_INIT;
	bool room;

	for (uint64_t i = 0; i < s->f->length && i < HEX_MAX; i++)
		str_addf(&hex, i ? " %02x" : "%02x", p[i]);
	if (s->f->length > HEX_MAX)
		s->d->cut = true;
	room = add(s, hex.data, "");
	str_release(&hex);
	return room;
}

static bool show_pointer(struct showing *s)
{
	uint64_t v = value_at(s, s->at, s->f->size);
	char hex[NUMBER];

	snprintf(hex, sizeof hex, "0x%" PRIx64, v);
	return add_bytes(s, DECODED_POINTER, hex, strlen(hex), "", v);
}

/*
 * Shows a semaphore: glibc's struct new_sem.  If the CPU has 64-bit atomics, it
 * is one 64-bit word, with the value in the low half and the number of waiters
 * in the high half.  Otherwise it is two words.  The first is the value shifted
 * left by one, with the low bit set if threads wait.  The second is the number
 * of waiters.
 */
static bool show_sem(struct showing *s)
{
	size_t n = strlen(s->label);
	uint64_t value, waiters;

	if (s->f->kind == FIELD_SEM) {
		uint64_t data = value_at(s, s->at, 8);

		value = data & UINT32_MAX;
		waiters = data >> 32;
	} else {
		value = value_at(s, s->at, 4) >> 1;
		waiters = value_at(s, s->at + 12, 4);
	}
	snprintf(s->label + n, sizeof s->label - n, ".value");
	if (!show_unsigned(s, value))
		return false;
	snprintf(s->label + n, sizeof s->label - n, ".waiters");
	return show_unsigned(s, waiters);
}

/* --- fields --------------------------------------------------------------- */

static bool show(struct showing *s)
{
	switch (s->f->kind) {
	case FIELD_UNSIGNED:
		return show_unsigned(s, value_at(s, s->at, s->f->size));
	case FIELD_SIGNED: return show_signed(s);
	case FIELD_FLOAT: return show_float(s);
	case FIELD_BOOL: return show_bool(s);
	case FIELD_CHAR: return show_text(s);
	case FIELD_BYTES: return show_bytes(s);
	case FIELD_POINTER: return show_pointer(s);
	case FIELD_SEM: case FIELD_SEM32: break;
	}
	return show_sem(s);
}

/* Writes a label such as "row[1][2]". */
static void make_label(struct showing *s, uint64_t i)
{
	uint64_t rest = 1;
	size_t n = (size_t)snprintf(s->label, sizeof s->label, "%s",
				    s->f->name);

	for (unsigned k = 0; k < s->f->dimensions; k++)
		rest *= s->f->dimension[k];
	for (unsigned k = 0; k < s->f->dimensions; k++) {
		rest /= s->f->dimension[k];
		n += (size_t)snprintf(s->label + n, sizeof s->label - n,
				      "[%" PRIu64 "]",
				      i / rest % s->f->dimension[k]);
	}
}

/* Adds the lines of a field.  Returns false if d is full. */
static bool show_field(struct showing *s)
{
	uint64_t n = 1;

	for (unsigned k = 0; k < s->f->dimensions; k++)
		n *= s->f->dimension[k];
	s->at = s->f->at;
	for (uint64_t i = 0; i < n; i++, s->at += bytes_of_one(s->f)) {
		make_label(s, i);
		/* All following elements of the array are past the end, too. */
		if (is_past_end(s))
			return add_bytes(s, DECODED_PAST_END, "", 0, "", 0);
		if (is_unknown(s) ? !add_bytes(s, DECODED_UNKNOWN, "", 0, "", 0)
				  : !show(s))
			return false;
	}
	return true;
}

void decoder_layout(const struct field_layout *l,
		    const struct decoder_input *in, struct decoded *d)
{
	struct showing s = { .in = in, .d = d };

	decoded_clear(d);
	for (size_t i = 0; i < l->fields.n; i++) {
		s.f = &l->fields.v[i];
		if (!s.f->hidden && !show_field(&s))
			break;
	}
}
