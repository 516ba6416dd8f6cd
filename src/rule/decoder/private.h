/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the decoders share.
 *
 *	decoder.c		lines
 *	decoder_layout.c	a layout's text into its fields
 *	decoder_fields.c	the fields of some bytes
 *	decoder_lua.c		scripts and functions
 */
#ifndef RULE_DECODER_PRIVATE_H
#define RULE_DECODER_PRIVATE_H

#include "late/lua.h"
#include "rule/decoder.h"

/*
 * A line more, all but its texts as in *line; NULL: there is no room for more.
 * Name, value and hex are made safe, and cut to DECODED_LINE.
 */
struct decoded_line *decoded_add(struct decoded *d,
				 const struct decoded_line *line,
				 struct bytes name, struct bytes value,
				 struct bytes hex);

/* --- layouts ----------------------------------------------------------------------- */

enum field_kind {
	FIELD_UNSIGNED, FIELD_SIGNED, FIELD_FLOAT, FIELD_BOOL, FIELD_CHAR,
	FIELD_BYTES, FIELD_POINTER, FIELD_SEM, FIELD_SEM32
};

#define FIELD_DIMENSIONS 3

struct layout_field {
	char name[LAYOUT_TEXT];
	enum field_kind kind;
	unsigned size;			/* of one, in bytes */
	bool big;			/* big-endian */
	bool hidden;
	uint64_t at;
	/* Of an array; what is not there is 1.  length: of a text, or bytes. */
	uint64_t dimension[FIELD_DIMENSIONS];
	unsigned dimensions;
	uint64_t length;
};

struct field_layout {
	VEC(struct layout_field) fields;
	uint64_t end;			/* of what lies furthest behind */
};

/* --- Lua --------------------------------------------------------------------------- */

/* Raise errors: only below sandbox_protected(). */
/* Pushes raw, region, frame. */
void decoder_push(lua_State *L, const struct decoder_input *in);
/* The value on top becomes lines; it is popped. */
void decoder_take(lua_State *L, struct decoded *d);
void decoder_fail(struct decoded *d, const struct rule_error *e);

#endif
