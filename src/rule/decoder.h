/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the bytes of a region mean, as lines to be shown.
 *
 *	struct field_layout *layout = layout_new("u32 head; char s[5]", &e);
 *	struct decoded d = { .ascii = false };
 *
 *	decoder_layout(layout, &input, &d);	a struct's fields, one each
 *	decoder_lua(text, n, &input, &d);	a script that sets `result`
 *	config_decode(config, i, &input, &d);	a function of config.lua
 *	decoded_text(&d, bytes, n);		what a command wrote
 *	... d.error, else d.lines
 *	decoded_release(&d);
 *
 * Each first takes away what is in d.  The bytes are hostile, and so is what a
 * script makes of them: all texts in a line are safe (base/text).  No words for
 * people are made here: ui/decoded_words has them.
 *
 * A script has the bytes as the string `raw`, and the tables `region` (name,
 * address, address_hex, size, offset) and `frame` (number, time, live,
 * unknown); it sets the global `result` to a text, a number, true or false, or
 * to a table: its list first, where an element that is a pair { name, value }
 * is "name: value", then its names in their order.  Tables may be nested.
 */
#ifndef RULE_DECODER_H
#define RULE_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"
#include "rule/error.h"

#define DECODER_RAW (1u << 20)		/* bytes that are looked at, at most */
#define DECODED_LINES 4096
#define DECODED_TEXT (1u << 20)		/* bytes of all lines */
#define DECODED_LINE 4096		/* bytes of one that are shown */

struct decoder_input {
	const void *raw;
	size_t n;
	/* Addresses, in order, of what is 0 in raw as it is not known. */
	const struct page_range *unknown;
	size_t n_unknown;
	struct bytes name;		/* of the region; hostile */
	uint64_t address, size;		/* of the region */
	uint64_t offset;		/* of raw's first byte in it */
	uint64_t number;		/* of the frame; 0: live */
	uint64_t time_ns;		/* of the frame, since the start */
};

enum decoded_kind {
	DECODED_PLAIN,			/* value alone */
	DECODED_VALUE,			/* name: value (hex) */
	DECODED_POINTER,		/* the same; it points to `number` */
	DECODED_PAST_END,		/* name: lies past the bytes' end */
	DECODED_UNKNOWN,		/* name: its bytes are not known */
};

struct decoded_line {
	enum decoded_kind kind;
	char *name, *value, *hex;	/* safe; "" where there is none */
	uint64_t number;
	uint64_t at, n;			/* its bytes in raw; n 0: none known */
};

struct decoded {
	bool ascii;			/* the caller's: what is safe to draw */
	VEC(struct decoded_line) lines;
	size_t bytes;			/* of their texts */
	bool cut;			/* there were more than is kept */
	struct rule_error error;	/* fault RULE_OK: none */
};

void decoded_clear(struct decoded *d);
void decoded_release(struct decoded *d);
/* Lines of hostile bytes, each made safe; tabs become blanks. */
void decoded_text(struct decoded *d, const void *bytes, size_t n);

/* In a sandbox of its own, which knows nothing of the run before. */
void decoder_lua(const char *text, size_t n, const struct decoder_input *in,
		 struct decoded *d);

/*
 * A struct, as C lays it out: one element between semicolons or on a line,
 *
 *	u8 u16 u32 u64, s8 to s64 (i8 to i64), f32 f64, bool, char, bytes,
 *	ptr ptr32, sem sem32 (glibc's sem_t); names as uint32_t, int, size_t too
 *	u32 head		at its natural alignment
 *	char letters[5]		a text; bytes key[16]; u16 row[2][3]
 *	u32 tail @64		at that place, in bytes from the beginning of raw
 *	le u32 a, be u32 a	the other byte order; alone: from here on
 *	packed			alone: without alignment from here on
 *	u32 _			a name that begins with _ is not shown
 */
struct field_layout;

#define LAYOUT_ELEMENTS 256
#define LAYOUT_TEXT 64			/* bytes of a name */
#define LAYOUT_MAX (UINT64_C(1) << 40)	/* bytes of all of it */

/* NULL with *e (RULE_LAYOUT, its text the element) when it is none. */
struct field_layout *layout_new(const char *text, struct rule_error *e);
void layout_free(struct field_layout *l);
/* What it takes, in bytes, without what alignment would add behind it. */
uint64_t layout_size(const struct field_layout *l);
void decoder_layout(const struct field_layout *l,
		    const struct decoder_input *in, struct decoded *d);

#endif
