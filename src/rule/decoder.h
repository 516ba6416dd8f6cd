/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decodes the bytes of a region into lines of text.
 *
 *	struct field_layout *layout = layout_new("u32 head; char s[5]", &e)
 *	struct decoded d = { .ascii = false };
 *
 *	decoder_layout(layout, &input, &d);	one line per struct field
 *	decoder_lua(text, n, &input, &d);	a script that sets `result`
 *	config_decode(config, i, &input, &d);	a function of config.lua
 *	decoded_text(&d, bytes, n);		the output of a command
 *	... d.error, else d.lines
 *	decoded_release(&d);
 *
 * Each of these functions first clears d.  The bytes and the results of a
 * script are not trusted: every text in a line is made safe (base/text).  The
 * messages for users are in ui/decoded_words.
 *
 * A script reads the bytes from the string `raw`, and the tables `region`
 * (name, address, address_hex, size, offset) and `frame` (number, time, live,
 * unknown).  It assigns a text, a number, true, false or a table to the global
 * `result`.  Of a table, the list elements are shown first, then the string
 * keys, sorted.  A list element { name, value } is shown as "name: value".
 * Tables may be nested.
 */
#ifndef RULE_DECODER_H
#define RULE_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"
#include "rule/error.h"

#define DECODER_RAW (1u << 20)		/* maximum number of bytes to decode */
#define DECODED_LINES 4096
#define DECODED_TEXT (1u << 20)		/* maximum number of bytes in all
					 * lines */
#define DECODED_LINE 4096		/* maximum number of bytes shown of one
					 * line */

struct decoder_input {
	const void *raw;
	size_t n;
	/* Sorted address ranges of the unknown bytes, which are 0 in raw. */
	const struct page_range *unknown;
	size_t n_unknown;
	struct bytes name;		/* name of the region; not sanitized */
	uint64_t address, size;		/* start and size of the region */
	uint64_t offset;		/* offset of raw[0] in the region */
	uint64_t number;		/* number of the frame; 0: live
					 * memory */
	uint64_t time_ns;		/* time of the frame, in ns since the
					 * start of the session */
};

enum decoded_kind {
	DECODED_PLAIN,			/* value only */
	DECODED_VALUE,			/* name: value (hex) */
	DECODED_POINTER,		/* name and a pointer: `number` is the
					 * address */
	DECODED_PAST_END,		/* name of a field past the end of
					 * raw */
	DECODED_UNKNOWN,		/* name of a field with unknown bytes */
};

struct decoded_line {
	enum decoded_kind kind;
	char *name, *value, *hex;	/* safe to print; "" if missing */
	uint64_t number;
	uint64_t at, n;			/* start and number of the line's bytes
					 * in raw; n is 0 if they are unknown */
};

struct decoded {
	bool ascii;			/* set by the caller: draw only ASCII */
	VEC(struct decoded_line) lines;
	size_t bytes;			/* number of bytes in all texts */
	bool cut;			/* lines or parts of texts were left
					 * out */
	struct rule_error error;	/* error.fault is RULE_OK if there is no
					 * error */
};

void decoded_clear(struct decoded *d);
void decoded_release(struct decoded *d);
/* Splits untrusted bytes into safe lines.  Tabs become blanks. */
void decoded_text(struct decoded *d, const void *bytes, size_t n);

/* Runs the script in a new sandbox, which has no state from earlier runs. */
void decoder_lua(const char *text, size_t n, const struct decoder_input *in,
		 struct decoded *d);

/*
 * A struct with the layout of C.  Semicolons or newlines separate its elements:
 *
 *	u8 u16 u32 u64, s8 to s64 (i8 to i64), f32 f64, bool, char, bytes,
 *	ptr ptr32, sem sem32 (glibc's sem_t); also C names: uint32_t, int...
 *	u32 head		a field at its natural alignment
 *	char letters[5]		a text; bytes key[16]; u16 row[2][3]
 *	u32 tail @64		a field 64 bytes from the start of raw
 *	le u32 a, be u32 a	fields of that byte order; `le` or `be` alone
 *				sets the order of all following fields
 *	packed			all following fields have no alignment
 *	u32 _			a name that begins with _ is not shown
 */
struct field_layout;

#define LAYOUT_ELEMENTS 256
#define LAYOUT_TEXT 64			/* maximum length of a name, in bytes */
#define LAYOUT_MAX (UINT64_C(1) << 40)	/* maximum size of the struct, in
					 * bytes */

/* Returns NULL if text is not a valid layout; then e->fault is RULE_LAYOUT, and
 * e->text is the wrong element. */
struct field_layout *layout_new(const char *text, struct rule_error *e);
void layout_free(struct field_layout *l);
/* Returns the size in bytes, without padding at the end. */
uint64_t layout_size(const struct field_layout *l);
void decoder_layout(const struct field_layout *l,
		    const struct decoder_input *in, struct decoded *d);

#endif
