/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Declarations that the decoders share.
 *
 *	../decoder.c		collects lines
 *	layout.c		parses the text of a layout into fields
 *	fields.c		reads the fields from bytes
 *	lua.c			runs scripts and functions of Lua
 */
#ifndef RULE_DECODER_PRIVATE_H
#define RULE_DECODER_PRIVATE_H

#include "late/lua.h"
#include "rule/decoder.h"

/*
 * Adds a copy of *line with the texts name, value and hex, which are made safe
 * and cut to DECODED_LINE bytes.  Returns NULL if d is full.
 */
struct decoded_line *decoded_add(struct decoded *d,
				 const struct decoded_line *line,
				 struct bytes name, struct bytes value,
				 struct bytes hex);

/* --- layouts -------------------------------------------------------------- */

enum field_kind {
	FIELD_UNSIGNED, FIELD_SIGNED, FIELD_FLOAT, FIELD_BOOL, FIELD_CHAR,
	FIELD_BYTES, FIELD_POINTER, FIELD_SEM, FIELD_SEM32
};

#define FIELD_DIMENSIONS 3

struct layout_field {
	char name[LAYOUT_TEXT];
	enum field_kind kind;
	unsigned size;			/* size of one element, in bytes */
	bool big;			/* big-endian */
	bool hidden;
	uint64_t at;
	/* The dimensions of an array; unused ones are 1.  `length` is the
	 * length of a text or of `bytes`. */
	uint64_t dimension[FIELD_DIMENSIONS];
	unsigned dimensions;
	uint64_t length;
};

struct field_layout {
	VEC(struct layout_field) fields;
	uint64_t end;			/* end of the last field in memory */
};

/* --- Lua ------------------------------------------------------------------ */

/* These functions raise Lua errors: call them only inside
 * sandbox_protected(). */
/* Pushes the three values raw, region and frame. */
void decoder_push(lua_State *L, const struct decoder_input *in);
/* Converts the value on top of the Lua stack to lines and pops it. */
void decoder_take(lua_State *L, struct decoded *d);
void decoder_fail(struct decoded *d, const struct rule_error *e);

#endif
