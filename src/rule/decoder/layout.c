/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/decoder/private.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rule/sandbox.h"

struct type {
	enum field_kind kind;
	unsigned char size, align;
};

enum {
	TYPE_U8, TYPE_U16, TYPE_U32, TYPE_U64, TYPE_S8, TYPE_S16, TYPE_S32,
	TYPE_S64, TYPE_F32, TYPE_F64, TYPE_BOOL, TYPE_CHAR, TYPE_BYTES,
	TYPE_PTR, TYPE_PTR32, TYPE_SEM, TYPE_SEM32
};

static const struct type types[] = {
	[TYPE_U8] = { FIELD_UNSIGNED, 1, 1 },
	[TYPE_U16] = { FIELD_UNSIGNED, 2, 2 },
	[TYPE_U32] = { FIELD_UNSIGNED, 4, 4 },
	[TYPE_U64] = { FIELD_UNSIGNED, 8, 8 },
	[TYPE_S8] = { FIELD_SIGNED, 1, 1 },
	[TYPE_S16] = { FIELD_SIGNED, 2, 2 },
	[TYPE_S32] = { FIELD_SIGNED, 4, 4 },
	[TYPE_S64] = { FIELD_SIGNED, 8, 8 },
	[TYPE_F32] = { FIELD_FLOAT, 4, 4 },
	[TYPE_F64] = { FIELD_FLOAT, 8, 8 },
	[TYPE_BOOL] = { FIELD_BOOL, 1, 1 },
	[TYPE_CHAR] = { FIELD_CHAR, 1, 1 },
	[TYPE_BYTES] = { FIELD_BYTES, 1, 1 },
	[TYPE_PTR] = { FIELD_POINTER, 8, 8 },
	[TYPE_PTR32] = { FIELD_POINTER, 4, 4 },
	/* sem_t is a union of char[32] and a long; on 32-bit systems the array
	 * has 16 bytes. */
	[TYPE_SEM] = { FIELD_SEM, 32, 8 },
	[TYPE_SEM32] = { FIELD_SEM32, 16, 4 },
};

/* Two parallel arrays: type_names[i] has the type types[of_name[i]]. */
static const char *const type_names[] = {
	"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "i8", "i16",
	"i32", "i64", "f32", "f64", "bool", "char", "bytes", "ptr", "ptr32",
	"sem", "sem32", "sem_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
	"int8_t", "int16_t", "int32_t", "int64_t", "int", "size_t", "float",
	"double", NULL,
};
static const unsigned char of_name[] = {
	TYPE_U8, TYPE_U16, TYPE_U32, TYPE_U64, TYPE_S8, TYPE_S16, TYPE_S32,
	TYPE_S64, TYPE_S8, TYPE_S16, TYPE_S32, TYPE_S64, TYPE_F32, TYPE_F64,
	TYPE_BOOL, TYPE_CHAR, TYPE_BYTES, TYPE_PTR, TYPE_PTR32, TYPE_SEM,
	TYPE_SEM32, TYPE_SEM, TYPE_U8, TYPE_U16, TYPE_U32, TYPE_U64, TYPE_S8,
	TYPE_S16, TYPE_S32, TYPE_S64, TYPE_S32, TYPE_U64, TYPE_F32, TYPE_F64,
};
_Static_assert(sizeof of_name == sizeof type_names / sizeof *type_names - 1,
	       "each name has its type");

struct layout_reading {
	struct field_layout *layout;
	struct rule_error *e;
	const char *at, *end;		/* rest of the element's text */
	uint64_t place;			/* offset of the end of the previous
					 * field */
	bool big, packed;		/* settings for the following fields */
};

/* --- words ---------------------------------------------------------------- */

static bool fail(struct layout_reading *r, enum layout_fault why)
{
	r->e->layout = why;
	return false;
}

