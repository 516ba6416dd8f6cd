/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cursor over bytes: what every parser here is made of.
 *
 * Nothing is read at or beyond `end`, numbers that do not fit are refused,
 * and a function that returns false has left the cursor where it was.
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
/* The next line without its newline; false when nothing is left.  A last
 * line that does not end in one counts too. */
bool scan_line(struct scan *s, struct scan *line);
/* Digits of base 10 or 16, at least one. */
bool scan_u64(struct scan *s, unsigned base, uint64_t *out);
/* The same with an optional minus. */
bool scan_i64(struct scan *s, int64_t *out);
bool scan_char(struct scan *s, char c);
bool scan_text(struct scan *s, const char *text);
/* Blanks and tabs; true even when there are none. */
bool scan_blanks(struct scan *s);
/* Up to the next blank or the end; false when that is nothing. */
bool scan_word(struct scan *s, struct bytes *out);

/* A number with its decimals as an integer: "0.30" by 100 is 30. */
bool scan_fixed(struct scan *s, unsigned scale, uint64_t *out);

bool bytes_equal(struct bytes b, const char *text);
/* Whether a comma-separated list has that word. */
bool bytes_list_has(struct bytes list, const char *wanted);

#endif
