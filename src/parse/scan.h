/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cursor over bytes.  All parsers of src/parse use it.
 *
 * Nothing is read at or beyond `end`, numbers that overflow are rejected, and a
 * function that returns false does not move the cursor.
 */
#ifndef PARSE_SCAN_H
#define PARSE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/event.h"

struct scan {
	const char *p, *end;
};

struct scan scan_of(const void *data, size_t len);
struct bytes scan_rest(const struct scan *s);
/* Gets the next line, without its newline.  A last line without a newline
 * counts as a line.  False at the end. */
bool scan_line(struct scan *s, struct scan *line);
/* Reads a number of at least one digit; the base is 10 or 16. */
bool scan_u64(struct scan *s, unsigned base, uint64_t *out);
/* Reads a decimal number with an optional minus sign. */
bool scan_i64(struct scan *s, int64_t *out);
bool scan_char(struct scan *s, char c);
bool scan_text(struct scan *s, const char *text);
/* Skips blanks and tabs, if any; always true. */
bool scan_blanks(struct scan *s);
/* Gets the bytes up to the next blank or the end; false if there are none. */
bool scan_word(struct scan *s, struct bytes *out);

/* Reads a decimal number with a fraction and scales it to an integer: "0.30"
 * with scale 100 is 30. */
bool scan_fixed(struct scan *s, unsigned scale, uint64_t *out);

bool bytes_equal(struct bytes b, const char *text);
/* True if the comma-separated list contains the word `wanted`. */
bool bytes_list_has(struct bytes list, const char *wanted);

#endif