static void skip_blanks(struct layout_reading *r)
{
	while (r->at < r->end && isspace((unsigned char)*r->at))
		r->at++;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Reads a word into out; "" if there is none or it is too long. */
static void word(struct layout_reading *r, char out[LAYOUT_TEXT])
{
	size_t n = 0;

	skip_blanks(r);
	while (r->at + n < r->end && is_word(r->at[n]))
		n++;
	if (n >= LAYOUT_TEXT)
		n = 0;
	memcpy(out, r->at, n);
	out[n] = '\0';
	r->at += n;
}

static bool sign(struct layout_reading *r, char c)
{
	skip_blanks(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* Reads a decimal or 0x number less than LAYOUT_MAX. */
static bool number(struct layout_reading *r, uint64_t *out)
{
	char text[LAYOUT_TEXT], *end;
	unsigned long long v;

	word(r, text);
	if (!isdigit((unsigned char)text[0]))
		return false;
	v = strtoull(text, &end, text[0] == '0' && text[1] == 'x' ? 16 : 10);
	if (*end || v >= LAYOUT_MAX)
		return false;
	*out = v;
	return true;
}

/* --- one element ---------------------------------------------------------- */

/* If text is a byte order, stores it in *big and returns true. */
static bool order(const char *text, bool *big)
{
	if (strcmp(text, "be") && strcmp(text, "le"))
		return false;
	*big = text[0] == 'b';
	return true;
}

static bool read_type(struct layout_reading *r, const char *name,
		      const struct type **type)
{
	for (size_t i = 0; type_names[i]; i++) {
		if (strcmp(type_names[i], name))
			continue;
		*type = &types[of_name[i]];
		return true;
	}
	snprintf(r->e->near, sizeof r->e->near, "%s",
		 sandbox_nearest(name, type_names));
	return fail(r, LAYOUT_NO_TYPE);
}

static bool read_name(struct layout_reading *r, struct layout_field *f)
{
	word(r, f->name);
	if (!f->name[0] || isdigit((unsigned char)f->name[0]))
		return fail(r, LAYOUT_NO_NAME);
	f->hidden = f->name[0] == '_';
	return true;
}

/* Reads dimensions such as [2][3].  The last dimension of a text or of `bytes`
 * is its length. */
static bool read_dimensions(struct layout_reading *r, struct layout_field *f)
{
	uint64_t all = 1;

	f->length = 1;
	while (sign(r, '[')) {
		uint64_t n;

		if (f->dimensions == FIELD_DIMENSIONS || !number(r, &n) ||
		    !n || !sign(r, ']'))
			return fail(r, LAYOUT_NO_LENGTH);
		if (n > LAYOUT_MAX / all)
			return fail(r, LAYOUT_TOO_LARGE);
		all *= n;
		f->dimension[f->dimensions++] = n;
	}
	if (f->dimensions &&
	    (f->kind == FIELD_CHAR || f->kind == FIELD_BYTES))
		f->length = f->dimension[--f->dimensions];
	return true;
}

static bool place(struct layout_reading *r, struct layout_field *f,
		  unsigned align)
{
	uint64_t n = f->length * f->size;

	f->at = r->place;
	if (sign(r, '@')) {
		if (!number(r, &f->at))
			return fail(r, LAYOUT_NO_PLACE);
	} else if (!r->packed) {
		f->at = (f->at + align - 1) / align * align;
	}
	for (unsigned i = 0; i < f->dimensions; i++)
		n *= f->dimension[i];
	if (n > LAYOUT_MAX || f->at > LAYOUT_MAX - n)
		return fail(r, LAYOUT_TOO_LARGE);
	r->place = f->at + n;
	if (r->place > r->layout->end)
		r->layout->end = r->place;
	return true;
}

static bool read_element(struct layout_reading *r)
{
	struct layout_field f = { .big = r->big };
	const struct type *type;
	char text[LAYOUT_TEXT];

	word(r, text);
	if (order(text, &f.big)) {
		word(r, text);
		skip_blanks(r);
		if (!text[0] && r->at == r->end) {
			r->big = f.big;
			return true;
		}
	} else if (!strcmp(text, "packed")) {
		skip_blanks(r);
		r->packed = true;
		return r->at == r->end || fail(r, LAYOUT_MORE);
	}
	if (!read_type(r, text, &type))
		return false;
	f.kind = type->kind;
	f.size = type->size;
	if (!read_name(r, &f) || !read_dimensions(r, &f) ||
	    !place(r, &f, type->align))
		return false;
	skip_blanks(r);
	if (r->at < r->end)
		return fail(r, LAYOUT_MORE);
	if (r->layout->fields.n == LAYOUT_ELEMENTS)
		return fail(r, LAYOUT_TOO_MANY);
	*vec_push(&r->layout->fields) = f;
	return true;
}

/* --- all elements --------------------------------------------------------- */

static bool is_blank(const char *s, const char *end)
{
	while (s < end && isspace((unsigned char)*s))
		s++;
	return s == end;
}

static void name_element(struct rule_error *e, const char *s, const char *end)
{
	while (s < end && isspace((unsigned char)*s))
		s++;
	while (end > s && isspace((unsigned char)end[-1]))
		end--;
	snprintf(e->text, sizeof e->text, "%.*s",
		 (int)(end - s < 100 ? end - s : 100), s);
}

static bool read_all(struct layout_reading *r, const char *text)
{
	int line = 1;

	for (const char *s = text; *s;) {
		const char *end = s + strcspn(s, ";\n");

		r->at = s;
		r->end = end;
		if (!is_blank(s, end) && !read_element(r)) {
			r->e->line = line;
			name_element(r->e, s, end);
			return false;
		}
		line += *end == '\n';
		s = *end ? end + 1 : end;
	}
	return r->layout->fields.n || fail(r, LAYOUT_EMPTY);
}

struct field_layout *layout_new(const char *text, struct rule_error *e)
{
	struct layout_reading r = {
		.layout = xcalloc(1, sizeof *r.layout), .e = e,
		.big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
	};

	*e = (struct rule_error){ .fault = RULE_LAYOUT };
	if (read_all(&r, text)) {
		e->fault = RULE_OK;
		return r.layout;
	}
	layout_free(r.layout);
	return NULL;
}

void layout_free(struct field_layout *l)
{
	if (!l)
		return;
	vec_release(&l->fields);
	free(l);
}

uint64_t layout_size(const struct field_layout *l)
{
	return l->end;
}
